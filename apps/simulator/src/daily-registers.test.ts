import { Frame } from '@nightflow/schemas/metering/report-readings'
import { expect, test } from 'vitest'
import { buildCity } from './city.ts'
import { dailyFrames } from './daily-registers.ts'
import { framesBetween } from './frames.ts'

const city = buildCity({ seed: 5, timeZone: 'Asia/Shanghai', meters: 300 })
const from = city.days.dated('2026-05-01').startsAt
const to = city.days.dated('2026-05-20').startsAt
type Columns = { meter: string[]; at: number[]; litres: number[] }
const readings = [...dailyFrames({ city, from, to })].flatMap(({ body }) => {
  const { meter, at, litres } = (JSON.parse(body) as { readings: Columns }).readings
  return meter.map((number, row) => ({ number, at: at[row]!, litres: litres[row]! }))
})

test('the daily registers of a city obey the schema of frames and have ids of their own', () => {
  const frames = [...dailyFrames({ city, from, to })]
  for (const { body } of frames) expect(Frame.safeParse(JSON.parse(body)).success).toBe(true)
  expect(new Set(frames.map(({ frameId }) => frameId)).size).toBe(frames.length)
})

test('a meter that is never silent has its register at each local midnight, both ends included', () => {
  const number = city.meters.find(({ role, registered }) => role === 'sub' && registered)!.number
  const midnights = readings.filter((reading) => reading.number === number).map(({ at }) => at)
  expect(midnights).toEqual(Array.from({ length: 20 }, (_, nth) => city.days.of(city.days.at(from).day + nth).startsAt))
})

test('the hours that follow go on where the last register stopped', () => {
  const first = new Map<string, number>()
  for (const { body } of framesBetween({ city, from: to, to: to + 3_600_000 })) {
    const { readings: rows } = JSON.parse(body) as { readings: Partial<Columns> | { meter: string; litres?: number }[] }
    const each = Array.isArray(rows) ? rows : (rows.meter ?? []).map((meter, row) => ({ meter, litres: rows.litres?.[row] }))
    for (const { meter, litres } of each) if (litres !== undefined && !first.has(meter)) first.set(meter, litres)
  }
  const last = readings.filter(({ at, number }) => at === to && first.has(number))
  expect(last.length).toBeGreaterThan(100)
  const hasStepped = last.filter(({ number, litres }) => first.get(number)! < litres - 2)
  expect(hasStepped).toEqual([])
})
