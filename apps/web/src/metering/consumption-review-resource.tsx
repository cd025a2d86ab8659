import { Badge, Group } from '@mantine/core'
import {
  ConsumptionReviewRow,
  exportConsumptionReviews,
  listConsumptionReviews,
  reviewCommands,
  reviewFilter,
} from '@nightflow/schemas/metering/consumption-review'
import { IconChecklist } from '@tabler/icons-react'
import { ScreenLink } from '#shell/screen-link.tsx'
import { listOf } from '#ui/resource/resource-of.ts'
import { useResourceWords } from '#ui/resource/resource-words.ts'

const reviewWords = { texts: 'metering', name: 'consumptionReview', calls: {} }

/** The days of meters that a person should judge, with what the rules of validation found. */
export const consumptionReview = listOf<ConsumptionReviewRow>({
  calls: {
    id: 'reviewId',
    row: ConsumptionReviewRow,
    filter: reviewFilter,
    list: listConsumptionReviews,
    exportRows: exportConsumptionReviews,
    commands: reviewCommands.list,
  },
  texts: 'metering',
  name: 'consumptionReview',
  icon: IconChecklist,
  title: ({ meterNo, day }, writeDay) => `${meterNo} · ${writeDay(day)}`,
  columns: ['day', 'meterNo', 'rules', 'status', 'measuredLitres', 'expectedLitres', 'litres', 'reason'],
  moreColumns: ['decided', 'method', 'answeredBy', 'answeredAt', 'raisedAt', 'reviewId'],
  filters: ['rule', 'status', 'meterNo', 'createdWithin'],
  cell: {
    meterNo: ({ meterNo }) => (
      <ScreenLink screen="devices/meter" params={{ number: meterNo }} className="nf-link nf-figures">
        {meterNo}
      </ScreenLink>
    ),
    rules: ({ rules }) => <Rules rules={rules} />,
  },
  related: [['consumptionReview'], ['volumes']],
})

function Rules({ rules }: { rules: string }) {
  const { word } = useResourceWords(reviewWords)
  return (
    <Group gap={4}>
      {rules
        .split(' ')
        .filter((rule) => rule !== '')
        .map((rule) => (
          <Badge key={rule} variant="default" size="sm" tt="none" fw={500} miw="max-content">
            {word('rule', rule).label}
          </Badge>
        ))}
    </Group>
  )
}
