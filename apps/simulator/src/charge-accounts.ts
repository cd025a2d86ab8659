import { setTimeout as sleep } from 'node:timers/promises'
import { DeductionFrequency, DeductionMethod } from '@nightflow/schemas/billing/charging-item'
import { DebtType, PaymentSource } from '@nightflow/schemas/billing/deduction'
import { PayMethod } from '@nightflow/schemas/billing/money'
import { callBackOffice, idOf } from './call-back-office.ts'

const method = DeductionMethod.enum
const frequency = DeductionFrequency.enum
const debtType = DebtType.enum
const source = PaymentSource.enum

type Order = { baseUrl: string; token: string; now: number; signal?: AbortSignal | undefined }

const schemes = (enabledDate: string) => [
  {
    schemeName: 'Households',
    items: [
      { itemName: 'Sewage', method: method.percentage, enabledDate, ratioPercent: 12.5, vatRate: 6 },
      { itemName: 'Refuse collection', method: method.perCount, enabledDate, amount: 4, frequency: frequency.perMonth },
    ],
  },
  {
    schemeName: 'Trade and works',
    items: [
      { itemName: 'Sewage', method: method.percentage, enabledDate, ratioPercent: 18, vatRate: 6 },
      { itemName: 'Water resource fee', method: method.perCount, enabledDate, amount: 0.35, frequency: frequency.perCubicMetre },
      { itemName: 'Collection fee', method: method.fixed, enabledDate, amount: 1.5, vatRate: 6 },
    ],
  },
]

/** Debts of the first accounts, one each, and a recharge that it is deducted from. */
const debts = [
  { debtType: debtType.meter, feeName: 'Replaced meter', amount: 240, planSource: source.recharge, planDeductions: 6 },
  {
    debtType: debtType.unpaidWater,
    feeName: 'Bills before the change of meters',
    amount: 386.4,
    planSource: source.bill,
    planDeductions: 4,
  },
  { debtType: debtType.repair, feeName: 'Repair of the house connection', amount: 520 },
  { debtType: debtType.penalty, feeName: 'Broken seal', amount: 100, planSource: source.recharge, planDeductions: 2 },
]
const recharge = 150
const purchasedLitres = 30_000

/** Identifiers of debts and recharges. */
const kinds = { debt: 1, recharge: 30 }
/** Rounds until the scheme is shown: read models are behind while a city is fed. */
const roundsMax = 240
const pauseMilliseconds = 500

/** Surcharge schemes of the city; households that have one, with a personal surcharge, debts and what recharges repaid of them. */
export async function chargeAccounts({ now, ...order }: Order, accountNos: readonly string[]): Promise<void> {
  const call = callBackOffice(order)
  const enabledDate = `${new Date(now).getUTCFullYear() - 1}-01-01`
  for (const scheme of schemes(enabledDate)) await call('POST', 'surchargeScheme', scheme)
  const surchargeSchemeId = await schemeNumber(call, order.signal)
  const charge = async (accountNo: string, nth: number): Promise<void> => {
    await call('PUT', 'personalSurcharge/scheme', { accountNo, surchargeSchemeId })
    if (nth % 2 === 0)
      await call('POST', 'personalSurcharge', { accountNo, itemName: 'Pool', method: method.fixed, enabledDate, amount: 3, vatRate: 9 })
    const debt = debts[nth]
    if (!debt) return
    await call('POST', 'debt', { debtId: idOf(kinds.debt, nth), accountNo, ...debt })
    // The recharge starts its deductions by itself, and the rest pays the first bills.
    await call('POST', 'payment', {
      ...{ paymentId: idOf(kinds.recharge, nth), accountNo, amount: recharge, payMethod: PayMethod.enum.cash },
      ...{ source: source.recharge, purchasedLitres },
    })
  }
  await Promise.all(accountNos.map(charge))
}

/** The scheme of households as soon as it is shown, and with it everything that was stored before it. */
async function schemeNumber(call: ReturnType<typeof callBackOffice>, signal: AbortSignal | undefined): Promise<number> {
  for (let round = 0; round < roundsMax; round += 1) {
    const { rows } = (await call('GET', 'surchargeScheme/list?schemeName=Households')) as { rows: { surchargeSchemeId: number }[] }
    if (rows[0]) return rows[0].surchargeSchemeId
    await sleep(pauseMilliseconds, undefined, { signal })
  }
  throw new Error(`the surcharge schemes were not shown within ${(roundsMax * pauseMilliseconds) / 1000} s`)
}
