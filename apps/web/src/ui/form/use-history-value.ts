import type { HistoryValue } from '@nightflow/schemas/shared/history'
import { quantityOf } from '@nightflow/schemas/shared/units-of-fields'
import { useTranslation } from 'react-i18next'
import type { ResourceWords } from '#ui/resource/resource-words.ts'
import { useFormat } from '#ui/use-format.ts'
import { useMoney } from '#ui/use-money.ts'

const localDay = /^\d{4}-\d\d-\d\d$/

/** A value of a history as people read it. Its quantity follows from the name of the field, which carries the unit. */
export function useHistoryValue(words: ResourceWords, timeZone: string): (field: string, value: HistoryValue) => string {
  const { t } = useTranslation('shared')
  const format = useFormat()
  const money = useMoney()
  return (field, value) => {
    if (value === null || value === '') return '–'
    if (typeof value === 'boolean') return t(value ? 'history.yes' : 'history.no')
    const quantity = quantityOf(field)
    if (typeof value === 'number' && quantity) return `${format.number(value / quantity.per, quantity.decimals)} ${quantity.unit}`
    if (typeof value === 'number') return field.endsWith('Minor') ? money(value) : format.exact(value)
    if (localDay.test(value)) return format.day(value)
    return field.endsWith('At') ? format.instant(value, timeZone) : words.word(field, value).label
  }
}
