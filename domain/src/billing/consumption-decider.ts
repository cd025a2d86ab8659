import type { DeductConsumption } from '@nightflow/schemas/billing/burn-down'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Context, Decider, EventIn } from '../shared/decider.ts'
import { type AccountBills, type AccountBillsEvent, evolveBills, isVoid, noBills } from './account-bills.ts'
import { named } from './account-contracts.ts'
import { overlapping } from './bill-period.ts'
import { type BurnedPeriod, differenceOf, withDeduction } from './burned-periods.ts'
import { openBooksGuard } from './closed-books.ts'
import { postingsOf } from './postings.ts'
import { settlingBalance } from './settle-balance.ts'

type Deducted = EventIn<'billing.ConsumptionDeducted'>

/** The bills of an account with the periods of which its balance paid the use, by their first days. */
export type BurnedAccount = { readonly bills: AccountBills; readonly periods: ReadonlyMap<string, BurnedPeriod> }

const decider: Decider<DeductConsumption, BurnedAccount, AccountBillsEvent> = {
  streamOf: ({ accountNo }) => `billing-account-${accountNo}`,
  initialState: { bills: noBills, periods: new Map() },
  evolve: ({ bills, periods }, event) => ({
    bills: evolveBills(bills, event),
    periods:
      event.type === 'billing.ConsumptionDeducted'
        ? new Map(periods).set(event.data.periodFrom, withDeduction(periods.get(event.data.periodFrom), event.data))
        : periods,
  }),
  isKept: true,
  guard: openBooksGuard,
  decide: { DeductConsumption: deduct },
}

/** The use of a prepaid account is taken from its balance. Decided in the stream of the account's money, so that no balance is raced. */
export const consumptionDecider = settlingBalance(decider, ({ bills }) => bills)

/** The balance may fall below zero: water flows before it is counted. A day that a bill has is never deducted too. */
function deduct(command: DeductConsumption, { bills, periods }: BurnedAccount, { now }: Context): readonly AccountBillsEvent[] | Rejection {
  if (bills.isClosed) return rejected('account-closed', { accountNo: command.accountNo })
  const { periodFrom: from, periodTo: to } = command
  const billed = [...bills.bills.values()].filter((bill) => !isVoid(bill))
  const other = overlapping(
    billed.map(({ issued }) => ({ from: issued.periodFrom, to: issued.periodTo })),
    { from, to },
  )
  if (other) return rejected('bill-period-billed', other)
  const deducted = deductionOfUse(periods.get(from), command, now)
  return deducted ? [deducted] : []
}

/**
 * The next deduction of a period: what its use costs up to date less what was deducted for it before. Undefined where nothing has changed, so that a
 * period that is computed twice is deducted once. Use that was assumed for unknown days is settled by it, in either direction.
 */
export const deductionOfUse = (
  known: BurnedPeriod | undefined,
  { type: _, charges, contractNo, ...use }: DeductConsumption,
  now: string,
): Deducted | undefined => {
  const lines = differenceOf(charges, known?.lines ?? [])
  const isSame =
    known !== undefined &&
    known.litres === use.litres &&
    known.estimatedLitres === use.estimatedLitres &&
    known.estimatedDays === use.estimatedDays
  if (lines.length === 0 && (isSame || (known === undefined && use.litres === 0))) return undefined
  const sums = { volumes: 0, standing: 0, vat: 0 }
  for (const { kind, amountMinor, vatMinor } of lines) {
    sums[kind === 'volume' ? 'volumes' : 'standing'] += amountMinor
    sums.vat += vatMinor
  }
  const amountMinor = sums.volumes + sums.standing
  const totalMinor = amountMinor + sums.vat
  const postings = postingsOf({
    customerMoney: totalMinor,
    waterRevenue: 0 - sums.volumes,
    standingRevenue: 0 - sums.standing,
    vat: 0 - sums.vat,
  })
  const sequence = (known?.sequence ?? 0) + 1
  const data = { ...use, sequence, lines, amountMinor, vatMinor: sums.vat, totalMinor, ...named(contractNo), postings, at: now }
  return { type: 'billing.ConsumptionDeducted', data }
}
