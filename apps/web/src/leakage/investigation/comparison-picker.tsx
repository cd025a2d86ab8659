import { Button, Group, Menu, Select } from '@mantine/core'
import { DatePickerInput } from '@mantine/dates'
import type { PartitionRow } from '@nightflow/schemas/leakage/night-flow'
import { IconArrowsDiff, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { InvestigationChoice } from '#leakage/investigation/investigation-choice.ts'
import { addDays, countDays } from '#ui/local-days.ts'
import { useFormat } from '#ui/use-format.ts'

/** Choices that a list shows at once; typing finds the others. */
const shownMax = 50
/** A year of whole weeks, so that weekdays are compared with the same weekdays. */
const yearDays = 364

type Props = {
  partitions: readonly PartitionRow[]
  partition: PartitionRow
  range: { from: string; to: string }
  choice: InvestigationChoice
  onChoice: (choice: InvestigationChoice) => void
}

/** Lays another period or another partition over what is shown. */
export function ComparisonPicker({ partitions, partition, range, choice, onChoice }: Props) {
  const { t } = useTranslation('leakage')
  const { inputDates } = useFormat()
  const weeks = Math.ceil(countDays(range.from, range.to) / 7)
  const isComparing = choice.against !== undefined || choice.with !== undefined
  return (
    <Group gap="xs" wrap="wrap">
      <Menu>
        <Menu.Target>
          <Button size="xs" variant={isComparing ? 'light' : 'default'} leftSection={<IconArrowsDiff size={14} aria-hidden />}>
            {t('investigation.compare')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => onChoice({ against: addDays(range.from, -7 * weeks) })}>{t('investigation.before')}</Menu.Item>
          <Menu.Item onClick={() => onChoice({ against: addDays(range.from, -yearDays) })}>{t('investigation.yearBefore')}</Menu.Item>
          <Menu.Item onClick={() => onChoice({ with: partitions.find(({ id }) => id !== partition.id)?.id })}>
            {t('investigation.otherPartition')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {choice.against !== undefined && (
        <DatePickerInput
          size="xs"
          w={140}
          valueFormat={inputDates.day}
          aria-label={t('investigation.againstFrom')}
          title={t('investigation.againstFrom')}
          value={choice.against}
          onChange={(day) => onChoice({ against: day ?? undefined })}
        />
      )}
      {choice.with !== undefined && (
        <Select
          size="xs"
          w={180}
          searchable
          limit={shownMax}
          allowDeselect={false}
          aria-label={t('investigation.otherPartition')}
          data={partitions.map(({ id, name }) => ({ value: id, label: name }))}
          value={choice.with}
          onChange={(id) => onChoice({ with: id ?? undefined })}
        />
      )}
      {isComparing && (
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          leftSection={<IconX size={14} aria-hidden />}
          onClick={() => onChoice({ against: undefined, with: undefined })}
        >
          {t('investigation.noComparison')}
        </Button>
      )}
    </Group>
  )
}
