import { randomUUID } from 'node:crypto'
import { accountBillsDecider } from '@nightflow/domain/billing/account-bills-decider'
import { accountCollectionDecider } from '@nightflow/domain/billing/account-collection-decider'
import type { BillPeriod } from '@nightflow/domain/billing/bill-period'
import { billRunDecider } from '@nightflow/domain/billing/bill-run-decider'
import { type BillOrder, composeBill } from '@nightflow/domain/billing/compose-bill'
import { dueDay } from '@nightflow/domain/billing/due-day'
import { heldBillDecider } from '@nightflow/domain/billing/held-bill-decider'
import { billIdOf } from '@nightflow/projections/billing/bill-id-of-run'
import { BillType, type BillVolume, type ComposedBill } from '@nightflow/schemas/billing/bill'
import { type BillRunAccount, BillRunPhase, BillRunResult, BillRunScope } from '@nightflow/schemas/billing/bill-run'
import { defaultCollectionSettings } from '@nightflow/schemas/billing/collection-settings'
import { PayMethod } from '@nightflow/schemas/billing/money'
import { billedPartition, billsPaid, kinds, monthsFrom } from '@nightflow/simulator/bill-accounts'
import { idOf } from '@nightflow/simulator/call-back-office'
import type { City } from '@nightflow/simulator/city'
import { isSilent, shownLitres } from '@nightflow/simulator/meter-readings'
import { dayMilliseconds, type Past } from './past.ts'
import type { Customer, Riverbend } from './riverbend.ts'

/** On the second of a month the bills of the month before are issued. */
const issueDay = 1.4
/** Bills of late that the city's own payments are for: today's counter has something to do. */
const leftToCounter = 3
const halfOf = 2
/** Share of a bill that is paid of what is left open. */
const partPaid = 0.4

type Month = { month: string; startsAt: number; endsAt: number }
type Billed = { customer: Customer; bill: ComposedBill; billId: string }

/**
 * Litres of a month by the registers at its midnights, customer by customer; undefined where one of them never arrived, or the register ran back. The city
 * keeps the water of few days at once: midnights come one after the other, each of all meters.
 */
const useOf = (
  city: City,
  customers: readonly Customer[],
  { startsAt, endsAt }: Month,
): ({ litres: number; days: number } | undefined)[] => {
  const [first, last] = [city.days.at(startsAt).day, city.days.at(endsAt).day]
  const midnights = Array.from({ length: last - first + 1 }, (_, nth) => city.days.of(first + nth).startsAt)
  const registers = midnights.map((at) =>
    customers.map(({ meter }) => (isSilent(city, meter, at) ? undefined : shownLitres(city, meter, at))),
  )
  return customers.map((_, nth) => {
    const own = registers.map((ofDay) => ofDay[nth])
    const isKnown = own.every((register, day) => register !== undefined && (day === 0 || register >= (own[day - 1] ?? 0)))
    return isKnown ? { litres: own.at(-1)! - own[0]!, days: last - first } : undefined
  })
}

const held = (accountNo: string): BillRunAccount => ({
  ...{ accountNo, result: BillRunResult.enum.daysMissing, litres: 0, amountMinor: 0, vatMinor: 0, totalMinor: 0 },
})

/** The monthly runs of one partition, from the preview to the overdue bill. */
export const billRiverbend = (past: Past, { city, customers, versionOf, billedFrom }: Riverbend): void => {
  const { tenant, timeZone } = past.utility
  const volumes = new Map<string, BillVolume[]>(customers.map(({ meter }) => [meter.number, []]))
  const starts = [...monthsFrom(city, billedFrom), city.days.at(past.end).date.slice(0, 'YYYY-MM'.length)]
  const months = starts.slice(0, -1).map((month, nth): Month => {
    const startOf = (of: string): number => city.days.dated(`${of}-01`).startsAt
    return { month, startsAt: startOf(month), endsAt: startOf(starts[nth + 1]!) }
  })

  const compose = (of: Month, order: BillOrder): (Billed | Customer)[] => {
    const { month } = of
    const used = useOf(city, customers, of)
    return customers.map((customer, place) => {
      const { meter, accountNo, openedAt, customerTypeId, priceScheme } = customer
      const use = used[place]
      if (!use) return customer
      const { litres, days: knownDays } = use
      const months = volumes.get(meter.number)!
      months.push({ meterNo: meter.number, month, litres, statedLitres: 0, knownDays, statedDays: 0 })
      const priceSchemes = [{ priceScheme, effectiveFrom: null, at: new Date(openedAt).toISOString(), reason: null }]
      const bill = composeBill(order, {
        ...{ accountNo, isBilled: true, priceSchemes, knownDays, openReviews: 0, customerTypeId, openedAt, freezes: [], transfers: [] },
        ...{ caliberMillimetres: meter.caliberMillimetres, months },
      })
      if (typeof bill === 'string') return customer
      return { customer, bill, billId: billIdOf({ tenant, started: runOf(month) }, accountNo, `${month}-01`) }
    })
  }

  const runOf = (month: string) => ({ runId: idOf(kinds.run, starts.indexOf(month)), firstMonth: month, lastMonth: month })

  const run = async (month: Month): Promise<void> => {
    const dueOn = dueDay(past.now(), timeZone, defaultCollectionSettings)
    const period = { from: `${month.month}-01`, to: `${starts[starts.indexOf(month.month) + 1]!}-01` }
    const found = compose(month, {
      ...{ period, timeZone, versionsOf: versionOf, billType: BillType.enum.ordinary, dueOn, computedAtPosition: 0 },
    })
    const accounts = found.map((each): BillRunAccount => {
      if (!('bill' in each)) return held(each.accountNo)
      const { litres, amountMinor, vatMinor, totalMinor } = each.bill
      return { accountNo: each.customer.accountNo, result: BillRunResult.enum.billed, litres, amountMinor, vatMinor, totalMinor }
    })
    const { runId, ...span } = runOf(month.month)
    const scope = { scope: BillRunScope.enum.partition, partitionId: billedPartition, meterGroupId: null, accountNos: [] }
    const started = { runId, ...span, ...scope, billingMonths: null, scopeTitle: 'Summit Park', total: accounts.length }
    await past.execute(billRunDecider, { type: 'StartBillRun', ...started })
    const page = { page: 1, lastAccount: 0, accounts, isLast: true }
    const advance = { type: 'AdvanceBillRun', runId, ...span, ...page } as const
    await past.execute(billRunDecider, { ...advance, phase: BillRunPhase.enum.preview }, 'policy:bill-run')
    past.wait(20)
    await past.execute(billRunDecider, { type: 'PostBillRun', runId, total: accounts.length, dueOn }, past.utility.actors.admin)
    for (const each of found) if ('bill' in each) await issue(each)
    const waiting = found.find((each): each is Customer => !('bill' in each))
    if (waiting && month === months.at(-1)) await hold(waiting, period)
    await past.execute(billRunDecider, { ...advance, phase: BillRunPhase.enum.posting }, 'policy:bill-run')
  }

  /** The use of this household is not known: its bill waits for a person. */
  const hold = async ({ accountNo }: Customer, { from: periodFrom, to: periodTo }: BillPeriod): Promise<void> => {
    const about = { accountNo, billId: randomUUID(), billType: BillType.enum.ordinary, periodFrom, periodTo }
    await past.execute(heldBillDecider, { type: 'HoldBill', ...about, heldFor: 'days-missing', attempts: 7 }, 'policy:bill-run')
  }

  const issue = async ({ customer, bill, billId }: Billed): Promise<void> => {
    const { accountNo, nth } = customer
    const { actors } = past.utility
    await past.execute(accountBillsDecider, { type: 'IssueBill', accountNo, billId, ...bill }, actors.admin)
    const place = months.findIndex(({ month }) => bill.periodFrom.startsWith(month))
    const isPaid = place < billsPaid(months.length, nth) - leftToCounter
    const due = city.days.dated(bill.dueOn).startsAt
    if (isPaid) past.on(past.now() + (4 + ((nth * 7 + place * 3) % 24)) * dayMilliseconds, () => payBill(past, customer, billId))
    else past.on(due + 1.2 * dayMilliseconds, () => markOverdue(past, customer, billId, city.days.at(past.now()).date))
    if (place === months.length - 1 && nth % 7 === 4)
      past.on(past.now() + 6 * dayMilliseconds, () => payBill(past, customer, billId, partPaid))
    if (place === 0 && nth % 16 === 3 && bill.totalMinor > 1)
      past.on(past.now() + 9 * dayMilliseconds, async () => {
        const credit = { adjustmentId: idOf(kinds.credit, nth), amountMinor: Math.floor(bill.totalMinor / halfOf) }
        const reason = 'Half of the water ran out of a burst pipe behind the meter'
        await past.execute(accountBillsDecider, { type: 'CreditBill', accountNo, billId, ...credit, reason }, actors.admin)
      })
  }

  for (const month of months) past.on(month.endsAt + issueDay * dayMilliseconds, () => run(month))
}

/** At the counter or through the bank, taken by one of two people. */
const payBill = async (past: Past, { accountNo, nth }: Customer, billId: string, share = 1): Promise<void> => {
  const { bills } = await past.stateOf(`billing-account-${accountNo}`, accountBillsDecider)
  const amountMinor = Math.round((bills.get(billId)?.openMinor ?? 0) * share)
  if (amountMinor === 0) return
  const payMethod = nth % 2 === 0 ? PayMethod.enum.cash : PayMethod.enum.bank
  const payment = { accountNo, paymentId: randomUUID(), amountMinor, payMethod, reference: '', remark: '', billIds: [billId] }
  const { clerk, admin } = past.utility.actors
  await past.execute(accountBillsDecider, { type: 'ReceivePayment', ...payment }, nth % 3 === 0 ? admin : clerk)
}

const markOverdue = async (past: Past, { accountNo }: Customer, billId: string, today: string): Promise<void> => {
  await past.execute(accountCollectionDecider, { type: 'MarkOverdue', accountNo, billId, today }, 'policy:collection')
}
