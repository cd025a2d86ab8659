import { type ChargingItem, FeeType, ItemSource } from '@nightflow/schemas/billing/charging-item'
import type { RepaymentPlan } from '@nightflow/schemas/billing/debt'
import {
  type DeductionLine,
  type DeductionOrder,
  defaultDeductionOrder,
  PaymentSource,
  type ReturnedCharges,
  type Settlement,
} from '@nightflow/schemas/billing/deduction'
import type { EventIn } from '../shared/decider.ts'
import { firstContract } from './account-contracts.ts'
import { type Charged, type Deduction, deductFrom, type Payment } from './deduction.ts'

export type AccountChargesEvent = EventIn<
  | 'billing.SurchargeSchemeAssigned'
  | 'billing.PersonalSurchargeAdded'
  | 'billing.PersonalSurchargeChanged'
  | 'billing.PersonalSurchargeRemoved'
  | 'billing.DebtAdded'
  | 'billing.RepaymentPlanned'
  | 'billing.DebtPaid'
  | 'billing.DebtWriteOffProposed'
  | 'billing.DebtWriteOffDismissed'
  | 'billing.DebtWrittenOff'
  | 'billing.PaymentDeducted'
  | 'billing.DeductionReversed'
  | 'billing.BillIssued'
  | 'billing.BillCredited'
  | 'billing.ContractBegan'
  | 'billing.AccountMoneyClosed'
  | 'billing.AccountMoneyReopened'
>

/** When an account got something: the instant, and the water that it had bought by then. */
type Got = { readonly at: string; readonly litres: number }
export type Debt = {
  readonly added: EventIn<'billing.DebtAdded'>['data']
  readonly contractNo: number
  readonly residualMinor: number
  readonly plan: RepaymentPlan | null
  /** Deductions that were planned, and those of them that each deduction and payment took since. */
  readonly planned: number
  readonly taken: ReadonlyMap<string, number>
  /** The actor who proposed to give the rest up. */
  readonly writeOffBy: string | null
}

/** A deduction from a payment, or the charges of a bill under the identifier of the bill. */
export type MadeDeduction = EventIn<'billing.PaymentDeducted'>['data'] & {
  readonly isReversed: boolean
}

/** Charges of an account beside water, and the point up to which they are settled. It derives from the events alone. */
export type AccountCharges = {
  readonly scheme: ({ readonly schemeId: string } & Got) | null
  readonly personal: ReadonlyMap<string, { readonly item: ChargingItem } & Got>
  /** By fee type and name of the item. */
  readonly settlements: ReadonlyMap<string, Settlement>
  readonly cumulativeLitres: number
  readonly debts: ReadonlyMap<string, Debt>
  readonly payments: ReadonlyMap<string, EventIn<'billing.DebtPaid'>['data']>
  readonly deductions: ReadonlyMap<string, MadeDeduction>
  /** The account is cancelled, or about to be. */
  readonly isClosed: boolean
}

export const noCharges: AccountCharges = {
  scheme: null,
  personal: new Map(),
  settlements: new Map(),
  cumulativeLitres: 0,
  debts: new Map(),
  payments: new Map(),
  deductions: new Map(),
  isClosed: false,
}

/** Names an item of an account. */
export const keyOf = ({ feeType, itemName }: Pick<Settlement, 'feeType' | 'itemName'>): string => `${feeType} ${itemName}`

export function evolveCharges(state: AccountCharges, event: AccountChargesEvent): AccountCharges {
  switch (event.type) {
    case 'billing.SurchargeSchemeAssigned': {
      const { schemeId, at } = event.data
      return { ...state, scheme: schemeId === null ? null : { schemeId, at, litres: state.cumulativeLitres } }
    }
    case 'billing.PersonalSurchargeAdded': {
      const { accountNo: _, at, ...item } = event.data
      return { ...state, personal: new Map(state.personal).set(item.itemName, { item, at, litres: state.cumulativeLitres }) }
    }
    case 'billing.PersonalSurchargeChanged': {
      const { accountNo: _, at: __, ...item } = event.data
      const seen = state.personal.get(item.itemName)
      return seen ? { ...state, personal: new Map(state.personal).set(item.itemName, { ...seen, item }) } : state
    }
    case 'billing.PersonalSurchargeRemoved':
      return { ...state, personal: new Map([...state.personal].filter(([name]) => name !== event.data.itemName)) }
    case 'billing.DebtAdded': {
      const { data } = event
      return {
        ...state,
        debts: new Map(state.debts).set(data.debtId, {
          added: data,
          contractNo: data.contractNo ?? firstContract,
          residualMinor: data.amountMinor,
          plan: data.plan,
          planned: data.plan?.deductions ?? 0,
          taken: new Map(),
          writeOffBy: null,
        }),
      }
    }
    case 'billing.RepaymentPlanned':
      return withDebt(state, event.data.debtId, { plan: event.data.plan, planned: event.data.plan?.deductions ?? 0, taken: new Map() })
    case 'billing.DebtWriteOffProposed':
      return withDebt(state, event.data.debtId, { writeOffBy: event.data.proposedBy })
    case 'billing.DebtWriteOffDismissed':
      return withDebt(state, event.data.debtId, { writeOffBy: null })
    case 'billing.DebtWrittenOff':
      return withDebt(state, event.data.debtId, { residualMinor: 0, writeOffBy: null })
    case 'billing.DebtPaid': {
      const { debtId, residualMinor, remainingDeductions, paymentId } = event.data
      const seen = state.debts.get(debtId)
      const taken = seen && { taken: new Map(seen.taken).set(paymentId, residualMinor === 0 ? remainingOf(seen) : 0) }
      const paid = withDebt(state, debtId, { residualMinor, ...taken }, remainingDeductions)
      return { ...paid, payments: new Map(state.payments).set(paymentId, event.data) }
    }
    case 'billing.PaymentDeducted':
      return withDeduction(state, { ...event.data, isReversed: false })
    case 'billing.DeductionReversed': {
      const { lines, settlements, cumulativeLitres, deductionId } = event.data
      const made = state.deductions.get(deductionId)
      return {
        ...withoutTaken(state, deductionId, { lines, settlements }),
        cumulativeLitres,
        deductions: made ? new Map(state.deductions).set(deductionId, { ...made, isReversed: true }) : state.deductions,
      }
    }
    case 'billing.BillIssued':
      return event.data.charges ? withDeduction(state, madeByBill(event.data, state.cumulativeLitres)) : state
    case 'billing.BillCredited': {
      const { billId, returned } = event.data
      const made = state.deductions.get(billId)
      if (!returned || !made) return state
      const deductions = new Map(state.deductions).set(billId, withoutReturned(made, returned))
      return { ...withoutTaken(state, billId, returned), deductions }
    }
    case 'billing.ContractBegan':
      return withNewContract(state, event.data)
    case 'billing.AccountMoneyClosed':
      return { ...state, isClosed: true }
    case 'billing.AccountMoneyReopened':
      return { ...state, isClosed: false }
    default:
      // The stream has the bills and the payments of the account too.
      return state
  }
}

const withSettled = ({ settlements }: AccountCharges, settled: readonly Settlement[]): AccountCharges['settlements'] =>
  new Map([...settlements, ...settled.map((each) => [keyOf(each), each] as const)])

const withDeduction = (state: AccountCharges, made: MadeDeduction): AccountCharges => {
  const { lines, settlements, cumulativeLitres, deductionId } = made
  return {
    ...withLines(state, lines, (debt, remaining) => new Map(debt.taken).set(deductionId, Math.max(0, remainingOf(debt) - remaining))),
    cumulativeLitres,
    settlements: withSettled(state, settlements),
    deductions: new Map(state.deductions).set(deductionId, made),
  }
}

const withoutTaken = (state: AccountCharges, deductionId: string, { lines, settlements }: ReturnedCharges): AccountCharges => ({
  ...withLines(state, lines, ({ taken }) => new Map([...taken].filter(([by]) => by !== deductionId))),
  settlements: withSettled(state, settlements),
})

/** The charges of an issued bill, kept as a deduction of it. */
const madeByBill = (bill: EventIn<'billing.BillIssued'>['data'], cumulativeLitres: number): MadeDeduction => {
  const { billId, accountNo, totalMinor, charges: lines = [], settlements = [], settledBefore = [], at } = bill
  const deductedMinor = lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const vatMinor = lines.reduce((sum, line) => sum + line.vatMinor, 0)
  return {
    ...{ deductionId: billId, accountNo, source: PaymentSource.enum.bill, paymentMinor: totalMinor, purchasedLitres: 0, cumulativeLitres },
    ...{ deductionOrder: defaultDeductionOrder, lines, deductedMinor, vatMinor, restMinor: 0, settlements, settledBefore },
    ...{ postings: [], at, isReversed: false },
  }
}

/** The charges that are left on a bill after a credit gave some back. */
const withoutReturned = (made: MadeDeduction, { lines, settlements }: ReturnedCharges): MadeDeduction => ({
  ...made,
  lines: made.lines.map((line) => {
    const back = lines.find(({ debtId }) => line.debtId !== null && debtId === line.debtId)
    return back ? { ...line, amountMinor: line.amountMinor - back.amountMinor } : line
  }),
  isReversed: settlements.length > 0,
})

/** Debts that a log from before there were contracts has since the transfer are the new holder's. */
const withNewContract = (state: AccountCharges, { contractNo, since }: EventIn<'billing.ContractBegan'>['data']): AccountCharges => {
  const ofNewHolder = [...state.debts].filter(([, debt]) => isDebtOfNewHolder(debt, { contractNo, since }))
  return { ...state, debts: new Map([...state.debts, ...ofNewHolder.map(([debtId, debt]) => [debtId, { ...debt, contractNo }] as const)]) }
}

/** The debts of one holder. */
export const debtsOfContract = ({ debts }: Pick<AccountCharges, 'debts'>, contractNo: number): string[] =>
  [...debts].flatMap(([debtId, debt]) => (debt.contractNo === contractNo ? [debtId] : []))

/** Whether a debt is the holder's whose contract begins. */
const isDebtOfNewHolder = (
  { added, contractNo }: { added: { at: string }; contractNo: number },
  begun: { contractNo: number; since: string },
): boolean => contractNo === begun.contractNo - 1 && Date.parse(added.at) >= Date.parse(begun.since)

const withDebt = (state: AccountCharges, debtId: string, change: Partial<Debt>, remaining?: number | null): AccountCharges => {
  const seen = state.debts.get(debtId)
  if (!seen) return state
  const { plan } = seen
  const planned = plan && remaining !== undefined && remaining !== null ? { plan: { ...plan, deductions: Math.max(1, remaining) } } : {}
  return { ...state, debts: new Map(state.debts).set(debtId, { ...seen, ...planned, ...change }) }
}

/** Debts as the lines of a deduction, or of its reversal, leave them. */
const withLines = (
  state: AccountCharges,
  lines: readonly DeductionLine[],
  takenOf: (debt: Debt, remaining: number) => Debt['taken'],
): AccountCharges =>
  lines.reduce((seen, { debtId, residualMinor, remainingDeductions }) => {
    const debt = debtId === null ? undefined : seen.debts.get(debtId)
    if (!debt || residualMinor === null) return seen
    return withDebt(seen, debt.added.debtId, { residualMinor, taken: takenOf(debt, remainingDeductions ?? 0) }, remainingDeductions)
  }, state)

/** Deductions that remain of a debt: none of one that is paid in full, whose plan keeps its last number. */
export const remainingOf = ({ residualMinor, plan }: Pick<Debt, 'residualMinor' | 'plan'>): number =>
  residualMinor === 0 ? 0 : (plan?.deductions ?? 0)

/** Deductions that remain of a debt that is open again, where one of those that took some is taken back. */
export const remainingWithout = ({ planned, taken }: Debt, deductionId: string): number =>
  Math.max(
    1,
    [...taken].reduce((left, [by, count]) => (by === deductionId ? left : left - count), planned),
  )

/** An item of an account: up to where it is settled, and what was last taken for it. */
export type SettledItem = {
  readonly feeType: FeeType
  readonly item: ChargingItem
  readonly lastSettlementDate: string | null
  readonly lastDeductionMinor: number | null
  readonly lastDeductionAt: string | null
}

/** The items of the scheme that an account has, then its own. A settlement that took nothing is no deduction. */
export const settledItems = (
  { personal, settlements, deductions }: AccountCharges,
  schemeItems: readonly ChargingItem[],
): SettledItem[] => {
  const last = new Map<string, { amountMinor: number; at: string }>()
  for (const { settlements: settled, at, isReversed } of deductions.values())
    if (!isReversed)
      for (const each of settled) if (each.lastDeductionMinor > 0) last.set(keyOf(each), { amountMinor: each.lastDeductionMinor, at })
  const withSettlement = (feeType: FeeType) => (item: ChargingItem) => {
    const key = keyOf({ feeType, itemName: item.itemName })
    const taken = last.get(key)
    const lastSettlementDate = settlements.get(key)?.settledThrough ?? null
    return { feeType, item, lastSettlementDate, lastDeductionMinor: taken?.amountMinor ?? null, lastDeductionAt: taken?.at ?? null }
  }
  return [
    ...schemeItems.map(withSettlement(FeeType.enum.system)),
    ...[...personal.values()].map(({ item }) => withSettlement(FeeType.enum.personal)(item)),
  ]
}

type Asked = {
  /** Whose payment it is: it repays no other holder's debts. */
  contractNo: number
  paymentMinor: number
  source: PaymentSource
  purchasedLitres: number
  deductionOrder: DeductionOrder
  schemeItems: readonly ChargingItem[]
  /** Of payments, which is also the default, or of bills; with the bill. */
  from?: ItemSource
  bill?: Payment['bill']
}

/** The charging items of an account with where their counting begins, those of its scheme first. `dayOf` is the local day of an instant. */
export const chargedItems = (
  { scheme, personal, settlements }: AccountCharges,
  schemeItems: readonly ChargingItem[],
  dayOf: (at: string) => string,
): Charged[] => {
  const charged = (feeType: FeeType, item: ChargingItem, got: Got): Charged => {
    const settled = settlements.get(keyOf({ feeType, itemName: item.itemName }))
    const gotOn = dayOf(got.at)
    const isSettledSince = settled !== undefined && settled.settledThrough > gotOn
    return {
      feeType,
      item,
      since: isSettledSince ? settled.settledThrough : gotOn,
      sinceLitres: Math.max(settled?.settledLitres ?? 0, got.litres),
    }
  }
  const ofScheme = scheme ? schemeItems.map((item) => charged(FeeType.enum.system, item, scheme)) : []
  return [...ofScheme, ...[...personal.values()].map(({ item, ...got }) => charged(FeeType.enum.personal, item, got))]
}

/** The deduction from a payment, or the charges of a bill, of the account on a day. Each has its own items and instalments. */
export const deductionOf = (state: AccountCharges, asked: Asked, day: string, dayOf: (at: string) => string): Deduction => {
  const { paymentMinor, source, deductionOrder, bill, from = ItemSource.enum.payments } = asked
  const isOfBills = from === ItemSource.enum.bills
  const isPlanned = ({ plan }: Debt): boolean => (plan?.source === PaymentSource.enum.bill) === isOfBills
  const own = [...state.debts.values()].filter((debt) => debt.contractNo === asked.contractNo && isPlanned(debt))
  const debts = own.map(({ added: { debtId, debtType, feeName, amountMinor }, residualMinor, plan }) => ({
    ...{ debtId, debtType, feeName, debtMinor: amountMinor },
    ...{ residualMinor, plan },
  }))
  const cumulativeLitres = state.cumulativeLitres + asked.purchasedLitres
  const items = chargedItems(state, asked.schemeItems, dayOf)
  const charged = items.filter(({ item: { takenFrom = ItemSource.enum.payments } }) => takenFrom === from)
  return deductFrom({ paymentMinor, source, day, cumulativeLitres, deductionOrder, ...(bill && { bill }) }, charged, debts)
}
