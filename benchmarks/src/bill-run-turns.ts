import type { EventLog, NewEvent, RecordedEvent } from '@nightflow/event-log/event-log'
import { type RunWorkerParts, workOnRun } from '@nightflow/worker/billing/work-on-run'
import type { Pool } from 'pg'
import { tenant } from './frames.ts'

type Parts = { pool: Pool; log: EventLog }
type Turns = { runSeconds: number; appendSeconds: number; appended: number }

const dayMilliseconds = 86_400_000
/** Days over which the bills of the limit were issued, so that reports have months of bills. */
const daysBack = 300
const appendsAtOnce = 1_000

/**
 * Posts a run in turns of so many pages. After each of them as many events of a bill's size are appended to the same log, each to a stream of its own,
 * so that whatever else the machine does hits both. A turn ends by stopping the worker, as a server that stops does it; the next one reads its page anew.
 */
export const timeInTurns = async (parts: Parts, runId: string, pagesPerTurn: number): Promise<Turns> => {
  const turns = { runSeconds: 0, appendSeconds: 0, appended: 0 }
  for (let isLast = false; !isLast; ) {
    const turn = await runPages(parts, runId, pagesPerTurn)
    isLast = turn.isLast
    turns.runSeconds += turn.seconds
    if (turn.billed === 0) continue
    turns.appendSeconds += await timeAppends(parts, turns.appended, turn.billed)
    turns.appended += turn.billed
  }
  return turns
}

/** Works on a run until so many pages are stored. The seconds end with the last of them: the page that was read ahead is thrown away. */
const runPages = async ({ pool, log }: Parts, runId: string, pages: number) => {
  const stopping = new AbortController()
  const started = performance.now()
  const seen = { pages: 0, billed: 0, seconds: 0, isLast: true }
  const counting: EventLog = {
    ...log,
    append: async (stream, expectedVersion, events) => {
      const result = await log.append(stream, expectedVersion, events)
      if (events[0]?.type === 'billing.BillIssued') seen.billed += 1
      if (stream !== `${tenant}/billing-run-${runId}`) return result
      seen.pages += 1
      seen.seconds = (performance.now() - started) / 1000
      if (seen.pages === pages && events.length === 1) {
        seen.isLast = false
        stopping.abort()
      }
      return result
    },
  }
  const parts: RunWorkerParts = { pool, log: counting, logger: console as never }
  await workOnRun(parts, { tenant, runId }, stopping.signal)
  return seen
}

/** Seconds of appending so many bills of earlier months, of one account after the other, each to an empty stream. */
const timeAppends = async ({ pool, log }: Parts, first: number, count: number): Promise<number> => {
  const issued = await issuedBill({ pool, log })
  let next = 0
  const appendInTurn = async (): Promise<void> => {
    while (next < count) {
      const nth = first + next++
      await log.append(`${tenant}/billing-limit-${nth}`, 0, [earlierBill(issued, nth)])
    }
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: appendsAtOnce }, appendInTurn))
  return (performance.now() - started) / 1000
}

const issuedBill = async ({ pool, log }: Parts): Promise<RecordedEvent> => {
  const { rows } = await pool.query<{ stream: string }>(`select stream from log.events where type = 'billing.BillIssued' limit 1`)
  return (await log.readStream(rows[0]!.stream)).find(({ type }) => type === 'billing.BillIssued')!
}

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** The same bill, of another account and of days before. */
const earlierBill = ({ type, schemaVersion, data, metadata }: RecordedEvent, nth: number): NewEvent => {
  const at = Date.now() - (31 + (nth % daysBack)) * dayMilliseconds
  const days = { periodFrom: dateOf(at - 30 * dayMilliseconds), periodTo: dateOf(at), dueOn: dateOf(at + 30 * dayMilliseconds) }
  const billId = crypto.randomUUID()
  const bill = { ...data, ...days, accountNo: String(nth + 1), billId, at: new Date(at).toISOString() }
  return { id: crypto.randomUUID(), type, schemaVersion, data: bill, metadata }
}
