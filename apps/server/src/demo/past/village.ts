import { randomUUID } from 'node:crypto'
import { priceSchemeDecider } from '@nightflow/domain/billing/price-scheme-decider'
import { tariffOf } from '@nightflow/domain/billing/price-scheme-tariff'
import type { RatePlan } from '@nightflow/domain/billing/rate-usage'
import { accountDecider } from '@nightflow/domain/customers/account-decider'
import { meterDecider } from '@nightflow/domain/devices/meter-decider'
import { stsMeterDecider } from '@nightflow/domain/prepaid/sts-meter-decider'
import { calendarOf } from '@nightflow/domain/shared/local-time'
import type { PriceSchemeVersion } from '@nightflow/schemas/billing/price-scheme'
import { ChargingModel } from '@nightflow/schemas/billing/tariff'
import { BusinessMode } from '@nightflow/schemas/customers/account'
import { OpenAccount } from '@nightflow/schemas/customers/account-lifecycle'
import { StsAlgorithm, StsBaseDate, StsKeyType } from '@nightflow/schemas/prepaid/sts-meter'
import { dayMilliseconds, type Past } from './past.ts'

/** How a household pays before it drinks: by tokens, by a card, or out of a balance that each day is taken from. */
export type Household = { accountNo: string; meterNo: string; name: string; address: string; pays: 'tokens' | 'card' | 'balance' }

const holders = [
  ...['Wen Jiayi', 'Luo Qiang', 'Alice Thorne', 'Han Mei', 'Owen Marsden', 'Deng Hao', 'Sun Lihua', 'Tang Rui'],
  ...['Clara Fenwick', 'Xie Ming', 'Feng Yan', 'Cao Lei', 'Ruth Garland', 'Peng Tao', 'Su Wan', 'Jiang Bo', 'Ye Fang', 'Ben Hollis'],
]
const tokensUntil = 10
const cardsUntil = 16

/** Willow Bend, a village above Riverbend that pays in advance: ten households with tokens, six with cards, two with a balance. */
export const households: readonly Household[] = holders.map((name, nth) => ({
  accountNo: `WB-${1001 + nth}`,
  meterNo: `0713450${String(2101 + 7 * nth)}`,
  name,
  address: `${2 * nth + 1} Willow Bend`,
  pays: nth < tokensUntil ? 'tokens' : nth < cardsUntil ? 'card' : 'balance',
}))
export const householdsWith = (pays: Household['pays']): readonly Household[] => households.filter((each) => each.pays === pays)

export const villageScheme = 'Willow Bend prepaid'
const schemeOf = (startTime: string) => ({
  ...{ priceSchemeName: villageScheme, accumulationMonths: 12, billingMonths: 1, startTime, vatRate: 9 },
  ...{ chargingModel: ChargingModel.enum.cumulative, fixedAmount: 0, minimumAmount: 0, remark: null },
  steps: [
    { startVolume: 0, endVolume: 180, unitPrice: 3.1 },
    { startVolume: 180, endVolume: -1, unitPrice: 4.4 },
  ].map((step) => ({ ...step, caliberMillimetres: null, customerTypeId: null, firstMonth: null, lastMonth: null })),
})

const yearStart = (from: number): string => `${new Date(from).getUTCFullYear()}-01-01`
export const caliberMillimetres = 15

/** The version of the price that the village has since it moved in. */
export const schemeVersion = (from: number): PriceSchemeVersion => ({
  ...{ version: 1, effectiveFrom: yearStart(from), tariff: tariffOf(schemeOf(yearStart(from))) },
})

/** The price of the village, as a sale of water needs it. */
export const priceOf = ({ utility: { timeZone } }: Past, from: number): RatePlan => ({
  ...{ calendar: calendarOf(timeZone), caliberMillimetres, customerTypeId: null, since: Number.NEGATIVE_INFINITY },
  versions: [{ ...schemeVersion(from), from: Date.parse(yearStart(from)) }],
})

/** The supply group of the village; its vending key is the demo's own. */
export const supplyGroupCode = '600101'
const firstTariff = 1
const tariffIndex = `0${firstTariff}`

/** Issuer, eleven digits of the meter, and the digit that makes the sum by Luhn a multiple of ten. */
const panOf = (meterNo: string): string => {
  const digits = `600727${meterNo}`
  const sum = [...digits].toReversed().reduce((total, digit, place) => {
    const weighted = Number(digit) * (place % 2 === 0 ? 2 : 1)
    return total + (weighted > 9 ? weighted - 9 : weighted)
  }, 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

/** The village moves in: its price, and one after the other its meters, accounts and keys. */
export const settleVillage = (past: Past, from: number): void => {
  const { admin } = past.utility.actors
  past.on(from, async () => {
    const values = schemeOf(yearStart(from))
    await past.execute(priceSchemeDecider, { type: 'AddRecord', key: values.priceSchemeName, values }, admin)
    const { priceSchemeName } = values
    await past.execute(priceSchemeDecider, { type: 'PublishPriceScheme', priceSchemeName, customerTypeIds: [] }, admin)
  })
  for (const [nth, household] of households.entries())
    past.on(from + dayMilliseconds / 12 + nth * 1_500_000, () => moveIn(past, household, nth, yearStart(from)))
}

const moveIn = async (past: Past, { accountNo, meterNo, name, address, pays }: Household, nth: number, firstDay: string): Promise<void> => {
  const meter = { number: meterNo, name: `House ${2 * nth + 1}`, address, caliberMillimetres, hasValve: pays === 'balance' }
  await past.execute(meterDecider, { type: 'RegisterMeter', ...meter })
  const opening = OpenAccount.parse({
    ...{ type: 'OpenAccount', accountNo, isGenerated: false, meterNo, address, customerName: name },
    ...{ telephone: `1380013${String(8201 + nth)}`, priceScheme: villageScheme, businessMode: BusinessMode.enum.prepaid },
    ...(pays === 'balance' && { balanceThreshold: 20, arrearsClosingThreshold: 30 }),
  })
  await past.execute(accountDecider, {
    ...opening,
    ...{ country: 'CN', knownScheme: { status: 'published', firstDay } },
    newPersonIds: { holder: randomUUID(), legalRepresentative: randomUUID(), agent: randomUUID() },
  })
  if (pays !== 'tokens') return
  const generation = { supplyGroupCode, tariffIndex, keyRevisionNumber: 1, keyType: StsKeyType.enum.unique, keyExpiryNumber: 255 }
  const values = { meterNo, pan: panOf(meterNo), ...generation, algorithm: StsAlgorithm.enum.misty1, baseDate: StsBaseDate.enum.from2014 }
  await past.execute(stsMeterDecider, { type: 'AddRecord', key: meterNo, values: { ...values, isTwoWay: false, remark: null } })
}
