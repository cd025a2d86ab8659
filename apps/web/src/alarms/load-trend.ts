import { findAlarmTrends } from '@nightflow/schemas/alarms/alarm-trend'
import { call } from '#api/call.ts'

type Waiting = { id: number; resolve: (values: (number | null)[]) => void; reject: (error: unknown) => void }
const atOnce = 50
let waiting: Waiting[] = []

/** The figures of one alarm. Those of a page are fetched together: the cells of one list are drawn in the same instant. */
export const loadTrend = (id: number): Promise<(number | null)[]> =>
  new Promise((resolve, reject) => {
    waiting.push({ id, resolve, reject })
    if (waiting.length === 1) setTimeout(fetchAll)
  })

const fetchAll = (): void => {
  const all = waiting
  waiting = []
  for (let start = 0; start < all.length; start += atOnce) fetchSome(all.slice(start, start + atOnce))
}

const fetchSome = (some: readonly Waiting[]): void => {
  call(findAlarmTrends, { alarmProcessedId: some.map(({ id }) => id).join(',') }).then(
    ({ rows }) => {
      const known = new Map(rows.map(({ alarmProcessedId, values }) => [alarmProcessedId, values]))
      for (const { id, resolve } of some) resolve(known.get(id) ?? [])
    },
    (error: unknown) => {
      for (const { reject } of some) reject(error)
    },
  )
}
