import { randomUUID } from 'node:crypto'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import type { BillLine } from '@nightflow/schemas/billing/bill'
import { vi } from 'vitest'
import { type RunningApi, startApi } from './running-api.ts'

type Method = 'GET' | 'POST' | 'PUT'
export type IssuedBill = {
  billNo: number
  billType: string
  periodFrom: string
  periodTo: string
  litres: number
  amountMinor: number
  vatMinor: number
  totalMinor: number
  openMinor: number
  lines: BillLine[]
  volumes: { meterNo: string; knownDays: number; litres: number }[]
}

const hourMilliseconds = 3_600_000

/** A utility whose people work at a clock that the test moves. Only `Date` is moved: waits and databases keep their time. */
export const startBilledUtility = async (name: string, tenant = 'north') => {
  const running: RunningApi = await startApi(name)
  vi.useFakeTimers({ toFake: ['Date'] })
  const call = async (method: Method, url: string, payload?: object) => {
    const answer = await running.ask(tenant, { method, url, ...(payload && { payload }) })
    await waitForViews(running.pool, await running.log.head(), 60_000)
    return answer.json()
  }
  const business = (method: Method, path: string, payload?: object) => call(method, `/prod-api/business/${path}`, payload)
  /** Fails with what a call answered in place of its data. */
  const done = async (method: Method, path: string, payload?: object) => {
    const answer = await business(method, path, payload)
    if (answer.code !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
    return answer.data
  }
  return {
    running,
    call,
    business,
    done,
    /** It is this instant from now on. */
    travelTo: (at: string) => vi.setSystemTime(new Date(at)),
    setting: (change: object) =>
      running.pool.query('update platform.tenants set settings = settings || $1 where code = $2', [change, tenant]),
    /** Litres of every hour from an instant up to another one. */
    use: async (meter: string, from: string, to: string, litresOfHour: (nth: number) => number, register = 0): Promise<number> => {
      const registers = [register]
      for (let at = Date.parse(from); at < Date.parse(to); at += hourMilliseconds)
        registers.push(registers.at(-1)! + litresOfHour(registers.length - 1))
      // A frame of a gateway has a few weeks at most.
      for (let nth = 0; nth < registers.length; nth += 1_000) {
        const start = new Date(Date.parse(from) + nth * hourMilliseconds).toISOString()
        await running.report(tenant, meter, start, registers.slice(nth, nth + 1_000))
      }
      return registers.at(-1)!
    },
    publish: async (priceSchemeName: string, startTime: string, unitPrice: number, more: object = {}): Promise<void> => {
      const known = (await business('GET', `priceScheme/list?priceSchemeName=${encodeURIComponent(priceSchemeName)}`)).rows[0]
      const steps = [
        { startVolume: 0, endVolume: 10, unitPrice },
        { startVolume: 10, endVolume: -1, unitPrice: unitPrice * 2 },
      ]
      const scheme = {
        priceSchemeName,
        billingMonths: 1,
        accumulationMonths: 12,
        vatRate: 10,
        startTime,
        chargingModel: '1',
        steps,
        ...more,
      }
      const priceSchemeId = known?.priceSchemeId ?? (await done('POST', 'priceScheme', scheme)).priceSchemeId
      if (known) await done('PUT', 'priceScheme', { ...scheme, priceSchemeId })
      await done('PUT', `priceScheme/publish/${priceSchemeId}`, {})
    },
    open: async (accountNo: string, meterNo: string, openedAt: string, priceScheme: string, timeZone: string): Promise<void> => {
      await call('POST', '/api/v1/meters', { meters: [{ number: meterNo, timeZone, caliberMillimetres: 15, installedAt: openedAt }] })
      const holder = { customerName: 'Li Na', telephone: '13800138000', address: '8 Mill Lane' }
      await done('POST', 'customer', { ...holder, accountNo, meterNo, openedAt, priceScheme })
    },
    issue: async (accountNo: string, month: string, more: object = {}): Promise<IssuedBill> => {
      const months = { firstMonth: month, lastMonth: month, ...more }
      const { billNo } = await done('POST', 'bill', { accountNo, billId: randomUUID(), ...months })
      return done('GET', `bill/${billNo}`)
    },
    billsOf: async (accountNo: string): Promise<IssuedBill[]> => {
      const { rows } = await business('GET', `bill/list?accountNo=${accountNo}&pageSize=50`)
      return (rows as IssuedBill[]).toSorted((one, other) => (one.periodFrom < other.periodFrom ? -1 : 1))
    },
    stop: async () => {
      vi.useRealTimers()
      await running.stop()
    },
  }
}
export type BilledUtility = Awaited<ReturnType<typeof startBilledUtility>>
