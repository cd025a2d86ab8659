import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AccountBills } from '@nightflow/domain/billing/account-bills'
import { accountBillsDecider } from '@nightflow/domain/billing/account-bills-decider'
import { type BillPeriod, overlapping, unbilledPartsMax } from '@nightflow/domain/billing/bill-period'
import type { BillRunState } from '@nightflow/domain/billing/bill-run-decider'
import { type HeldFor, periodOf } from '@nightflow/domain/billing/compose-bill'
import { dueDay } from '@nightflow/domain/billing/due-day'
import { type ChargedBills, deductionTerms } from '@nightflow/domain/billing/payment-deduction'
import type { EventLog } from '@nightflow/event-log/event-log'
import { executeCommand, type Forbids, loadBeside, loadGuard, loadStreams } from '@nightflow/event-log/execute-command'
import type { Loaded } from '@nightflow/event-log/kept-states'
import { withTenant } from '@nightflow/event-log/postgres/database'
import { accountsWithCharges } from '@nightflow/projections/billing/account-schemes'
import { billIdOf } from '@nightflow/projections/billing/bill-id-of-run'
import { readCollectionSettings } from '@nightflow/projections/billing/collection-settings'
import { chooseAccounts } from '@nightflow/projections/joined/accounts-to-bill'
import { billsOfAccounts, type Composing, unbilledOfAccounts, type WantedBill } from '@nightflow/projections/joined/bill-of-account'
import { BillType, type ComposedBill } from '@nightflow/schemas/billing/bill'
import { type BillRunAccount, BillRunResult } from '@nightflow/schemas/billing/bill-run'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import type { Pool, PoolClient } from 'pg'

export type RunParts = { pool: Pool; log: EventLog }
/** A run that has been started, with the zone of its tenant. */
export type OpenRun = { tenant: string; timeZone: string; started: NonNullable<BillRunState['started']> } & Pick<BillRunState, 'posted'>

/** Bills that are composed before the process answers other requests. */
const accountsPerTurn = 50
/** Accounts whose streams are read at once; as many bills are decided at the same time, so that the log stores them in full groups. */
const accountsPerStep = 128
/** While one step is stored, the next one is read and decided. */
const stepsAtOnce = 2
const statementSecondsMax = 120
const ordinaryBill = BillType.enum.ordinary
const transferBill = BillType.enum.transfer

const resultOf = {
  'not-billed': BillRunResult.enum.notBilled,
  'no-price': BillRunResult.enum.noPrice,
  'no-reading': BillRunResult.enum.noReading,
  'days-missing': BillRunResult.enum.daysMissing,
  'days-questioned': BillRunResult.enum.daysQuestioned,
  'use-below-zero': BillRunResult.enum.useBelowZero,
} as const satisfies Record<HeldFor, BillRunResult>
const resultOfRefusal: Partial<Record<string, BillRunResult>> = {
  ...{
    'bill-period-billed': BillRunResult.enum.billedBefore,
    'bills-full': BillRunResult.enum.billsFull,
    'bill-too-large': BillRunResult.enum.billTooLarge,
  },
  // The account was cancelled since the page was composed.
  'account-closed': resultOf['not-billed'],
}

/** The bill of days of an account, or why they have none. */
type Part = BillPeriod & { bill: ComposedBill | HeldFor }
/** An account with its bills: one for each holder of the period, and none where all its days are billed. */
type Composed = { accountNo: string; parts: readonly Part[] }
/** The accounts of one page with their bills. Nothing is decided: what was billed meanwhile, the stream of the account says. */
export type RunPage = { composed: readonly Composed[]; lastAccount: number; isLast: boolean }
const billedBefore = BillRunResult.enum.billedBefore

/** Reads and composes the page behind an account. */
export const readPage = async (
  pool: Pool,
  { tenant, timeZone, started, posted }: OpenRun,
  after: number,
  limit: number,
): Promise<RunPage> => {
  const period = periodOf({ ...started, timeZone })
  const { settings } = await withTenant(pool, tenant, readCollectionSettings)
  const due = { timeZone, dueOn: posted?.dueOn ?? dueDay(Date.now(), timeZone, settings) }
  const { chosen, composing } = await withTenant(pool, tenant, (database) => readParts(database, { started, period, after, limit, due }), {
    statementSecondsMax,
  })
  const composed: Composed[] = []
  for (const [nth, { accountNo }] of chosen.entries()) {
    if (nth % accountsPerTurn === 0) await nextTurn()
    const parts = composing.get(accountNo) ?? []
    composed.push({ accountNo, parts: parts.map(({ from, to, compose }) => ({ from, to, bill: compose() })) })
  }
  return { composed, lastAccount: chosen.at(-1)?.id ?? after, isLast: chosen.length < limit }
}

type Asked = Pick<OpenRun, 'started'> & {
  period: BillPeriod
  after: number
  limit: number
  due: { timeZone: string; dueOn: string }
}

/** Accounts of a page, with what composes the bills of their unbilled days. Accounts with one holder are read in the first round; the others are few. */
const readParts = async (database: PoolClient, { started, period, after, limit, due }: Asked) => {
  const chosen = await chooseAccounts(database, started, { after, limit })
  const accountNos = chosen.map(({ accountNo }) => accountNo)
  const unbilled = await unbilledOfAccounts(database, accountNos, { timeZone: due.timeZone, period })
  const composing = new Map<string, (BillPeriod & { compose: Composing })[]>()
  for (let round = 0; round < unbilledPartsMax; round += 1) {
    const wanted = chosen.flatMap((account): WantedBill[] => {
      const part = unbilled.get(account.accountNo)!.parts[round]
      return part ? [{ ...account, period: part, billType: part.endsWithHolder ? transferBill : ordinaryBill }] : []
    })
    if (wanted.length === 0) break
    const bills = await billsOfAccounts(database, wanted, due)
    for (const {
      accountNo,
      period: { from, to },
    } of wanted) {
      const compose = bills.get(accountNo)
      if (compose) composing.set(accountNo, [...(composing.get(accountNo) ?? []), { from, to, compose }])
    }
  }
  return { chosen, composing }
}

/** The accounts of a page of a preview, with the surcharges and instalments that their bills would take. */
export const previewPage = async ({ pool, log }: RunParts, run: OpenRun, { composed }: RunPage): Promise<BillRunAccount[]> => {
  const { tenant, timeZone } = run
  const accountNos = composed.map(({ accountNo }) => accountNo)
  const charged = await withTenant(pool, tenant, (database) => accountsWithCharges(database, accountNos))
  const names = [...charged].map((accountNo) => streamOf(run, accountNo))
  const [streams, beside] = await Promise.all([
    loadStreams(log, names, accountBillsDecider),
    names.length === 0 ? {} : loadBeside(log, tenant, deductionTerms),
  ])
  const context = { now: new Date().toISOString(), actor: 'preview', timeZone, beside }
  return composed.map(({ accountNo, parts }) => {
    let state = streams.get(streamOf(run, accountNo))?.state
    const found = parts.map(({ bill }): Found => {
      if (typeof bill === 'string' || !state) return bill
      const billId = billIdOf(run, accountNo, bill.periodFrom)
      const decided = accountBillsDecider.decide.IssueBill({ type: 'IssueBill', accountNo, billId, ...bill }, state, context)
      if (isRejection(decided)) return bill
      state = decided.reduce(accountBillsDecider.evolve, state)
      return state.bills.get(billId)?.issued ?? bill
    })
    return foundFor(accountNo, found)
  })
}

/**
 * Issues the bills of a page, each in the stream of its account. Bills that an earlier process issued before it stopped count as they are, also
 * where the account is held by now.
 */
export const postPage = async ({ log }: RunParts, run: OpenRun, { composed }: RunPage): Promise<BillRunAccount[]> => {
  const found: BillRunAccount[] = []
  let next = 0
  const postInTurn = async (): Promise<void> => {
    while (next < composed.length) {
      const first = next
      next += accountsPerStep
      const step = composed.slice(first, next)
      const names = step.map(({ accountNo }) => streamOf(run, accountNo))
      // A month is closed an hour after its end at the earliest: what is read now holds for a step.
      const [streams, forbids] = await Promise.all([
        loadStreams(log, names, accountBillsDecider),
        loadGuard(log, run.tenant, accountBillsDecider),
      ])
      const posted = step.map(async (each, nth) => {
        found[first + nth] = await postBills(log, run, each, { known: streams.get(names[nth]!)!, forbids })
      })
      await Promise.all(posted)
    }
  }
  await Promise.all(Array.from({ length: stepsAtOnce }, postInTurn))
  return found
}

const streamOf = ({ tenant }: OpenRun, accountNo: string): string => `${tenant}/billing-account-${accountNo}`

/** Issues the bills of one account, the earliest first. Bills issued before a process stopped stay as they are. */
const postBills = async (
  log: EventLog,
  run: OpenRun,
  { accountNo, parts }: Composed,
  { known, forbids }: { known: Loaded<ChargedBills>; forbids: Forbids },
): Promise<BillRunAccount> => {
  const issued = issuedBy(run, accountNo, known.state)
  const found: Found[] = [...issued]
  let loaded = known
  for (const { bill, ...days } of parts) {
    if (overlapping(issued.map(periodOfBill), days)) continue
    if (typeof bill === 'string') {
      found.push(bill)
      continue
    }
    const posted = await postBill(log, run, { accountNo, bill }, { known: loaded, forbids })
    found.push(posted.result)
    loaded = posted.loaded
  }
  return foundFor(accountNo, found)
}

const periodOfBill = ({ periodFrom, periodTo }: Pick<ComposedBill, 'periodFrom' | 'periodTo'>): BillPeriod => ({
  from: periodFrom,
  to: periodTo,
})

/** The bills of an account that this run has issued. */
const issuedBy = (run: OpenRun, accountNo: string, { bills }: AccountBills): ComposedBill[] => {
  const period = periodOf({ ...run.started, timeZone: run.timeZone })
  return [...bills].flatMap(([billId, { issued }]) =>
    overlapping([periodOfBill(issued)], period) && billId === billIdOf(run, accountNo, issued.periodFrom) ? [issued] : [],
  )
}

const postBill = async (
  log: EventLog,
  run: OpenRun,
  { accountNo, bill }: { accountNo: string; bill: ComposedBill },
  { known, forbids }: { known: Loaded<ChargedBills>; forbids: Forbids },
): Promise<{ result: Found; loaded: Loaded<ChargedBills> }> => {
  const { tenant, timeZone, started, posted } = run
  if (!posted) throw new Error(`the run ${started.runId} issues bills and was not posted`)
  const billId = billIdOf(run, accountNo, bill.periodFrom)
  const result = await executeCommand(log, {
    decider: accountBillsDecider,
    tenant,
    command: { type: 'IssueBill', accountNo, billId, ...bill },
    context: { now: new Date().toISOString(), actor: posted.postedBy, timeZone },
    actor: posted.postedBy,
    eventId: billId,
    cause: started.runId,
    ...{ known, forbids },
  })
  if (isRejection(result)) {
    const refused = resultOfRefusal[result.rejected]
    if (!refused) throw new Error(`the bill of ${accountNo} was refused: ${result.rejected}`)
    return { result: refused, loaded: known }
  }
  const { after, version, position } = result
  return { result: after.bills.get(billId)?.issued ?? bill, loaded: { state: after, version, position } }
}

type Found = Pick<ComposedBill, 'litres' | 'amountMinor' | 'vatMinor' | 'totalMinor'> | HeldFor | BillRunResult

/** Result of a run for an account: the sum of its bills, and the first reason why some of its days have none. */
const foundFor = (accountNo: string, found: readonly Found[]): BillRunAccount => {
  const sum = { litres: 0, amountMinor: 0, vatMinor: 0, totalMinor: 0 }
  let reason: HeldFor | BillRunResult | undefined = found.length === 0 ? billedBefore : undefined
  for (const each of found) {
    if (typeof each === 'string') {
      reason ??= each
      continue
    }
    sum.litres += each.litres
    sum.amountMinor += each.amountMinor
    sum.vatMinor += each.vatMinor
    sum.totalMinor += each.totalMinor
  }
  const result =
    reason === undefined ? BillRunResult.enum.billed : reason in resultOf ? resultOf[reason as HeldFor] : (reason as BillRunResult)
  return { accountNo, result, ...sum }
}
