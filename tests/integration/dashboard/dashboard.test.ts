// requirement of Dashboard and alarms: Tenants with opened accounts or not on the tenant board | – | GET /prod-api/business/tenantBoard/figures
import { alarmDecider } from '@nightflow/domain/alarms/alarm-decider'
import { dateOfDay } from '@nightflow/domain/shared/local-time'
import { executeCommand } from '@nightflow/event-log/execute-command'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

const figures = '/prod-api/business/dashboard'
const dayMilliseconds = 86_400_000
/** Days are Rome's, as the utility counts them; hours are spaced so that no change of clocks is met. */
const todayIn = (timeZone: string): number => {
  const local = new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date())
  return Date.parse(`${local}T00:00:00Z`) / dayMilliseconds
}
const rome = todayIn('Europe/Rome')
const dayBefore = (days: number): string => dateOfDay(rome - days)

let running: RunningApi
const get = async (tenant: string, url: string) => (await running.ask(tenant, { url })).json()
const post = async (tenant: string, url: string, payload: object) => (await running.ask(tenant, { method: 'POST', url, payload })).json()

/** Midnight of Rome so many days ago, in UTC. */
const midnight = (daysAgo: number): string => {
  const noon = new Date(`${dayBefore(daysAgo)}T12:00:00Z`)
  const hour = Number(new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Rome', hour: '2-digit', hourCycle: 'h23' }).format(noon))
  return new Date(Date.parse(`${dayBefore(daysAgo)}T00:00:00Z`) - (hour - 12) * 3_600_000).toISOString()
}

/** Whole days of one meter from the midnight so many days ago: so many litres each hour. */
const reportDays = (tenant: string, meter: string, litresPerHour: readonly number[], daysAgo = 3, register = 10_000) => {
  const registers = [register]
  for (const litres of litresPerHour) for (let hour = 0; hour < 24; hour++) registers.push(registers.at(-1)! + litres)
  return running.report(tenant, meter, midnight(daysAgo), registers)
}

/** The meter that never reports has been in the pipe for ten whole days. */
const meterOf = (number: string) => (number === 'mute' ? { number, installedAt: midnight(11) } : { number })

beforeAll(async () => {
  running = await startApi('dashboard')
  for (const [tenant, numbers] of [
    ['north', ['main', 'house1', 'house2', 'mute']],
    ['south', ['other']],
  ] as const)
    expect((await post(tenant, '/api/v1/meters', { meters: numbers.map(meterOf) })).accepted).not.toBe(0)
  await post('north', '/api/v1/partitions', { partitionId: 'hill', name: 'Hill', minimumCoverage: 0.5 })
  await post('north', '/api/v1/partitions/hill/summary-meters', { number: 'main' })
  await post('north', '/api/v1/partitions/hill/sub-meters', { numbers: ['house1', 'house2'] })
  // The same weekday as yesterday, two weeks before it.
  await reportDays('north', 'main', [40], 15, 0)
  await reportDays('north', 'house1', [16], 15, 0)
  await reportDays('north', 'house2', [16], 15, 0)
  await reportDays('north', 'main', [30, 30, 50])
  await reportDays('north', 'house1', [10, 10, 15])
  await reportDays('north', 'house2', [10, 10, 25])
  await running.report('north', 'house1', new Date(Date.now() - 60_000).toISOString(), [100_000])
  await waitForViews(running.pool, await running.log.head(), 60_000)
})
afterAll(() => running?.stop())

describe('the figures of a utility', () => {
  it('count what customers used, without the summary meters that pass the same water on', async () => {
    const { data } = await get('north', `${figures}/topData`)
    expect(data).toMatchObject({ usedYesterdayLitres: 24 * 40, usedDayBeforeLitres: 24 * 20 })
    expect(data).toMatchObject({ meterCount: 4, meterReportingCount: 3, meterSilentCount: 1 })
  })
  it('compare a day with the same weekday, not with the day before it, and name the day', async () => {
    const { data } = await get('north', `${figures}/topData`)
    expect(data).toMatchObject({ yesterday: dayBefore(1), usedBaseline: { median: 24 * 32, weeks: 1 } })
  })
  it('say how many customers’ meters have the whole of yesterday', async () => {
    expect((await get('north', `${figures}/topData`)).data.readingRate).toBeCloseTo(2 / 3)
  })
  // requirement of Dashboard and alarms: Reading rate over the last 30 and 180 days | /index | GET /prod-api/business/dashboard/topData
  it('give the share of complete days in service over 30 and 180 days', async () => {
    // Four of fifteen days are known of the two houses, whose history begins before their registration; the third was silent on ten.
    expect((await get('north', `${figures}/topData`)).data.readingRates).toEqual([
      { days: 30, share: 0.2 },
      { days: 180, share: 0.2 },
    ])
  })
  // requirement of Dashboard and alarms: Customer count on the dashboard | /index | GET /prod-api/business/dashboard/topData
  it('count the accounts that are not cancelled', async () => {
    for (const accountNo of ['D-1', 'D-2']) {
      const payload = { accountNo, customerName: 'Li Na', telephone: '13800138000', address: '8 Mill Lane' }
      expect(await post('north', '/prod-api/business/customer', payload)).toMatchObject({ code: 200 })
    }
    const cancelled = { method: 'PUT', url: '/prod-api/business/customer/D-2/cancel', payload: { reason: 'moved away' } } as const
    expect((await running.ask('north', cancelled)).json()).toMatchObject({ code: 200 })
    expect((await get('north', `${figures}/topData`)).data.customerCount).toBe(1)
  })
  it('have the amounts of bills, and each of the last twelve months', async () => {
    expect((await get('north', `${figures}/topData`)).data).toMatchObject({ billedMinor: 0, paidMinor: 0, unpaidMinor: 0 })
    const { data } = await get('north', `${figures}/statisticsBillData`)
    expect(data).toMatchObject({ openBills: 0, overdueBills: 0, overdueMinor: 0 })
    expect(data.rows).toHaveLength(12)
  })
  it('give use day by day, unknown where nothing is known', async () => {
    const { data } = await post('north', `${figures}/statisticsUsedTotalData`, { days: 7 })
    expect(data.timeZone).toBe('Europe/Rome')
    expect(data.rows.map(({ usedLitres }: { usedLitres: number | null }) => usedLitres)).toEqual([null, null, null, null, 480, 480, 960])
    expect(data.rows.at(-1)).toMatchObject({ period: dayBefore(1), metersKnown: 2, meters: 3 })
  })
  it('add days up to months', async () => {
    const { data } = await post('north', `${figures}/statisticsUsedTotalData`, { days: 30, by: 'month' })
    const sum = data.rows.reduce((all: number, { usedLitres }: { usedLitres: number | null }) => all + (usedLitres ?? 0), 0)
    expect(sum).toBe(1920 + 24 * 32)
  })
  it('narrow use to a partition, and refuse one that is not there', async () => {
    const { data } = await post('north', `${figures}/statisticsUsedTotalData`, { days: 7, partition: 'hill' })
    expect(data.rows.at(-1)).toMatchObject({ usedLitres: 960 })
    expect(await post('north', `${figures}/statisticsUsedTotalData`, { partition: 'nowhere' })).toMatchObject({
      reason: 'partition-not-found',
    })
  })
  it('count the meters that reported today', async () => {
    const { data } = await get('north', `${figures}/statisticsCommunicationData`)
    expect(data).toMatchObject({ meters: 4 })
    expect(data.days).toHaveLength(30)
    expect(data.days.at(-2)).toMatchObject({ day: dayBefore(1), heard: 3, share: 0.75 })
    expect(data.heardToday + data.notHeardToday).toBe(4)
  })
  it('count alarms by state and kind, and by the day on which they were raised', async () => {
    const now = new Date().toISOString()
    for (const [eventType, subject] of [
      ['burst', 'house1'],
      ['burst', 'house2'],
      ['tamper', 'house1'],
    ] as const)
      await executeCommand(running.log, {
        decider: alarmDecider,
        tenant: 'north',
        actor: 'policy:test',
        command: { type: 'RaiseAlarm', eventType, subject, occurredAt: now },
        context: { now, actor: 'policy:test', timeZone: 'UTC' },
      })
    await waitForViews(running.pool, await running.log.head(), 60_000)
    const { data } = await get('north', `${figures}/statisticsAlarmData`)
    expect(data.byStatus).toEqual([{ alarmStatus: '0', count: 3 }])
    expect(data.byEvent).toEqual([
      { eventType: 'burst', count: 2 },
      { eventType: 'tamper', count: 1 },
    ])
    expect(data.days.slice(-2)).toEqual([
      { day: dayBefore(1), count: 0 },
      { day: dayBefore(0), count: 3 },
    ])
  })
  it('belong to the tenant alone', async () => {
    const { data } = await get('south', `${figures}/topData`)
    expect(data).toMatchObject({ usedTotalLitres: null, usedYesterdayLitres: null, meterCount: 1, meterReportingCount: 0, readingRate: 0 })
  })
  it('are for those who may see them', async () => {
    const codeFor = async (role: 'analyst' | 'agent') => {
      const headers = { authorization: `Bearer ${running.tokenOf('south', role)}` }
      return (await running.ask('south', { url: `${figures}/topData`, headers })).json().code
    }
    expect(await codeFor('analyst')).toBe(200)
    expect(await codeFor('agent')).toBe(403)
    expect((await running.api.inject({ url: `${figures}/topData` })).json().code).toBe(401)
  })
})

describe('the board of all tenants', () => {
  const asOperator = () => ({ authorization: `Bearer ${running.tokenOf('platform', 'operator')}` })
  it('shows operators every utility beside the others', async () => {
    const { data } = (await running.ask('platform', { url: '/prod-api/business/tenantBoard/figures', headers: asOperator() })).json()
    expect(data).toMatchObject({ tenants: 2, meters: 5, tenantsWithAccounts: 1, demoIntervalSeconds: null })
    const north = data.rows.find(({ code }: { code: string }) => code === 'north')
    expect(north.usedLitresByDay).toHaveLength(10)
    expect(north.usedLitresByDay.find(({ day }: { day: string }) => day === dayBefore(1))).toEqual({ day: dayBefore(1), litres: 960 })
    expect(north.usedLitresByDay.at(-1).day).toBe(dayBefore(0))
  })
  it('keeps the demo’s interval until it is switched off', async () => {
    const demo = async (payload: object) => {
      await running.ask('platform', { method: 'PUT', url: '/prod-api/business/tenantBoard/demo', payload, headers: asOperator() })
      return (await running.ask('platform', { url: '/prod-api/business/tenantBoard/figures', headers: asOperator() })).json().data
    }
    expect((await demo({ intervalSeconds: 20 })).demoIntervalSeconds).toBe(20)
    expect((await demo({})).demoIntervalSeconds).toBeNull()
  })
  it('is nothing for the administrator of a utility', async () => {
    expect(await get('north', '/prod-api/business/tenantBoard/figures')).toMatchObject({ code: 403 })
  })
})

describe('a partition’s day', () => {
  it('is compared with the same weekday of the weeks before the period too', async () => {
    const answer = await get('north', `/api/v1/partitions/hill/day-comparison?from=${dayBefore(3)}&to=${dayBefore(0)}`)
    expect(answer.comparison.row).toMatchObject({ date: dayBefore(1), leakageLitres: 240 })
    expect(answer.comparison.baselines).toMatchObject({
      supplyLitres: { median: 960, weeks: 1 },
      leakageRate: { median: 0.2, weeks: 1 },
      klRatio: { median: 1, weeks: 1 },
    })
  })
  it('is absent where the period has no day, and unknown partitions are refused', async () => {
    expect(await get('north', '/api/v1/partitions/hill/day-comparison?from=2019-01-01&to=2019-01-31')).toEqual({ comparison: null })
    expect(await get('north', '/api/v1/partitions/nowhere/day-comparison?from=2019-01-01&to=2019-01-31')).toMatchObject({ status: 404 })
  })
})

describe('the wall screen', () => {
  const view = async (link: string) =>
    (await running.api.inject({ url: `/prod-api/business/cascadeScreen/view?link=${encodeURIComponent(link)}` })).json()
  const makeLink = async (tenant: string): Promise<string> =>
    (await post(tenant, '/prod-api/business/cascadeScreen/link', { hours: 1 })).data.link

  it('shows yesterday’s supply and leakage against the day before', async () => {
    const { data } = await get('north', '/prod-api/business/cascadeScreen/figures')
    expect(data).toMatchObject({
      tenantName: 'Waterworks north',
      day: dayBefore(1),
      supplyLitres: 1200,
      leakageLitres: 240,
      leakageRate: 0.2,
    })
    expect(data.supplyChange).toBeCloseTo(1200 / 720 - 1)
    expect(data.leakageChange).toBeCloseTo(0)
    expect(data.leakageRateChange).toBeCloseTo(0.2 - 240 / 720)
    expect(data.trend).toHaveLength(7)
    expect(data).toMatchObject({ partitions: 1, meteringPoints: 1, layers: 1, meters: { total: 4 } })
    expect(data.ranking[0]).toMatchObject({ id: 'hill', leakageLitres: 720 + 24 * 8 })
  })
  it('compares the day with the same weekday of the weeks before', async () => {
    const { data } = await get('north', '/prod-api/business/cascadeScreen/figures')
    expect(data.supplyBaseline).toEqual({ median: 960, weeks: 1 })
    expect(data.leakageBaseline).toEqual({ median: 192, weeks: 1 })
    expect(data.leakageRateBaseline).toEqual({ median: 0.2, weeks: 1 })
  })
  it('opens for the holder of a link without a session', async () => {
    const { data } = await view(await makeLink('north'))
    expect(data).toMatchObject({ tenantName: 'Waterworks north', supplyLitres: 1200 })
  })
  it('shows each link its own tenant alone', async () => {
    expect((await view(await makeLink('south'))).data).toMatchObject({ tenantName: 'Waterworks south', supplyLitres: null, partitions: 0 })
  })
  it('stays shut for a link that was changed', async () => {
    const link = await makeLink('north')
    const other = Buffer.from(JSON.stringify({ tenant: 'south', until: Date.now() + dayMilliseconds })).toString('base64url')
    for (const bad of [
      `${other}.${link.split('.')[1]}`,
      `${link.slice(0, -2)}aa`,
      'not-a-link-but-long-enough',
      `${'x'.repeat(30)}.${'y'.repeat(43)}`,
    ])
      expect(await view(bad)).toMatchObject({ code: 500, reason: 'view-link-over' })
  })
  it('stays closed while its tenant is disabled, and once a trial is over', async () => {
    const link = await makeLink('south')
    const change = (set: string) => running.pool.query(`update platform.tenants set ${set} where code = 'south'`)
    for (const set of [`status = '1'`, `status = '0', kind = 'trial', created_at = now() - interval '181 days'`]) {
      await change(set)
      expect(await view(link)).toMatchObject({ code: 500, reason: 'view-link-over' })
    }
    await change(`kind = 'normal', created_at = now()`)
    expect((await view(link)).data).toMatchObject({ tenantName: 'Waterworks south' })
  })
  it('opens nothing else: a link is no token', async () => {
    const authorization = `Bearer ${await makeLink('north')}`
    for (const url of [`${figures}/topData`, '/prod-api/business/cascadeScreen/figures', '/api/v1/partitions'])
      expect((await running.api.inject({ url, headers: { authorization } })).json()).toMatchObject(
        url.startsWith('/prod-api') ? { code: 401 } : { status: 401 },
      )
  })
})

// requirement of Dashboard and alarms: Meters outbound or in storage | /index | GET /prod-api/business/dashboard/topData
it('meters in storage are counted apart from those that are outbound', async () => {
  const counts = async () => {
    const { meterCount, meterStoredCount, meterOutboundCount } = (await get('south', `${figures}/topData`)).data
    return { meterCount, meterStoredCount, meterOutboundCount }
  }
  expect(await counts()).toEqual({ meterCount: 1, meterStoredCount: 0, meterOutboundCount: 1 })
  expect(await post('south', '/prod-api/business/meter', { number: '7701', isStored: true })).toMatchObject({ code: 200 })
  expect(await counts()).toEqual({ meterCount: 2, meterStoredCount: 1, meterOutboundCount: 1 })
  expect(await post('south', '/prod-api/business/meter/issue', { number: '7701', reason: 'works order 7' })).toMatchObject({ code: 200 })
  expect(await counts()).toEqual({ meterCount: 2, meterStoredCount: 0, meterOutboundCount: 2 })
})

it('meters that were installed long before the first reading of a utility do not lower its reading rate', async () => {
  await post('south', '/api/v1/meters', { meters: [{ number: 'old', installedAt: midnight(400) }] })
  await reportDays('south', 'old', [10, 10, 10])
  await waitForViews(running.pool, await running.log.head(), 60_000)
  // Days of Rome are cut at another hour here, so that two of three are known.
  const { readingRates } = (await get('south', `${figures}/topData`)).data
  for (const { share } of readingRates) expect(share).toBeGreaterThanOrEqual(2 / 3)
  expect(readingRates).toHaveLength(2)
})
