import { Alert, Stack, Text, Title } from '@mantine/core'
import type { PreviewedEntry, PreviewedStatement } from '@nightflow/schemas/billing/bank-calls'
import { useTranslation } from 'react-i18next'
import { useDictionaries } from '#ui/resource/dictionary.ts'
import { StatusBadge } from '#ui/status-badge.tsx'
import { FigureTable } from '#ui/table/figure-table.tsx'
import { useFormat } from '#ui/use-format.ts'
import { useMoney } from '#ui/use-money.ts'

/** Preview of a file: its statements with their sums, and its entries with the accounts that they would pay. */
export function BankPreview({
  preview: { statements, entries },
}: {
  preview: { statements: PreviewedStatement[]; entries: PreviewedEntry[] }
}) {
  const total = statements.reduce((sum, statement) => sum + statement.entries, 0)
  return (
    <Stack gap="sm">
      {statements.map((statement) => (
        <StatementSums key={`${statement.bankAccount} ${statement.statementNo} ${statement.fromDay}`} statement={statement} />
      ))}
      <PreviewedEntries entries={entries} total={total} />
    </Stack>
  )
}

function StatementSums({ statement }: { statement: PreviewedStatement }) {
  const { t } = useTranslation('billing')
  const { day, number } = useFormat()
  const money = useMoney()
  const {
    bankAccount,
    statementNo,
    fromDay,
    toDay,
    openingMinor,
    creditMinor,
    debitMinor,
    closingMinor,
    gap,
    known,
    matched,
    open,
    pending,
  } = statement
  const balance = (minor: number | null) => (minor === null ? '–' : money(minor))
  return (
    <Stack gap={2} className="nf-figures">
      <Title order={3} size="h5">
        {t('bankStatement.preview.title', { statementNo, bankAccount })}
      </Title>
      <Text size="sm">
        {t('bankStatement.preview.balances', {
          ...{ from: day(fromDay), to: day(toDay), opening: balance(openingMinor), closing: balance(closingMinor) },
          ...{ credits: money(creditMinor), debits: money(debitMinor) },
        })}
      </Text>
      {gap && (
        <Alert color="yellow" variant="light" py="xs">
          {t('bankStatement.preview.gap', {
            ...{
              opening: balance(openingMinor),
              expected: money(gap.expectedMinor),
              previousNo: gap.previousNo,
              day: day(gap.previousDay),
            },
          })}
        </Alert>
      )}
      <Text size="sm">
        {t('bankStatement.preview.counts', { matched: number(matched), open: number(open), known: number(known) })}
        {pending > 0 && ` ${t('bankStatement.preview.pending', { pending: number(pending) })}`}
      </Text>
    </Stack>
  )
}

const meaningOf = { matched: 'good', open: 'waiting', known: 'off' } as const

function PreviewedEntries({ entries, total }: { entries: PreviewedEntry[]; total: number }) {
  const { t } = useTranslation('billing')
  const { day, number } = useFormat()
  const money = useMoney()
  const { how } = useDictionaries({ how: 'bank_entry_match' })
  const numbered = entries.map((entry, nth) => ({ ...entry, nth }))
  const reasonOf = ({ fate, matchedBy, why, accountNo }: PreviewedEntry): string => {
    if (fate === 'known') return ''
    if (why === null) return how?.get(matchedBy ?? '')?.label ?? ''
    const proposed = accountNo === null ? '' : ` ${t('bankStatement.preview.proposed', { accountNo })}`
    return `${t(`bankStatement.why.${why}`)}${proposed}`
  }
  return (
    <>
      <FigureTable
        minWidth={720}
        rows={numbered}
        keyOf={({ nth }) => String(nth)}
        columns={[
          { head: t('bankEntry.field.bookingDay'), cell: (entry) => <span style={{ whiteSpace: 'nowrap' }}>{day(entry.bookingDay)}</span> },
          { head: t('bankEntry.field.counterpartyName'), cell: (entry) => entry.counterpartyName || '–' },
          { head: t('bankEntry.field.remittance'), cell: (entry) => [entry.reference, entry.remittance].filter(Boolean).join(' ') || '–' },
          { head: t('bankEntry.field.amountMinor'), isNumber: true, cell: (entry) => money(entry.amountMinor) },
          {
            head: t('bankEntry.field.fate'),
            cell: (entry) => (
              <StatusBadge
                meaning={meaningOf[entry.fate]}
                label={(entry.fate === 'matched' ? entry.accountNo : t(`bankStatement.fate.${entry.fate}`)) ?? ''}
              />
            ),
          },
          { head: t('bankEntry.field.matchedBy'), cell: reasonOf },
        ]}
      />
      {total > entries.length && (
        <Text size="sm" c="dimmed">
          {t('bankStatement.preview.cut', { shown: number(entries.length), total: number(total) })}
        </Text>
      )}
    </>
  )
}
