import { setImmediate as nextTurn } from 'node:timers/promises'
import { periodsToDeduct } from '@nightflow/domain/billing/burn-down'
import { burnDownRunDecider } from '@nightflow/domain/billing/burn-down-run-decider'
import { consumptionDecider, deductionOfUse } from '@nightflow/domain/billing/consumption-decider'
import { dateOfDay, dayOfDate } from '@nightflow/domain/shared/local-time'
import type { EventLog } from '@nightflow/event-log/event-log'
import { appendUndecided, executeCommand, type Forbids, loadGuard } from '@nightflow/event-log/execute-command'
import { nameBasedId } from '@nightflow/event-log/name-based-id'
import { withTenant } from '@nightflow/event-log/postgres/database'
import { type KnownPeriod, openPeriods } from '@nightflow/projections/billing/burn-downs'
import {
  choosePrepaid,
  countPrepaid,
  type PeriodOfAccount,
  type PrepaidAccount,
  useOfPeriods,
} from '@nightflow/projections/joined/prepaid-accounts'
import type { DeductConsumption } from '@nightflow/schemas/billing/burn-down'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import type { Pool } from 'pg'

export type BurnDownParts = { pool: Pool; log: EventLog }
/** A local day of a tenant: the last one whose use counts. */
export type BurnDownDay = { tenant: string; timeZone: string; day: string }
type OnProgress = (made: { done: number; total: number }) => void

const actor = 'policy:burn-down'
/** Namespace of the identifiers of deductions. It must never change, or a period would be deducted twice. */
const namespace = '0a2d6c9b51f34c7e8b1d94f0c63e7a58'
const accountsPerPage = 1_000
/** Accounts whose price is computed before the process answers others. */
const accountsPerTurn = 50
/** Deductions under way at once, so that the log stores them in full groups. */
const deductionsAtOnce = 128
const statementSecondsMax = 120

type Sums = { accounts: number; deducted: number; held: number; totalMinor: number }
/** A period of an account that may have to be deducted, with what was deducted of it. */
type Due = PeriodOfAccount & { contractNo: number; known: KnownPeriod | undefined; isFirst: boolean }

/**
 * Takes from each prepaid account of a tenant what it used up to a day. The read models know what was deducted before, and the identifier of a deduction
 * follows from account, period and number, so that neither a repeat nor two processes deduct twice. While a page is stored, the next one is read.
 */
export const burnDown = async (parts: BurnDownParts, on: BurnDownDay, signal: AbortSignal, onProgress?: OnProgress): Promise<Sums> => {
  const sums: Sums = { accounts: 0, deducted: 0, held: 0, totalMinor: 0 }
  const total = await withTenant(parts.pool, on.tenant, countPrepaid)
  let reading = readPage(parts.pool, on, 0)
  for (;;) {
    const accounts = await reading
    signal.throwIfAborted()
    const isLast = accounts.length < accountsPerPage
    if (!isLast) reading = readPage(parts.pool, on, accounts.at(-1)!.id)
    reading.catch(() => undefined)
    sums.accounts += accounts.length
    await deductPage(parts, on, accounts, sums)
    onProgress?.({ done: sums.accounts, total: Math.max(total, sums.accounts) })
    if (isLast) break
  }
  const context = { now: new Date().toISOString(), actor, timeZone: on.timeZone }
  const command = { type: 'FinishBurnDown', day: on.day, ...sums } as const
  await executeCommand(parts.log, { decider: burnDownRunDecider, tenant: on.tenant, command, context, actor })
  return sums
}

const readPage = (pool: Pool, { tenant, timeZone, day }: BurnDownDay, after: number): Promise<PrepaidAccount[]> =>
  withTenant(pool, tenant, (database) => choosePrepaid(database, { after, limit: accountsPerPage, month: day.slice(0, 7), timeZone }))

const dayAfter = (day: string): string => dateOfDay(dayOfDate(day) + 1)

/** The periods of an account up to a day: the last one that was deducted goes on, and those before it that have assumed days are settled. */
const duePeriods = ({ accountNo, priceSchemes, transferDays, from }: PrepaidAccount, known: readonly KnownPeriod[], to: string): Due[] => {
  const begin = known[0]?.periodFrom ?? from
  return periodsToDeduct(begin, to, transferDays).map((period) => ({
    ...{ accountNo, priceSchemes, period },
    contractNo: 1 + transferDays.filter((day) => day <= period.from).length,
    known: known.find(({ periodFrom }) => periodFrom === period.from),
    isFirst: known.length === 0,
  }))
}

const deductPage = async (parts: BurnDownParts, on: BurnDownDay, accounts: readonly PrepaidAccount[], sums: Sums): Promise<void> => {
  const { pool, log } = parts
  const to = dayAfter(on.day)
  const accountNos = accounts.map(({ accountNo }) => accountNo)
  const known = await withTenant(pool, on.tenant, (database) => openPeriods(database, accountNos, to))
  const due = accounts.map((account) => duePeriods(account, known.get(account.accountNo) ?? [], to))
  const forbids = await loadGuard(log, on.tenant, consumptionDecider)
  for (let nth = 0; due.some((periods) => nth < periods.length); nth += 1) {
    const wanted = due.flatMap((periods) => periods[nth] ?? [])
    const computing = await withTenant(pool, on.tenant, (database) => useOfPeriods(database, wanted, on.timeZone), { statementSecondsMax })
    const deductions: Deduction[] = []
    for (const [place, { accountNo, contractNo, known: before, isFirst }] of wanted.entries()) {
      if (place % accountsPerTurn === 0) await nextTurn()
      const use = computing.get(accountNo)?.()
      if (use === undefined || typeof use === 'string') sums.held += 1
      else deductions.push({ command: { type: 'DeductConsumption', contractNo, ...use }, known: before, isFirst })
    }
    await deductAll(parts, on, deductions, { forbids, sums })
  }
}

type Deduction = Pick<Due, 'known' | 'isFirst'> & { command: DeductConsumption }
type Deducting = { forbids: Forbids; sums: Sums }

const deductAll = async (
  parts: BurnDownParts,
  on: BurnDownDay,
  deductions: readonly Deduction[],
  { forbids, sums }: Deducting,
): Promise<void> => {
  let next = 0
  const inTurn = async (): Promise<void> => {
    for (let one = deductions[next++]; one; one = deductions[next++]) {
      const totalMinor = await deduct(parts, on, one, forbids)
      if (totalMinor === undefined) continue
      sums.deducted += 1
      sums.totalMinor += totalMinor
    }
  }
  await Promise.all(Array.from({ length: deductionsAtOnce }, inTurn))
}

/**
 * The next deduction of an account is not decided against the whole stream: whatever else moved the money of the account, the price of its use is
 * the same, and there is no other writer of deductions. The first one of an account is, because a bill may have the days; and so is money that goes back,
 * because it may pay a bill. Answers the amount; undefined where nothing was deducted.
 */
const deduct = async (
  { log }: BurnDownParts,
  { tenant, timeZone }: BurnDownDay,
  { command, known, isFirst }: Deduction,
  forbids: Forbids,
): Promise<number | undefined> => {
  const now = new Date().toISOString()
  const event = deductionOfUse(known, command, now)
  if (!event) return undefined
  const { accountNo } = command
  const id = nameBasedId(namespace, `${tenant}/${accountNo}/${event.data.periodFrom}/${event.data.sequence}`)
  if (!isFirst && event.data.totalMinor >= 0) {
    const forbidden = forbids([event])
    if (forbidden) throw new Error(`the use of ${accountNo} was refused: ${forbidden.rejected}`)
    const stream = consumptionDecider.streamOf(command)
    const stored = await appendUndecided(log, { stream, event, tenant, actor, eventId: id })
    return stored.status === 'appended' ? event.data.totalMinor : undefined
  }
  const context = { now, actor, timeZone }
  const claims = { id, type: event.type }
  const executed = await executeCommand(log, { decider: consumptionDecider, tenant, command, context, actor, claims })
  // A bill or the cancellation of the account was faster; or another process deducted it.
  if (isRejection(executed)) return undefined
  const stored = executed.events.find(({ type }) => type === event.type)
  return stored ? event.data.totalMinor : undefined
}
