import { Button, Group, NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { BankCsv, BankDayForm } from '@nightflow/schemas/billing/bank-statement'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { download } from '#api/download.ts'

/** Settings of a CSV file as the call takes them: texts alone. */
export type BankCsvHeads = Record<string, string>

const names = [
  'bookingDay',
  'valueDay',
  'amount',
  'currency',
  'bankId',
  'reference',
  'remittance',
  'counterpartyName',
  'counterpartyAccount',
]
const typed = ['bankAccount', 'openingBalance', 'closingBalance']
const chosen = {
  delimiter: [',', ';', 'tab'],
  decimalMark: ['.', ','],
  dayForm: [...BankDayForm.options],
}
const usual: object = BankCsv.parse({ bankAccount: '-' })

/** The columns of the template, and nothing else yet. */
export const csvHeads: BankCsvHeads = {
  ...Object.fromEntries(Object.entries(usual).map(([name, value]) => [name, value === null ? '' : String(value)])),
  bankAccount: '',
}

type Props = { heads: BankCsvHeads; onChange: (heads: BankCsvHeads) => void; busy: boolean; onPreview: () => void }

/** Account, balances, columns and marks of a CSV file. */
export function BankCsvForm({ heads, onChange, busy, onPreview }: Props) {
  const { t } = useTranslation('billing')
  const { t: shared } = useTranslation('shared')
  const change = (name: string, value: string) => onChange({ ...heads, [name]: value })
  const input = (name: string, label: string) => (
    <TextInput
      key={name}
      size="xs"
      label={label}
      value={heads[name] ?? ''}
      required={name === 'bankAccount'}
      onChange={({ currentTarget: { value } }) => change(name, value)}
    />
  )
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="xs" verticalSpacing="xs">
        {typed.map((name) => input(name, t(`bankStatement.csv.${name}`)))}
        {Object.entries(chosen).map(([name, options]) => (
          <NativeSelect
            key={name}
            size="xs"
            label={t(`bankStatement.csv.${name}`)}
            data={options.map((value) => ({ value, label: value === 'tab' ? t('bankStatement.csv.tab') : value }))}
            value={heads[name] ?? ''}
            onChange={({ currentTarget: { value } }) => change(name, value)}
          />
        ))}
        {names.map((name) => input(name, t('bankStatement.csv.column', { field: t(`bankEntry.field.${name}`) })))}
      </SimpleGrid>
      <Group gap="xs">
        <Button size="xs" variant="default" loading={busy} disabled={(heads.bankAccount ?? '').trim() === ''} onClick={onPreview}>
          {t('deduction.deduct.preview')}
        </Button>
        <Button
          size="xs"
          variant="subtle"
          leftSection={<IconDownload size={14} aria-hidden />}
          onClick={() => download(resourceCalls.bankStatements.importTemplate, {}, 'template.csv').catch(() => undefined)}
        >
          {shared('import.template')}
        </Button>
      </Group>
    </>
  )
}
