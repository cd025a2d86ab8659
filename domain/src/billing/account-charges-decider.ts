import { type ChargingItem, chargingItemsMax } from '@nightflow/schemas/billing/charging-item'
import type { DebtCommand } from '@nightflow/schemas/billing/debt-calls'
import type { DeductPayment } from '@nightflow/schemas/billing/deduct-payment'
import type { PersonalSurchargeCommand } from '@nightflow/schemas/billing/personal-surcharge'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Context, Decider } from '../shared/decider.ts'
import { calendarOf, dateOfDay } from '../shared/local-time.ts'
import { unitsOf } from '../shared/units-of-money.ts'
import { type AccountBills, type AccountBillsEvent, evolveBills, noBills } from './account-bills.ts'
import { type AccountCharges, type AccountChargesEvent, deductionOf, evolveCharges, noCharges } from './account-charges.ts'
import { balanceOf, presentContract } from './account-contracts.ts'
import { refuseItems, withoutUnused } from './charging-item-rules.ts'
import { openBooksGuard } from './closed-books.ts'
import { addDebt, payDebt, planRepayment } from './debt-decisions.ts'
import { deductionPostings } from './payment-deduction.ts'
import { settlingBalance } from './settle-balance.ts'
import { confirmWriteOff, dismissWriteOff, proposeWriteOff } from './write-off.ts'

export type AccountChargesCommand = PersonalSurchargeCommand | DebtCommand | DeductPayment
type Of<Type extends AccountChargesCommand['type']> = Extract<AccountChargesCommand, { type: Type }>
type Decision = readonly AccountChargesEvent[] | Rejection
/** The bills are of the same stream: a deduction and a bill share one balance. */
type ChargedAccount = AccountCharges & { readonly bills: AccountBills }
type ChargedEvent = AccountChargesEvent | AccountBillsEvent

const evolve = (state: ChargedAccount, event: ChargedEvent): ChargedAccount => ({
  ...evolveCharges(state, event as AccountChargesEvent),
  bills: evolveBills(state.bills, event as AccountBillsEvent),
})

const decider: Decider<AccountChargesCommand, ChargedAccount, ChargedEvent> = {
  streamOf: ({ accountNo }) => `billing-account-${accountNo}`,
  initialState: { ...noCharges, bills: noBills },
  evolve,
  isKept: true,
  guard: openBooksGuard,
  decide: {
    AssignSurchargeScheme: assign,
    AddPersonalSurcharge: add,
    ChangePersonalSurcharge: change,
    RemovePersonalSurcharge: remove,
    AddDebt: addDebt,
    PlanRepayment: planRepayment,
    PayDebt: payDebt,
    ProposeWriteOff: proposeWriteOff,
    ConfirmWriteOff: confirmWriteOff,
    DismissWriteOff: dismissWriteOff,
    DeductPayment: deduct,
  },
}

/** Surcharges and debts of one account. They are decided in the stream of the account's money, so that no balance is raced. */
export const accountChargesDecider = settlingBalance(decider, ({ bills }) => bills)

const personalItems = ({ personal }: AccountCharges, except?: string): ChargingItem[] =>
  [...personal.values()].map(({ item }) => item).filter(({ itemName }) => itemName !== except)

function assign({ accountNo, schemeId, schemeItems }: Of<'AssignSurchargeScheme'>, state: AccountCharges, { now }: Context): Decision {
  if ((state.scheme?.schemeId ?? null) === schemeId) return []
  const refused = schemeId === null ? undefined : refuseItems([...schemeItems, ...personalItems(state)])
  return refused ?? [{ type: 'billing.SurchargeSchemeAssigned', data: { accountNo, schemeId, at: now } }]
}

function add({ accountNo, item, schemeItems }: Of<'AddPersonalSurcharge'>, state: AccountCharges, { now }: Context): Decision {
  if (state.personal.size >= chargingItemsMax) return rejected('personal-surcharges-full', { max: chargingItemsMax })
  const wanted = withoutUnused(item)
  const refused = refuseItems([...schemeItems, ...personalItems(state), wanted])
  return refused ?? [{ type: 'billing.PersonalSurchargeAdded', data: { accountNo, ...wanted, at: now } }]
}

function change({ accountNo, item, schemeItems }: Of<'ChangePersonalSurcharge'>, state: AccountCharges, { now }: Context): Decision {
  const seen = state.personal.get(item.itemName)
  if (!seen) return rejected('not-found')
  const wanted = withoutUnused(item)
  const refused = refuseItems([...schemeItems, ...personalItems(state, item.itemName), wanted])
  if (refused) return refused
  const isSame = (Object.keys({ ...seen.item, ...wanted }) as (keyof ChargingItem)[]).every((field) => seen.item[field] === wanted[field])
  return isSame ? [] : [{ type: 'billing.PersonalSurchargeChanged', data: { accountNo, ...wanted, at: now } }]
}

function remove({ accountNo, itemName }: Of<'RemovePersonalSurcharge'>, { personal }: AccountCharges, { now }: Context): Decision {
  if (!personal.has(itemName)) return rejected('not-found')
  return [{ type: 'billing.PersonalSurchargeRemoved', data: { accountNo, itemName, at: now } }]
}

function deduct({ type: _, schemeItems, ...asked }: DeductPayment, state: ChargedAccount, { now, timeZone }: Context): Decision {
  const made = state.deductions.get(asked.deductionId)
  if (made) {
    const isSame =
      made.paymentMinor === asked.paymentMinor && made.source === asked.source && made.purchasedLitres === asked.purchasedLitres
    return isSame ? [] : rejected('transaction-id-reused')
  }
  if (state.isClosed) return rejected('account-closed', { accountNo: asked.accountNo })
  if (asked.paymentMinor <= 0) return rejected('payment-not-positive')
  const dayOf = (at: string): string => dateOfDay(calendarOf(timeZone).dayOf(Date.parse(at)))
  const { lines, settlements, settledBefore, deductedMinor, vatMinor, restMinor } = deductionOf(
    state,
    { ...asked, schemeItems, contractNo: presentContract(state.bills) },
    dayOf(now),
    dayOf,
  )
  // By hand nothing is taken but what was paid in.
  const contractNo = presentContract(state.bills)
  if (deductedMinor > Math.max(0, balanceOf(state.bills, contractNo)))
    return rejected('account-balance-insufficient', { owed: unitsOf(deductedMinor) })
  const postings = deductionPostings({ lines, deductedMinor, vatMinor })
  const cumulativeLitres = state.cumulativeLitres + asked.purchasedLitres
  const data = { ...asked, cumulativeLitres, lines, deductedMinor, vatMinor, restMinor, settlements, settledBefore, postings, at: now }
  return [{ type: 'billing.PaymentDeducted', data }]
}
