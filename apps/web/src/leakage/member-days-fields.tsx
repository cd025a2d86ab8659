import { Group, Select } from '@mantine/core'
import { DatePickerInput } from '@mantine/dates'
import type { MemberDays } from '@nightflow/schemas/leakage/partition'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#ui/use-format.ts'

type Direction = 'in' | 'out'
type Props = {
  days: MemberDays
  onDays: (days: MemberDays) => void
  /** Of summary meters alone. */
  direction: Direction | undefined
  onDirection: (direction: Direction) => void
}

/** The days on which the meters will count, and for summary meters the direction of the water. */
export function MemberDaysFields({ days: { from, to }, onDays, direction, onDirection }: Props) {
  const { t } = useTranslation('leakage')
  const { inputDates } = useFormat()
  const day = (name: 'from' | 'to', value: string | undefined, other: MemberDays) => (
    <DatePickerInput
      size="xs"
      clearable
      clearButtonProps={{ 'aria-label': t('choose.noDay') }}
      w={190}
      valueFormat={inputDates.day}
      label={t(name === 'from' ? 'form.memberFrom' : 'form.memberTo')}
      placeholder={t(name === 'from' ? 'members.sinceEver' : 'members.withoutEnd')}
      value={value ?? null}
      onChange={(chosen) => onDays({ ...other, ...(chosen && { [name]: chosen }) })}
    />
  )
  return (
    <Group gap="sm" align="flex-end">
      {direction !== undefined && (
        <Select
          size="xs"
          w={230}
          allowDeselect={false}
          label={t('form.direction')}
          value={direction}
          onChange={(value) => onDirection(value === 'out' ? 'out' : 'in')}
          data={[
            { value: 'in', label: t('form.directionIn') },
            { value: 'out', label: t('form.directionOut') },
          ]}
        />
      )}
      {day('from', from, to === undefined ? {} : { to })}
      {day('to', to, from === undefined ? {} : { from })}
    </Group>
  )
}
