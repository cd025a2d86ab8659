import { Badge, Group } from '@mantine/core'
import {
  ConsumptionReviewRow,
  exportConsumptionReviews,
  listConsumptionReviews,
  reviewCommands,
  reviewFilter,
} from '@nightflow/schemas/metering/consumption-review'
import { IconChecklist } from '@tabler/icons-react'
import { useSession } from '#session/session-query.ts'
import { ScreenLink } from '#shell/screen-link.tsx'
import { InstantText } from '#ui/instant.tsx'
import { defineResource } from '#ui/resource/resource-screen.tsx'
import { useResourceWords } from '#ui/resource/resource-words.ts'

const reviewWords = { texts: 'metering', name: 'consumptionReview', calls: {} }

/** The days of meters that a person should judge, with what the rules of validation found. */
export const consumptionReview = defineResource<ConsumptionReviewRow>({
  calls: {
    id: 'reviewId',
    row: ConsumptionReviewRow,
    filter: reviewFilter,
    list: listConsumptionReviews,
    exportRows: exportConsumptionReviews,
    commands: reviewCommands,
  },
  texts: 'metering',
  name: 'consumptionReview',
  icon: IconChecklist,
  title: ({ meterNo, day }, writeDay) => `${meterNo} · ${writeDay(day)}`,
  columns: ['day', 'meterNo', 'rules', 'status', 'measuredLitres', 'expectedLitres', 'litres', 'reason'],
  moreColumns: ['decided', 'method', 'answeredBy', 'answeredAt', 'raisedAt', 'reviewId'],
  unsortable: ['rules', 'decided', 'litres', 'reason', 'method', 'answeredBy', 'reviewId'],
  filters: ['rule', 'status', 'meterNo', 'createdWithin'],
  cell: {
    meterNo: ({ meterNo }) => (
      <ScreenLink screen="devices/meter" params={{ number: meterNo }} className="nf-link nf-figures">
        {meterNo}
      </ScreenLink>
    ),
    rules: ({ rules }) => <Rules rules={rules} />,
    answeredAt: ({ answeredAt }) => <At at={answeredAt} />,
    raisedAt: ({ raisedAt }) => <At at={raisedAt} />,
  },
  related: [['consumptionReview'], ['volumes']],
})

function At({ at }: { at: string | null }) {
  const { timeZone } = useSession()
  return <InstantText at={at} timeZone={timeZone} />
}

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
