import { Button, Group, Stack, Text } from '@mantine/core'
import { DatePickerInput } from '@mantine/dates'
import {
  type AccountStatement,
  accountStatement,
  type StatementLine,
  statementExport,
  statementPdf,
} from '@nightflow/schemas/billing/account-statement'
import { IconCalendar, IconFileTypePdf, IconReportMoney } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { download } from '#api/download.ts'
import { useSession } from '#session/session-query.ts'
import { FileMenu } from '#ui/file-menu.tsx'
import { FormDialog } from '#ui/form/resource-form.tsx'
import { InstantText } from '#ui/instant.tsx'
import { LanguageMenu } from '#ui/language-menu.tsx'
import { addDays, dayOf } from '#ui/local-days.ts'
import { ChartSkeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'
import { FigureTable } from '#ui/table/figure-table.tsx'
import { useFormat } from '#ui/use-format.ts'
import { useMayDo } from '#ui/use-may-do.ts'
import { useMoney } from '#ui/use-money.ts'

/** A year of days, so that the dialog opens with every bill of the last twelve months. */
const usualDays = 365

type Period = { accountNo: string; contractNo?: number; from: string; to: string }
type Whose = Pick<Period, 'accountNo' | 'contractNo'>

/** The statement of a holder of an account for a period, on the screen and as PDF. */
export function StatementTool(whose: Whose) {
  const { t } = useTranslation('billing')
  const mayDo = useMayDo()
  const [isOpen, setOpen] = useState(false)
  if (!mayDo(accountStatement)) return null
  return (
    <>
      <Button size="xs" variant="default" leftSection={<IconReportMoney size={14} aria-hidden />} onClick={() => setOpen(true)}>
        {t('statement.button')}
      </Button>
      {isOpen && <StatementDialog {...whose} onClose={() => setOpen(false)} />}
    </>
  )
}

function StatementDialog({ onClose, ...whose }: Whose & { onClose: () => void }) {
  const { accountNo } = whose
  const { t } = useTranslation('billing')
  const { timeZone } = useSession()
  const { inputDates } = useFormat()
  const today = dayOf(Date.now(), timeZone)
  const [picked, setPicked] = useState<[string | null, string | null]>([addDays(today, 1 - usualDays), today])
  const [chosen, setChosen] = useState<Period>({ ...whose, from: addDays(today, 1 - usualDays), to: today })
  const statement = useQuery({
    queryKey: ['account', accountNo, 'statement', chosen],
    queryFn: ({ signal }) => call(accountStatement, chosen, signal),
    placeholderData: keepPreviousData,
  })
  const pick = (value: [string | null, string | null]) => {
    setPicked(value)
    const [from, to] = value
    if (from && to) setChosen({ ...whose, from, to })
  }
  return (
    <FormDialog title={t('statement.title', { accountNo })} onClose={onClose} size={980}>
      <Stack gap="sm">
        <Group justify="space-between" align="end">
          <DatePickerInput
            type="range"
            size="xs"
            w={256}
            label={t('statement.period')}
            valueFormat={inputDates.day}
            leftSection={<IconCalendar size={14} aria-hidden />}
            allowSingleDateInRange
            value={picked}
            onChange={pick}
          />
          <Group gap="xs">
            <FileMenu
              save={(format) => download(statementExport, { ...chosen, format }, `${accountNo}-${chosen.from}-${chosen.to}.${format}`)}
            />
            <LanguageMenu
              label={t('bill.pdf.button')}
              icon={IconFileTypePdf}
              onChoose={(language) => download(statementPdf, { ...chosen, language }, `${accountNo}-${chosen.from}-${chosen.to}.pdf`)}
            />
          </Group>
        </Group>
        {statement.isError && <ErrorState error={statement.error} onRetry={() => statement.refetch()} compact />}
        {statement.isPending && <ChartSkeleton height={260} />}
        {statement.data && <Statement statement={statement.data} />}
      </Stack>
    </FormDialog>
  )
}

function Statement({ statement }: { statement: AccountStatement }) {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const { timeZone } = useSession()
  const { day } = useFormat()
  const { from, lines, openingMinor, chargedMinor, settledMinor, closingMinor } = statement
  const amount = (minor: number) => (minor > 0 ? money(minor) : '')
  return (
    <>
      <FigureTable<StatementLine | null>
        minWidth={720}
        // The first row is what was owed at the start.
        rows={[null, ...lines]}
        keyOf={(line) => String(line?.position ?? 'opening')}
        columns={[
          { head: t('account.time'), cell: (line) => (line ? <InstantText at={line.at} timeZone={timeZone} /> : day(from)) },
          { head: t('statement.entry'), cell: (line) => t(line ? `statement.value.kind.${line.kind}` : 'statement.opening') },
          { head: t('statement.detail'), cell: (line) => line && <Detail line={line} /> },
          { head: t('statement.charged'), cell: (line) => amount(line?.amountMinor ?? 0) },
          { head: t('statement.settled'), cell: (line) => amount(-(line?.amountMinor ?? 0)) },
          { head: t('statement.owedAfter'), isNumber: true, cell: (line) => money(line?.balanceMinor ?? openingMinor) },
        ]}
        foot={[
          [
            { content: t('statement.closing'), span: 3 },
            { content: money(chargedMinor) },
            { content: money(settledMinor) },
            { content: money(closingMinor) },
          ],
        ]}
      />
      {lines.length === 0 && <Text size="sm">{t('statement.noEntries')}</Text>}
      <Text size="xs" c="dimmed">
        {t('statement.signs')}
      </Text>
    </>
  )
}

function Detail({ line: { kind, period, count, note } }: { line: StatementLine }) {
  const { t } = useTranslation('billing')
  const { day } = useFormat()
  if (period) return `${day(period.from)} – ${day(addDays(period.to, -1))}`
  if (count === null) return note
  if (kind === 'lateFee') return t('statement.lateFee', { month: count, day: day(note) })
  const counted = kind === 'instalments' ? t('statement.instalments', { count }) : t('statement.deductions', { count })
  return note === '' ? counted : `${counted}, ${note}`
}
