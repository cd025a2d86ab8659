import { DeductionMethod, ItemSource } from '@nightflow/schemas/billing/charging-item'
import { useTranslation } from 'react-i18next'
import type { FieldChoice, TypedRow } from '#ui/form/form-fields.ts'
import { useDictionaries, type Words } from '#ui/resource/dictionary.ts'

const dictionaries = { method: 'deduction_method', frequency: 'deduction_frequency', takenFrom: 'charge_source' }
const labelsOf = (words: Words | undefined): Record<string, string> =>
  Object.fromEntries([...(words ?? [])].map(([value, { label }]) => [value, label]))

/** A further item begins as a percentage from the day of the one before. */
const nextItem = (rows: readonly TypedRow[]): TypedRow => ({
  method: DeductionMethod.enum.percentage,
  vatRate: 0,
  takenFrom: rows.at(-1)?.takenFrom ?? ItemSource.enum.payments,
  enabledDate: rows.at(-1)?.enabledDate ?? '',
})

/** Charging items, typed row by row. Choices have short labels, so that the fields of a row stay level. */
export function useItemColumns(): { columns: readonly FieldChoice[]; nextRow: (rows: readonly TypedRow[]) => TypedRow } {
  const { t } = useTranslation('billing')
  const words = useDictionaries(dictionaries)
  const columns = ['itemName', 'method', 'enabledDate', 'ratioPercent', 'amount', 'frequency', 'vatRate', 'takenFrom'].map(
    (name): FieldChoice => ({
      name,
      label: t(`${name in dictionaries ? 'lines' : 'field'}.${name}`),
      ...(name in dictionaries && { optionLabels: labelsOf(words[name]) }),
    }),
  )
  return { columns, nextRow: nextItem }
}

/** From which payments something is taken, in words. */
export const usePaymentSources = (): Record<string, string> => labelsOf(useDictionaries({ source: 'payment_source' }).source)
