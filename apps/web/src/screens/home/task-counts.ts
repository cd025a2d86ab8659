import { AlarmStatus } from '@nightflow/schemas/alarms/alarm'
import { statisticsAlarmData, statisticsBillData, statisticsCommunicationData } from '@nightflow/schemas/dashboard/endpoints'
import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { alarmStatisticsQuery, billQuery, communicationQuery } from '#dashboard/dashboard-queries.ts'
import { useMayDo } from '#ui/use-may-do.ts'
import { countedLists } from './counted-lists.ts'

const askEveryMilliseconds = 60_000

/** Work that waits: how much of it, and the list that has it. `name` is its text. */
export type Task = {
  name: 'alarms' | 'reviews' | 'heldBills' | 'bankEntries' | 'billRuns' | 'overdueBills' | 'gateways'
  screen: string
  search?: Record<string, string>
  /** Null while it is not known. */
  count: number | null
  isFailed: boolean
}

type Counted = Pick<Task, 'name' | 'screen'> & { of: 'reviews' | 'heldBills' | 'bankEntries' | 'billRuns' }

/** Lists of which the total is the count. */
const counted: readonly Counted[] = [
  { name: 'reviews', of: 'reviews', screen: 'metering/consumption-review' },
  { name: 'heldBills', of: 'heldBills', screen: 'billing/heldBills' },
  { name: 'bankEntries', of: 'bankEntries', screen: 'billing/bank-entries' },
  { name: 'billRuns', of: 'billRuns', screen: 'billing/bill-runs' },
]

/** How many rows of a list have the status that waits. */
export const countQuery = (of: keyof typeof countedLists) => ({
  queryKey: [countedLists[of].path, 'count', of],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(countedLists[of], { status: countedLists[of].waiting, pageNum: 1, pageSize: 1 }, signal),
  refetchInterval: askEveryMilliseconds,
})

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
  const mine = counted.filter(({ of }) => mayDo(countedLists[of]))
  const totals = useQueries({ queries: mine.map(({ of }) => countQuery(of)) })
  const alarms = useQuery({ ...alarmStatisticsQuery, enabled: mayDo(statisticsAlarmData) })
  const bills = useQuery({ ...billQuery, enabled: mayDo(statisticsBillData) })
  const communication = useQuery({ ...communicationQuery, enabled: mayDo(statisticsCommunicationData) })
  const unprocessed = AlarmStatus.enum.unprocessed
  const open = alarms.data?.byStatus.find(({ alarmStatus }) => alarmStatus === unprocessed)?.count
  return [
    ...(mayDo(statisticsAlarmData)
      ? [taskOf({ name: 'alarms', screen: 'alarms/index', search: { alarmStatus: unprocessed } }, alarms, alarms.data && (open ?? 0))]
      : []),
    ...mine.map((one, index) =>
      taskOf(
        { name: one.name, screen: one.screen, search: { status: countedLists[one.of].waiting } },
        totals[index]!,
        totals[index]!.data?.total,
      ),
    ),
    ...(mayDo({ permission: 'billing:bill:list' })
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
