import { NatureOfUse, WaterUse } from '@nightflow/schemas/customers/account'
import { tellAccountStories } from './account-stories.ts'
import { callNightflow } from './call-nightflow.ts'
import type { City } from './city.ts'
import type { Meter } from './city-model.ts'
import type { CustomerClassName } from './customer-classes.ts'
import { isHousehold, registerCustomerTypes, typeOf } from './customer-types.ts'
import { inventedName } from './invented-names.ts'
import { exchangedNumber } from './meter-readings.ts'
import { priceSchemeOf, registerPriceSchemes } from './price-schemes.ts'
import { chance, chanceBits, topics } from './seeded-chance.ts'

const publicBodies: readonly CustomerClassName[] = ['school', 'hospital', 'park']

const openingsPerRequest = 200
/** Enterprises are opened one by one, so many at a time. */
const atOnce = 8
const yearMilliseconds = 365 * 86_400_000

type Order = { baseUrl: string; token: string; city: City; now?: number; signal?: AbortSignal }

/**
 * Opens an account for each registered meter of a customer, households in batches. The customers are invented, and the same in every city of the
 * same seed, and so is what happened to some of them. An account that exists already stays as it is.
 */
export async function openAccounts({ baseUrl, token, city, now = Date.now(), signal }: Order): Promise<void> {
  const customers = city.meters.filter(({ role, registered }) => role === 'sub' && registered)
  const send = (path: string, body: object) =>
    callNightflow({
      method: 'POST',
      url: `${baseUrl}/prod-api/business/customer${path}`,
      bearer: token,
      body: JSON.stringify(body),
      signal,
    })
  const types = await registerCustomerTypes({ baseUrl, token, signal })
  await registerPriceSchemes({ baseUrl, token, now, signal })
  const openings = (those: readonly Meter[]) =>
    those.map((meter) => ({ ...openingOf(city, meter, now), customerTypeId: types.get(typeOf(meter)) }))
  const inBatches = openings(customers.filter(isHousehold))
  for (let start = 0; start < inBatches.length; start += openingsPerRequest) {
    const accounts = inBatches.slice(start, start + openingsPerRequest)
    const { data } = (await send('/batch', { accounts })) as { data?: { refused: { row: number }[] } }
    const refused = new Set(data?.refused.map(({ row }) => row - 1))
    // A batch is opened as a whole: those that exist already hold the others up.
    if (refused.size > 0 && refused.size < accounts.length)
      await send('/batch', { accounts: accounts.filter((_, nth) => !refused.has(nth)) })
  }
  const waiting = openings(customers.filter((meter) => !isHousehold(meter))).values()
  const sendNext = async (): Promise<void> => {
    for (const opening of waiting) await send('', opening)
  }
  await Promise.all(Array.from({ length: atOnce }, sendNext))
  await tellAccountStories({ baseUrl, token, city, now, signal }, customers.filter(isHousehold))
}

/** The request that opens the account of a meter's customer. */
export const openingOf = (city: City, meter: Meter, now: number) => {
  const draw = (nth: number) => chance(city.seed, topics.account, meter.index, nth)
  const nameOf = (nth: number) => inventedName(draw(nth + 20), draw(nth), draw(nth + 1))
  const digits = (length: number, nth: number) =>
    String(chanceBits(city.seed, topics.account, meter.index, nth))
      .padStart(length, '0')
      .slice(-length)
  const { turn } = city.water.turnOf(meter, now)
  const opening = {
    accountNo: meter.number.slice(2),
    customerName: nameOf(1),
    telephone: `13${digits(9, 3)}`,
    address: meter.address,
    meterNo: turn > 0 ? exchangedNumber(meter, turn) : meter.number,
    meterType: isHousehold(meter) ? 'NB-IoT DN 15' : `NB-IoT DN ${meter.caliberMillimetres}`,
    priceScheme: priceSchemeOf(meter),
    payChannel: String(Math.floor(draw(4) * 4)),
    openedAt: new Date(now - Math.floor((1 + 9 * draw(5)) * yearMilliseconds)).toISOString(),
  }
  if (isHousehold(meter)) return opening
  const isPublic = meter.use !== undefined && publicBodies.includes(meter.use.customerClass)
  return {
    ...opening,
    natureOfUse: NatureOfUse.enum.enterprise,
    waterUse: isPublic
      ? WaterUse.enum.publicInstitution
      : meter.use?.customerClass === 'works'
        ? WaterUse.enum.industrial
        : WaterUse.enum.commercial,
    companyName: `${meter.name}, ${meter.address}`,
    creditCode: `91${digits(8, 6)}${digits(8, 7)}`,
    legalRepresentative: nameOf(8),
  }
}
