import type { WaterSaleCommand } from '@nightflow/schemas/billing/water-sale'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Context, Decider, EventIn } from '../shared/decider.ts'
import { unitsOf } from '../shared/units-of-money.ts'
import { type AccountBills, type AccountBillsEvent, evolveBills, noBills } from './account-bills.ts'
import { balanceOf, presentContract } from './account-contracts.ts'
import { openBooksGuard } from './closed-books.ts'
import { postingsOf } from './postings.ts'
import { settlingBalance } from './settle-balance.ts'

type Of<Type extends WaterSaleCommand['type']> = Extract<WaterSaleCommand, { type: Type }>
type Sold = EventIn<'billing.WaterSold'>['data']
type Decision = readonly AccountBillsEvent[] | Rejection

export type WaterSale = { readonly sold: Sold; readonly isTakenBack: boolean }

/** Water that was sold before it was used, by the identifiers of the sales, beside the bills of the same stream. */
export type WaterSales = { readonly bills: AccountBills; readonly sales: ReadonlyMap<string, WaterSale> }

const withSale = ({ sales }: WaterSales, event: AccountBillsEvent): WaterSales['sales'] => {
  if (event.type === 'billing.WaterSold') return new Map(sales).set(event.data.saleId, { sold: event.data, isTakenBack: false })
  if (event.type !== 'billing.WaterTakenBack') return sales
  const sale = sales.get(event.data.saleId)
  return sale ? new Map(sales).set(event.data.saleId, { ...sale, isTakenBack: true }) : sales
}

const decider: Decider<WaterSaleCommand, WaterSales, AccountBillsEvent> = {
  streamOf: ({ accountNo }) => `billing-account-${accountNo}`,
  initialState: { bills: noBills, sales: new Map() },
  evolve: (state, event) => ({ bills: evolveBills(state.bills, event), sales: withSale(state, event) }),
  isKept: true,
  guard: openBooksGuard,
  decide: { SellWater: sell, TakeWaterBack: takeBack },
}

/** Sales of water out of the balance of an account. They are decided in the stream of the account's money, so that no balance is raced. */
export const waterSalesDecider = settlingBalance(decider, ({ bills }) => bills)

/** The balance pays, never more than there is. */
function sell(command: Of<'SellWater'>, { bills, sales }: WaterSales, { now }: Context): Decision {
  const { type: _, contractNo = presentContract(bills), ...asked } = command
  const made = sales.get(asked.saleId)?.sold
  if (made) return made.meterNo === asked.meterNo && made.amountMinor === asked.amountMinor ? [] : rejected('transaction-id-reused')
  if (bills.isClosed) return rejected('account-closed', { accountNo: asked.accountNo })
  if (asked.amountMinor <= 0) return rejected('payment-not-positive')
  const balanceMinor = balanceOf(bills, contractNo)
  if (asked.amountMinor > balanceMinor) return rejected('balance-insufficient', { balance: unitsOf(Math.max(0, balanceMinor)) })
  const { amountMinor, vatMinor } = asked
  const postings = postingsOf({ customerMoney: amountMinor, waterRevenue: vatMinor - amountMinor, vat: -vatMinor })
  return [{ type: 'billing.WaterSold', data: { ...asked, contractNo, postings, at: now } }]
}

/** The price is the balance of the holder that paid it, also where another one has the account now. */
function takeBack({ saleId, reason }: Of<'TakeWaterBack'>, { sales }: WaterSales, { now }: Context): Decision {
  const sale = sales.get(saleId)
  if (!sale) return rejected('not-found')
  if (sale.isTakenBack) return []
  const { postings: _, at: __, ...sold } = sale.sold
  const { amountMinor, vatMinor } = sold
  const postings = postingsOf({ customerMoney: -amountMinor, waterRevenue: amountMinor - vatMinor, vat: vatMinor })
  return [{ type: 'billing.WaterTakenBack', data: { ...sold, reason, postings, at: now } }]
}
