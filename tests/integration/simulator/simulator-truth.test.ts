import { createTenant } from '@nightflow/platform/tenants/tenants'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import type { NightFlowRow } from '@nightflow/schemas/leakage/night-flow'
import { buildCity } from '@nightflow/simulator/city'
import { feedHistory, type HistoryProgress } from '@nightflow/simulator/feed-history'
import { type Registered, registerCity } from '@nightflow/simulator/register-city'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../support/database/postgres.ts'
import { runNightflow, type ServerProcess, startServerProcess, temporaryStateFolder } from '../../support/process/server-process.ts'

// Two weeks around the end of summer time: the day of 25 hours is judged like every other.
const timeZone = 'Europe/Rome'
const city = buildCity({ seed: 11, timeZone, meters: 400 })
const from = city.days.dated('2026-10-15').startsAt
const to = city.days.dated('2026-10-29').startsAt
/** On the first day meters that read at odd minutes begin late; the last day misses what daily meters send after midnight. */
const judgedDays = Array.from({ length: 12 }, (_, index) => city.days.of(city.days.dated('2026-10-16').day + index))

let database: FreshDatabase
let server: ServerProcess
let stateFolder: { path: string; remove(): Promise<void> }
let token: string
let registered: Registered
let fed: HistoryProgress
const rowsOf = new Map<string, NightFlowRow[]>()

const ask = async <Answer>(path: string, body?: object): Promise<Answer> => {
  const answer = await fetch(`${server.baseUrl}/api/v1${path}`, {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  })
  expect(answer.ok, `${path}: ${answer.status} ${await answer.clone().text()}`).toBe(true)
  return (await answer.json()) as Answer
}

beforeAll(async () => {
  database = await freshDatabase('simulator-truth')
  stateFolder = await temporaryStateFolder()
  server = await startServerProcess(stateFolder.path, ['--no-demo', '--no-web', '--database-url', database.connectionString])
  await createTenant(database.pool, { code: 'city', name: 'City', timeZone })
  token = (await runNightflow('--state-folder', stateFolder.path, 'token', '--tenant', 'city', '--role', 'admin')).stdout.trim()
  const gatewayKeys: Record<string, string> = {}
  for (const { name } of city.gateways) gatewayKeys[name] = (await ask<{ key: string }>('/gateways', { name })).key
  registered = await registerCity({ baseUrl: server.baseUrl, token, city })
  fed = await feedHistory({ baseUrl: server.baseUrl, gatewayKeys, city, from, to })
  expect(await waitForViews(database.pool, fed.position, 60_000)).not.toBe(false)
  for (const { id } of city.zones) {
    const { rows } = await ask<{ rows: NightFlowRow[] }>(`/partitions/${id}/night-flow?from=2026-10-16&to=2026-10-27`)
    rowsOf.set(id, rows)
  }
}, 180_000)
afterAll(async () => {
  await server?.end('SIGINT')
  await stateFolder?.remove()
  await database?.drop()
})

const judged = city.zones.flatMap((zone) => judgedDays.map((day) => ({ zone, day })))
const rowOf = (id: string, date: string): NightFlowRow => {
  const row = rowsOf.get(id)?.find((candidate) => candidate.date === date)
  if (!row) throw new Error(`${id} has no row of ${date}`)
  return row
}
const describeDay = (id: string, row: NightFlowRow) => `${id} ${JSON.stringify(row)}`
const inletsOf = (zone: number) => city.meters.filter((meter) => meter.zone === zone && meter.role !== 'sub').length
/** A register that steps back is not turned into negative consumption by the service; the truth counts it as it was. */
const steppedBackLitres = (zone: number, day: { startsAt: number; endsAt: number }) =>
  city.truth
    .faultsBetween(day.startsAt, day.endsAt)
    .filter(({ kind, meter }) => kind === 'backflow' && city.zones[zone]?.subtree.includes(city.meters[meter]?.zone ?? -1))
    .reduce((sum, { litres }) => sum + litres, 0)

describe('a simulated city, computed from what its gateways sent', () => {
  test('is registered without refusal, and again without change', async () => {
    expect(registered.refused).toEqual([])
    expect(registered.metersRegistered).toBe(city.meters.filter((meter) => meter.registered).length)
    expect(await registerCity({ baseUrl: server.baseUrl, token, city })).toMatchObject({ refused: [] })
  })

  test('its supply and its night minimum flow are the true ones, to the rounding of the inlets', () => {
    for (const { zone, day } of judged) {
      const row = rowOf(zone.id, day.date)
      const inlets = inletsOf(zone.index)
      expect(
        Math.abs((row.supplyLitres ?? Number.NaN) - city.truth.trueSupplyLitres(zone.id, day.date)),
        describeDay(zone.id, row),
      ).toBeLessThanOrEqual(inlets)
      const night = city.truth.trueNightMinimumFlowLitresPerHour(zone.id, day.date) ?? Number.NaN
      expect(Math.abs((row.nightMinimumFlowLitresPerHour ?? Number.NaN) - night), describeDay(zone.id, row)).toBeLessThanOrEqual(inlets)
    }
  })

  test('its leakage is the true one within 0.3 percent of the supply, where every customer is known', () => {
    const complete = judged.filter(({ zone, day }) => rowOf(zone.id, day.date).consumptionCompleteness === 1)
    expect(complete.length).toBeGreaterThan(judged.length / 2)
    for (const { zone, day } of complete) {
      const row = rowOf(zone.id, day.date)
      const truth = city.truth.trueLeakageLitres(zone.id, day.date) + city.truth.trueUnmeteredLitres(zone.id, day.date)
      const tolerance = 0.003 * city.truth.trueSupplyLitres(zone.id, day.date) + 10 + steppedBackLitres(zone.index, day)
      expect(Math.abs((row.leakageLitres ?? Number.NaN) - truth), describeDay(zone.id, row)).toBeLessThan(tolerance)
      expect(row.estimated).toBe(false)
    }
  })

  test('where customers are silent its leakage is estimated, said to be so, and within three percent of the supply', () => {
    // A meter that was silent inside a day is known again by its register: only its hours are missing, the day is not estimated.
    const partial = judged.filter(({ zone, day }) => rowOf(zone.id, day.date).leakageLitres !== null && rowOf(zone.id, day.date).estimated)
    expect(partial.length).toBeGreaterThan(0)
    for (const { zone, day } of partial) {
      const row = rowOf(zone.id, day.date)
      const truth = city.truth.trueLeakageLitres(zone.id, day.date) + city.truth.trueUnmeteredLitres(zone.id, day.date)
      expect(row.consumptionCompleteness, describeDay(zone.id, row)).toBeLessThan(1)
      expect(Math.abs((row.leakageLitres ?? Number.NaN) - truth), describeDay(zone.id, row)).toBeLessThan(
        0.03 * city.truth.trueSupplyLitres(zone.id, day.date),
      )
    }
  })

  test('a sudden burst shows in its partition on the first whole day', () => {
    const wholeDayBefore = judgedDays[1]!.startsAt
    const [first, last] = [judgedDays[0]!, judgedDays.at(-1)!]
    const sudden = city.truth.burstsBetween(first.endsAt, last.startsAt).filter((burst) => {
      const after = city.days.of(city.days.at(burst.startsAt).day + 1)
      return burst.growsOverHours === 0 && burst.startsAt >= wholeDayBefore && burst.repairedAt >= after.endsAt && after.day <= last.day
    })
    expect(sudden.length).toBeGreaterThan(0)
    for (const burst of sudden) {
      const started = city.days.at(burst.startsAt).day
      const nightOf = (day: number) => rowOf(city.zones[burst.zone]!.id, city.days.of(day).date).nightMinimumFlowLitresPerHour ?? Number.NaN
      const rise = nightOf(started + 1) - nightOf(started - 1)
      expect(rise, `${burst.id}: ${burst.litresPerHour} l/h`).toBeGreaterThan(0.6 * burst.litresPerHour)
    }
  })

  test('rubbish is set aside with its reason and unregistered meters wait to be claimed', async () => {
    const { rows: setAside } = await ask<{ rows: { reason: string }[] }>('/quarantine?limit=500')
    expect(setAside.length).toBeGreaterThan(5)
    const { rows: unclaimed } = await ask<{ rows: { number: string }[] }>('/unclaimed-meters')
    expect(unclaimed.map(({ number }) => number).sort()).toEqual(
      city.meters
        .filter((meter) => !meter.registered)
        .map((meter) => meter.number)
        .sort(),
    )
  })
})
