import { Button, Group, Stack } from '@mantine/core'
import { DateTimePicker } from '@mantine/dates'
import type { bills } from '@nightflow/schemas/billing/bill'
import { listBillHistory } from '@nightflow/schemas/billing/bill-calls'
import { type BillThen, billAsOf, billCalculation } from '@nightflow/schemas/billing/bill-documents'
import { resources } from '@nightflow/schemas/resources'
import type { RowOf } from '@nightflow/schemas/shared/resource'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { AccountReminders, BillInstalments } from '#billing/bill-collection.tsx'
import { BillComparisonTool } from '#billing/bill-comparison.tsx'
import { BillLines } from '#billing/bill-lines.tsx'
import { BillNotes } from '#billing/bill-notes.tsx'
import { BillPdfMenu } from '#billing/bill-pdf-menu.tsx'
import { PayLinkTool } from '#billing/pay-link-tool.tsx'
import { TitledHistory } from '#billing/titled-history.tsx'
import { useSession } from '#session/session-query.ts'
import { instantOfWall, wallTextOf } from '#ui/local-days.ts'
import { useResourceWords } from '#ui/resource/resource-words.ts'
import { ChartSkeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'
import { useFormat } from '#ui/use-format.ts'
import { useMayDo } from '#ui/use-may-do.ts'
import { useMoney } from '#ui/use-money.ts'

type Bill = RowOf<typeof bills>
const words = { texts: 'billing', name: 'bill', calls: { dictionaries: resources.bills.dictionaries } }

/** A bill with its lines and its history; with a moment chosen, the bill as it was believed then. */
export function BillDetail({ row }: { row: Bill }) {
  const [asOf, setAsOf] = useState<string | null>(null)
  const { billNo } = row
  return (
    <Stack gap="md">
      <Group justify="space-between" align="end">
        <AsOfPicker row={row} asOf={asOf} onAsOf={setAsOf} />
        <Group gap="xs">
          <BillComparisonTool billNo={row.billNo} />
          <PayLinkTool accountNo={row.accountNo} />
          <BillPdfMenu bill={row} asOf={asOf} />
        </Group>
      </Group>
      {asOf === null ? <Now row={row} /> : <Then billNo={billNo} asOf={asOf} onLeave={() => setAsOf(null)} />}
      {asOf === null && <TitledHistory resource={words} endpoint={listBillHistory} queryKey={['bill-history', billNo]} of={{ billNo }} />}
    </Stack>
  )
}

/** Where the amounts of a bill come from, as the bill is now or was believed at a moment; undefined until it is known. */
function useCalculation(billNo: number, asOf: string | undefined, changedAt: string | null) {
  const mayDo = useMayDo()
  return useQuery({
    queryKey: [billCalculation.path, billNo, asOf, changedAt],
    queryFn: ({ signal }) => call(billCalculation, { billNo, asOf }, signal),
    enabled: mayDo(billCalculation),
  }).data
}

function Now({ row }: { row: Bill }) {
  return (
    <>
      <AccountReminders accountNo={row.accountNo} />
      <BillNotes bill={row} />
      {row.plan && <BillInstalments plan={row.plan} openMinor={row.openMinor} />}
      <BillLines bill={row} calculation={useCalculation(row.billNo, undefined, row.updateTime)} />
    </>
  )
}

type Picked = { row: Bill; asOf: string | null; onAsOf: (asOf: string | null) => void }

/** A moment between the issue of the bill and now, by the clock of the utility. */
function AsOfPicker({ row: { createTime }, asOf, onAsOf }: Picked) {
  const { t } = useTranslation('billing')
  const { timeZone } = useSession()
  const { inputDates } = useFormat()
  const mayDo = useMayDo()
  if (!mayDo(billAsOf)) return null
  return (
    <DateTimePicker
      size="xs"
      w={220}
      clearable
      valueFormat={inputDates.moment}
      label={t('bill.asOf.label')}
      placeholder={t('bill.asOf.now')}
      minDate={wallTextOf(Date.parse(createTime), timeZone)}
      maxDate={wallTextOf(Date.now(), timeZone)}
      value={asOf && wallTextOf(Date.parse(asOf), timeZone)}
      onChange={(moment) => onAsOf(moment && instantOfWall(moment, timeZone))}
    />
  )
}

function Then({ billNo, asOf, onLeave }: { billNo: number; asOf: string; onLeave: () => void }) {
  const then = useQuery({
    queryKey: ['bill-history', billNo, 'asOf', asOf],
    queryFn: ({ signal }) => call(billAsOf, { billNo, asOf }, signal),
  })
  return (
    <>
      <Banner asOf={asOf} laterEvents={then.data?.laterEvents} onLeave={onLeave} />
      {then.isError && <ErrorState error={then.error} onRetry={() => then.refetch()} compact />}
      {then.isPending && <ChartSkeleton height={200} />}
      {then.data && <Believed then={then.data} asOf={asOf} />}
    </>
  )
}

/** A bill of the past must not be mistaken for the bill as it is. */
function Banner({ asOf, laterEvents, onLeave }: { asOf: string; laterEvents: number | undefined; onLeave: () => void }) {
  const { t } = useTranslation('billing')
  const { timeZone } = useSession()
  const { instant } = useFormat()
  return (
    <div className="nf-banner" role="status">
      <IconHistory size={18} aria-hidden />
      <span style={{ flex: '1 1 200px' }}>
        {t('bill.asOf.banner', { moment: instant(asOf, timeZone, 'minute') })}
        {laterEvents !== undefined && ` ${t('bill.asOf.later', { count: laterEvents })}`}
      </span>
      <Button size="compact-sm" variant="default" onClick={onLeave}>
        {t('bill.asOf.leave')}
      </Button>
    </div>
  )
}

const amounts = ['totalMinor', 'vatMinor', 'openMinor', 'overdueMinor', 'lateFeesMinor'] as const

/** State, amounts and the last calculation of then. */
function Believed({ then: { bill }, asOf }: { then: BillThen; asOf: string }) {
  const { word, field } = useResourceWords(words)
  const money = useMoney()
  const { day } = useFormat()
  const { recomputed } = bill
  const facts = [
    ['status', word('status', bill.status).label],
    ['dueOn', day(bill.dueOn)],
    ...amounts.map((amount) => [amount, money(bill[amount])] as const),
  ] as const
  return (
    <>
      <dl className="nf-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{field(name)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <BillLines bill={recomputed ?? bill} calculation={useCalculation(bill.billNo, asOf, null)} />
    </>
  )
}
