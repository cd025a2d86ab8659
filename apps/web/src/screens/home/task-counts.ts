import { AlarmStatus } from '@nightflow/schemas/alarms/alarm'
import { BankEntryStatus } from '@nightflow/schemas/billing/bank-entry'
import { BillRunStatus } from '@nightflow/schemas/billing/bill-run'
import { HeldBillStatus } from '@nightflow/schemas/billing/held-bill'
import { statisticsAlarmData, statisticsBillData, statisticsCommunicationData } from '@nightflow/schemas/dashboard/endpoints'
import { listConsumptionReviews, ReviewStatus } from '@nightflow/schemas/metering/consumption-review'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import type { Call, Endpoint } from '@nightflow/schemas/shared/endpoint'
import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { alarmStatisticsQuery, billQuery, communicationQuery } from '#dashboard/dashboard-queries.ts'
import { useMayDo } from '#ui/use-may-do.ts'

/** Work that waits: how much of it, and the list that has it. `name` is its text. */
export type Task = {
  name: 'alarms' | 'reviews' | 'heldBills' | 'bankEntries' | 'billRuns' | 'overdueBills' | 'gateways'
  screen: string
  search?: Record<string, string>
  /** Null while it is not known. */
  count: number | null
  isFailed: boolean
}

type Paged = Call<object, { total: number }>
type Counted = Pick<Task, 'name' | 'screen'> & { list: Paged & Endpoint; search: Record<string, string> }

/** Lists of which the total is the count. */
const counted: readonly Counted[] = [
  {
    name: 'reviews',
    screen: 'metering/consumption-review',
    list: listConsumptionReviews,
    search: { status: ReviewStatus.enum.open },
  },
  {
    name: 'heldBills',
    screen: 'billing/heldBills',
    list: resourceCalls.heldBills.list,
    search: { status: HeldBillStatus.enum.held },
  },
  {
    name: 'bankEntries',
    screen: 'billing/bank-entries',
    list: resourceCalls.bankEntries.list,
    search: { status: BankEntryStatus.enum.unmatched },
  },
  {
    name: 'billRuns',
    screen: 'billing/bill-runs',
    list: resourceCalls.billRuns.list,
    search: { status: BillRunStatus.enum.previewed },
  },
]

const askEveryMilliseconds = 60_000

const taskOf = (
  of: Pick<Task, 'name' | 'screen' | 'search'>,
  { isError }: Pick<UseQueryResult, 'isError'>,
  count: number | undefined,
): Task => ({
  ...of,
  count: count ?? null,
  isFailed: isError,
})

/** The tasks of a person: those whose list the person may open. */
export function useTasks(): readonly Task[] {
  const mayDo = useMayDo()
  const mine = counted.filter(({ list }) => mayDo(list))
  const totals = useQueries({
    queries: mine.map(({ name, list, search }) => ({
      queryKey: [list.path, 'count', name],
      queryFn: ({ signal }: { signal: AbortSignal }) => call(list, { ...search, pageNum: 1, pageSize: 1 }, signal),
      refetchInterval: askEveryMilliseconds,
    })),
  })
  const alarms = useQuery({ ...alarmStatisticsQuery, enabled: mayDo(statisticsAlarmData) })
  const bills = useQuery({ ...billQuery, enabled: mayDo(statisticsBillData) })
  const communication = useQuery({ ...communicationQuery, enabled: mayDo(statisticsCommunicationData) })
  const unprocessed = AlarmStatus.enum.unprocessed
  const open = alarms.data?.byStatus.find(({ alarmStatus }) => alarmStatus === unprocessed)?.count
  return [
    ...(mayDo(statisticsAlarmData)
      ? [taskOf({ name: 'alarms', screen: 'alarms/index', search: { alarmStatus: unprocessed } }, alarms, alarms.data && (open ?? 0))]
      : []),
    ...mine.map((one, index) => taskOf(one, totals[index]!, totals[index]!.data?.total)),
    ...(mayDo(resourceCalls.bills.list)
      ? [taskOf({ name: 'overdueBills', screen: 'billing/aged-receivables' }, bills, bills.data?.overdueBills)]
      : []),
    ...(mayDo(statisticsCommunicationData)
      ? [
          taskOf(
            { name: 'gateways', screen: 'gateways/index' },
            communication,
            communication.data?.gateways.filter(({ isSilent }) => isSilent).length,
          ),
        ]
      : []),
  ]
}
