import { SegmentedControl } from '@mantine/core'
import { DatePickerInput } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type DayRangeChoice, type PresetDays, presetDays } from '#ui/day-range.ts'
import { useFormat } from '#ui/use-format.ts'

type Props = {
  choice: DayRangeChoice
  range: { from: string; to: string }
  onChoice: (choice: DayRangeChoice) => void
  defaultDays?: PresetDays
}

/** Presets of 7, 30 and 90 days, or any days from a calendar. */
export function DayRangePicker({ choice, range, onChoice, defaultDays = 30 }: Props) {
  const { t } = useTranslation('shared')
  const { inputDates } = useFormat()
  const [picking, setPicking] = useState<[string | null, string | null] | null>(null)
  const preset = choice.from && choice.to ? '' : String(choice.days ?? defaultDays)
  const pick = (value: [string | null, string | null]) => {
    const [from, to] = value
    setPicking(from && to ? null : value)
    if (from && to) onChoice({ days: undefined, from, to })
  }
  return (
    <>
      <SegmentedControl
        size="xs"
        value={preset}
        aria-label={t('range.presets')}
        data={presetDays.map((days) => ({ value: String(days), label: t('range.days', { days }) }))}
        onChange={(value) => onChoice({ days: Number(value) as PresetDays, from: undefined, to: undefined })}
      />
      <DatePickerInput
        type="range"
        size="xs"
        w={256}
        valueFormat={inputDates.day}
        aria-description={t('range.choose')}
        leftSection={<IconCalendar size={14} aria-hidden />}
        allowSingleDateInRange
        value={picking ?? [range.from, range.to]}
        onChange={pick}
      />
    </>
  )
}
