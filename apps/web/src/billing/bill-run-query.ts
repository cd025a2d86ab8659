import { type BillRun, BillRunStatus } from '@nightflow/schemas/billing/bill-run'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#api/call.ts'

const { find, list } = resourceCalls.billRuns
const watchMilliseconds = 1_000
const lookMilliseconds = 30_000
const newest = 10

export const isRunning = ({ status }: Pick<BillRun, 'status'>): boolean =>
  status === BillRunStatus.enum.previewRunning || status === BillRunStatus.enum.posting

/** One run; while it is at work its progress is read every second. Below the key of the list, which commands refresh. */
export const billRunQuery = (billRunNo: number) =>
  queryOptions({
    queryKey: [list.path, 'one', billRunNo],
    queryFn: ({ signal }) => call(find, { billRunNo }, signal),
    refetchInterval: ({ state: { data } }) => (data && isRunning(data) ? watchMilliseconds : false),
  })

/** The newest runs: a run goes on when its page is left. */
export const newestRunsQuery = queryOptions({
  queryKey: [list.path, 'newest'],
  queryFn: ({ signal }) => call(list, { pageSize: newest }, signal),
  refetchInterval: ({ state: { data } }) => (data?.rows.some(isRunning) ? watchMilliseconds : lookMilliseconds),
})
