import { setTimeout as sleep } from 'node:timers/promises'
import { BillRunScope, BillRunStatus } from '@nightflow/schemas/billing/bill-run'
import { callBackOffice, idOf } from './call-back-office.ts'
import { callNightflow } from './call-nightflow.ts'
import { chargeAccounts } from './charge-accounts.ts'
import type { City } from './city.ts'
import type { Meter } from './city-model.ts'

const scope = BillRunScope.enum

type Order = {
  baseUrl: string
  token: string
  city: City
  /** First local midnight of the first month to bill, epoch milliseconds. */
  from: number
  signal?: AbortSignal
}
type Call = ReturnType<typeof callBackOffice>
type BillRow = { billNo: number; periodFrom: string; totalMinor: number; openMinor: number }
type RunRow = { billRunNo: number; runId: string; status: string }

/** Whole months of history before the month in which a city begins: as many bills has each account of the billed partition. */
export const billedMonths = 12
export const billedPartition = 'summit-park'
const chargedAccounts = 12
/** Accounts at work at once: the service has others to answer. */
const atOnce = 4
const minorPerUnit = 100
const monthsPerPayment = 3

/** Kinds of what is sent, so that the identifiers of different ones differ. */
export const kinds = { run: 10, payment: 20, credit: 40 }
const { previewed, finished } = BillRunStatus.enum
/** Rounds until a run is previewed or finished. */
const roundsMax = 600
const pauseMilliseconds = 100

/** Meters whose accounts are billed for the year: those of one partition. */
export const billedMeters = ({ zones, meters }: City): Meter[] => {
  const zone = zones.find(({ id }) => id === billedPartition)
  return meters.filter((meter) => meter.zone === zone?.index && meter.role === 'sub' && meter.registered && !meter.exchanged)
}

/**
 * Bills the accounts of a partition for a year, month by month, and takes the payments of most of them, the last ones from a bank statement. The last month
 * is then previewed for all accounts, so that one can see which are held and why. Run again it changes nothing: every run, payment and entry of the
 * bank has an identifier of its own.
 */
export async function billAccounts({ city, from, ...order }: Order): Promise<void> {
  const call = callBackOffice(order)
  const meters = billedMeters(city)
  // Its schemes are shown once the read models have what was stored before them: every day to be billed.
  await chargeAccounts({ ...order, now: from }, meters.slice(0, chargedAccounts).map(accountNoOf))
  const months = monthsFrom(city, from)
  for (const [nth, month] of months.entries()) {
    const runId = idOf(kinds.run, nth)
    await call('POST', 'billRun', { runId, firstMonth: month, lastMonth: month, scope: scope.partition, partitionId: billedPartition })
    const { billRunNo } = await runIn(call, runId, [previewed, finished], order.signal)
    await call('PUT', `billRun/post/${billRunNo}`, {})
    await runIn(call, runId, [finished], order.signal)
  }
  const lastMonth = months.at(-1)!
  await call('POST', 'billRun', { runId: idOf(kinds.run, months.length), firstMonth: lastMonth, lastMonth, scope: scope.all })
  const waiting = meters.entries()
  const next = async (): Promise<void> => {
    for (const [nth, meter] of waiting) await pay(call, accountNoOf(meter), nth)
  }
  await Promise.all(Array.from({ length: atOnce }, next))
  const debtors = meters.filter((_, nth) => nth % 4 === 3 && nth % 16 !== 3).map(accountNoOf)
  await importStatement({ ...order, call, day: `${lastMonth}-28` }, debtors.slice(0, paidByBank))
}

/** Accounts that pay their first bill by bank transfer. */
const paidByBank = 9
const openingMinor = 1_250_000

/** How a transfer names what it pays: the creditor reference of the payment slip, the number of the bill, or that of the account. */
const remittances = [
  ({ billNo }: BillRow) => {
    const checkDigits = 98n - (BigInt(`${billNo}271500`) % 97n)
    return `Water RF${String(checkDigits).padStart(2, '0')}${billNo}`
  },
  ({ billNo }: BillRow) => `Water bill ${billNo}`,
  (_: BillRow, accountNo: string) => `Water of account ${accountNo}`,
]

/** Transfers that wait for a clerk: nothing in them names an account, or the money went out. */
const unclear = [
  { amountMinor: 4_560, name: 'J OKAFOR', text: 'water october' },
  { amountMinor: 12_000, name: 'MILL LANE BAKERY', text: 'two bills' },
  { amountMinor: 89_900, name: 'PUMP WORKS LTD', text: 'credit note 77' },
  { amountMinor: -2_650, name: 'RIVER BANK', text: 'account fee' },
]

/** A bank statement as MT940, in which customers pay their first bills. */
async function importStatement(
  { call, day, ...order }: Omit<Order, 'city' | 'from'> & { call: Call; day: string },
  accountNos: readonly string[],
) {
  const entries: { amountMinor: number; name: string; text: string }[] = [...unclear]
  for (const [nth, accountNo] of accountNos.entries()) {
    const { rows } = (await call('GET', `bill/list?pageSize=50&accountNo=${accountNo}`)) as { rows: BillRow[] }
    const [first] = rows.toSorted((one, other) => (one.periodFrom < other.periodFrom ? -1 : 1))
    if (first)
      entries.push({
        amountMinor: first.totalMinor,
        name: `CUSTOMER ${nth + 1}`,
        text: remittances[nth % remittances.length]!(first, accountNo),
      })
  }
  const written = (amountMinor: number): string => (Math.abs(amountMinor) / minorPerUnit).toFixed(2).replace('.', ',')
  const date = day.slice(2).replaceAll('-', '')
  const closingMinor = entries.reduce((sum, { amountMinor }) => sum + amountMinor, openingMinor)
  const statement = [
    ...[':20:NIGHTFLOW', ':25:DE02120300000000202051', ':28C:00010/001', `:60F:C${date}CNY${written(openingMinor)}`],
    ...entries.flatMap(({ amountMinor, name, text }, nth) => [
      `:61:${date}${date.slice(2)}${amountMinor < 0 ? 'D' : 'C'}${written(amountMinor)}NTRFNONREF//DEMO${nth + 1}`,
      `:86:166?20SVWZ+${text}?32${name}`,
    ]),
    `:62F:C${date}CNY${written(closingMinor)}`,
  ]
  const body = new FormData()
  body.append('mode', 'all')
  body.append('file', new Blob([statement.join('\r\n')], { type: 'text/plain' }), 'statement.sta')
  await callNightflow({
    url: `${order.baseUrl}/prod-api/business/bankStatement/importData`,
    bearer: order.token,
    body,
    signal: order.signal,
  })
}

/** The run as soon as it has one of these states. */
async function runIn(call: Call, runId: string, states: readonly string[], signal: AbortSignal | undefined): Promise<RunRow> {
  for (let round = 0; round < roundsMax; round += 1) {
    const { rows } = (await call('GET', 'billRun/list?pageSize=50')) as { rows: RunRow[] }
    const run = rows.find((row) => row.runId === runId)
    if (run && states.includes(run.status)) return run
    await sleep(pauseMilliseconds, undefined, { signal })
  }
  throw new Error(`the bill run ${runId} did not end within ${(roundsMax * pauseMilliseconds) / 1000} s`)
}

/** How many of its bills an account has paid, in the order in which accounts are taken: all, all but the last, half of them, none. */
export const billsPaid = (bills: number, nth: number): number => [bills, bills - 1, Math.floor(bills / 2), 0][nth % 4]!

/** Pays bills of an account by the quarter. One of four pays a little more of the next bill, and one of sixteen has half of a bill credited. */
async function pay(call: Call, accountNo: string, nth: number): Promise<void> {
  const { rows } = (await call('GET', `bill/list?pageSize=50&accountNo=${accountNo}`)) as { rows: BillRow[] }
  const bills = rows.toSorted((one, other) => (one.periodFrom < other.periodFrom ? -1 : 1))
  const count = Math.max(0, billsPaid(bills.length, nth))
  // Bills that a past has paid are not paid again.
  const paid = bills.slice(0, count).filter(({ openMinor }) => openMinor > 0)
  for (let start = 0; start < paid.length; start += monthsPerPayment) {
    const quarter = paid.slice(start, start + monthsPerPayment)
    const isLast = start + monthsPerPayment >= paid.length
    const more = isLast && nth % 4 === 2 ? Math.floor((bills[count]?.openMinor ?? 0) / 2) : 0
    const amount = (quarter.reduce((sum, { openMinor }) => sum + openMinor, 0) + more) / minorPerUnit
    const paymentId = idOf(kinds.payment + start / monthsPerPayment, nth)
    if (amount > 0) await call('POST', 'payment', { paymentId, accountNo, amount, payMethod: String(nth % 2) })
  }
  const [first] = bills
  if (nth % 16 !== 3 || !first) return
  const amount = Math.floor(first.totalMinor / 2) / minorPerUnit
  const reason = 'Half of the water ran out of a burst pipe behind the meter'
  if (amount > 0) await call('PUT', `bill/credit/${first.billNo}`, { adjustmentId: idOf(kinds.credit, nth), amount, reason })
}

export const accountNoOf = ({ number }: Meter): string => number.slice(2)

/** `YYYY-MM` of the month that begins at this local midnight and of those after it. */
export const monthsFrom = (city: City, from: number): string[] => {
  const [year, month] = city.days.at(from).date.split('-').map(Number) as [number, number]
  return Array.from({ length: billedMonths }, (_, nth) => new Date(Date.UTC(year, month - 1 + nth, 1)).toISOString().slice(0, 7))
}
