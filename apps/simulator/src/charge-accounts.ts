import { setTimeout as sleep } from 'node:timers/promises'
import { callBackOffice, idOf } from './call-back-office.ts'

type Order = { baseUrl: string; token: string; now: number; signal?: AbortSignal | undefined }

const schemes = (enabledDate: string) => [
  {
    schemeName: 'Households',
    items: [
      { itemName: 'Sewage', method: '0', enabledDate, ratioPercent: 12.5, vatRate: 6 },
      { itemName: 'Refuse collection', method: '2', enabledDate, amount: 4, frequency: '1' },
    ],
  },
  {
    schemeName: 'Trade and works',
    items: [
      { itemName: 'Sewage', method: '0', enabledDate, ratioPercent: 18, vatRate: 6 },
      { itemName: 'Water resource fee', method: '2', enabledDate, amount: 0.35, frequency: '3' },
      { itemName: 'Collection fee', method: '1', enabledDate, amount: 1.5, vatRate: 6 },
    ],
  },
]

/** Debts of the first accounts, one each, and the recharge from which something of it was deducted. */
const debts = [
  { debtType: '1', feeName: 'Replaced meter', amount: 240, planSource: '1', planDeductions: 6 },
  { debtType: '0', feeName: 'Bills before the change of meters', amount: 386.4, planSource: '0', planDeductions: 4 },
  { debtType: '2', feeName: 'Repair of the house connection', amount: 520 },
  { debtType: '4', feeName: 'Broken seal', amount: 100, planSource: '1', planDeductions: 2 },
]
const recharge = 150
const purchasedLitres = 30_000

/** Identifiers of debts and deductions. */
const kinds = { debt: 1, deduction: 2 }
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
      await call('POST', 'personalSurcharge', { accountNo, itemName: 'Pool', method: '1', enabledDate, amount: 3, vatRate: 9 })
    const debt = debts[nth]
    if (!debt) return
    await call('POST', 'debt', { debtId: idOf(kinds.debt, nth), accountNo, ...debt })
    await call('POST', 'deduction', { deductionId: idOf(kinds.deduction, nth), accountNo, amount: recharge, source: '1', purchasedLitres })
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
