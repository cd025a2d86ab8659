import { createHash } from 'node:crypto'
import { Frame, Reading } from '@nightflow/schemas/metering/report-readings'
import { describe, expect, test } from 'vitest'
import { buildCity } from './city.ts'
import { isFlowMeter } from './flow-meters.ts'
import { framesBetween, type OutgoingFrame } from './frames.ts'
import { registerDevices } from './register-devices.ts'

const day = 86_400_000
const from = Date.parse('2026-05-04T16:00:00Z')
const build = (seed = 5) => buildCity({ seed, timeZone: 'Asia/Shanghai', meters: 300 })
const fingerprint = (frames: Iterable<OutgoingFrame>) => {
  const hash = createHash('sha256')
  for (const { frameId, body, sentTwice } of frames) hash.update(`${frameId}${body}${sentTwice}`)
  return hash.digest('hex')
}
type Row = Record<string, unknown>
const rowsOf = ({ body }: OutgoingFrame): Row[] => {
  const { readings } = JSON.parse(body) as { readings: Row[] | Record<string, unknown[]> }
  if (Array.isArray(readings)) return readings
  return (readings.at ?? []).map((_, row) => Object.fromEntries(Object.entries(readings).map(([name, values]) => [name, values[row]])))
}
const week = [...framesBetween({ city: build(), from, to: from + 7 * day })]

describe('the frames of a city', () => {
  test('are the same to the byte for the same seed, and others for another', () => {
    const wanted = { from, to: from + 2 * day }
    expect(fingerprint(framesBetween({ city: build(), ...wanted }))).toBe(fingerprint(framesBetween({ city: build(), ...wanted })))
    expect(fingerprint(framesBetween({ city: build(6), ...wanted }))).not.toBe(fingerprint(framesBetween({ city: build(), ...wanted })))
  })

  test('obey the schema, have ids of their own, and come in both shapes of body', () => {
    for (const { body } of week) expect(Frame.safeParse(JSON.parse(body)).success).toBe(true)
    expect(new Set(week.map(({ gateway, frameId }) => `${gateway.name} ${frameId}`)).size).toBe(week.length)
    const shapes = new Set(week.map(({ body }) => Array.isArray((JSON.parse(body) as { readings: unknown }).readings)))
    expect(shapes).toEqual(new Set([true, false]))
  })

  test('hold good readings but for a little rubbish', () => {
    const rows = week.flatMap(rowsOf)
    const latest = from + 8 * day
    const isGood = (row: Row) => {
      const { success, data } = Reading.safeParse(row)
      if (!success) return false
      const hasValue = ['litres', 'deltaLitres', 'flowLitresPerHour', 'valve'].some((name) => name in row)
      return hasValue && Number(new Date(data.at)) < latest && (data.deltaLitres === undefined || data.seconds !== undefined)
    }
    const bad = rows.filter((row) => !isGood(row))
    expect(bad.length).toBeGreaterThan(3)
    expect(bad.length).toBeLessThan(60)
  })

  test('carry every meter that is not silent, and some are sent twice, repeated, shuffled and late', () => {
    const city = build()
    const heard = new Set(week.flatMap(rowsOf).map(({ meter }) => meter))
    for (const { number } of city.meters) expect(heard).toContain(number)
    expect(week.some(({ sentTwice }) => sentTwice)).toBe(true)
    expect(week.some(({ frameId }) => frameId.endsWith('-again'))).toBe(true)
    expect(week.some(({ dueFrom, sentAt }) => sentAt > dueFrom + day + 3_600_000)).toBe(true)
    const isShuffled = (frame: OutgoingFrame) =>
      rowsOf(frame).some(({ meter, at }, row, rows) => row > 0 && rows[row - 1]?.meter === meter && String(at) < String(rows[row - 1]?.at))
    expect(week.some(isShuffled)).toBe(true)
  })

  test('say of a stretch of time the same in small pieces as in one', () => {
    const readingsOf = (frames: Iterable<OutgoingFrame>) =>
      new Set(
        [...frames]
          .flatMap(rowsOf)
          .filter((row) => Reading.safeParse(row).success && Number(row.litres ?? row.deltaLitres) >= 0)
          .map(({ meter, at, litres, deltaLitres }) => `${meter} ${Number(new Date(at as string | number))} ${litres ?? deltaLitres}`),
      )
    const whole = readingsOf(framesBetween({ city: build(), from, to: from + day }))
    const pieces = Array.from({ length: 96 }, (_, piece) => from + (piece * day) / 96)
    // A city that is built anew begins with nothing computed, which costs more than all its pieces: eight of them go through the day in turn.
    const cities = Array.from({ length: 8 }, () => build())
    const pieced = readingsOf(
      pieces.flatMap((start, piece) => [
        ...framesBetween({ city: cities[piece % cities.length]!, from: start, to: start + day / 96, historyFrom: from }),
      ]),
    )
    const missing = [...whole].filter((reading) => !pieced.has(reading))
    // Rubbish is drawn per piece; nothing else may differ.
    expect(missing.length).toBeLessThan(3)
    expect([...pieced].filter((reading) => !whole.has(reading)).length).toBeLessThan(3)
  })

  test('flow meters report flow, pressure and a reverse register that never falls, in each reading', () => {
    const city = build()
    const flowMeters = new Set(city.meters.filter(isFlowMeter).map(({ number }) => number))
    expect(flowMeters.size).toBeGreaterThan(5)
    const readings = week.flatMap(rowsOf).filter((row) => flowMeters.has(row.meter as string) && Reading.safeParse(row).success)
    for (const number of flowMeters) {
      const own = readings.filter(({ meter }) => meter === number)
      expect(own.length, number).toBeGreaterThan(500)
      for (const { flowLitresPerHour, pressureKilopascal } of own) {
        expect(flowLitresPerHour).toBeGreaterThanOrEqual(0)
        expect(pressureKilopascal).toBeGreaterThan(200)
      }
      const byTime = own.toSorted((one, other) => Number(new Date(one.at as string)) - Number(new Date(other.at as string)))
      const reverse = byTime.map(({ reverseLitres }) => reverseLitres as number)
      expect(reverse).toEqual(reverse.toSorted((one, other) => one - other))
    }
  })

  // requirement of Dashboard and alarms: The normal night of a pressure meter does not exceed its own limits in the demo | /device/pressureMeters | –
  test('no pressure of an ordinary week, nights included, is beyond the limits of its own pressure meter', async () => {
    const meters: { deviceNumber: string; lowerLimitKilopascal: number; upperLimitKilopascal: number }[] = []
    await registerDevices(build(), async (resource, form) => {
      if (resource === 'pressureMeter') meters.push(form as (typeof meters)[number])
    })
    expect(meters.length).toBeGreaterThan(3)
    const readings = week.flatMap(rowsOf).filter((row) => Reading.safeParse(row).success)
    for (const { deviceNumber, lowerLimitKilopascal, upperLimitKilopascal } of meters) {
      const own = readings.flatMap(({ meter, pressureKilopascal }) => (meter === deviceNumber ? [pressureKilopascal as number] : []))
      expect(own.length, deviceNumber).toBeGreaterThan(500)
      expect(Math.min(...own)).toBeGreaterThan(lowerLimitKilopascal)
      expect(Math.max(...own)).toBeLessThan(upperLimitKilopascal)
    }
  })

  test('registers of old meters roll over at their width', () => {
    const city = buildCity({ seed: 5, timeZone: 'Asia/Shanghai' })
    const laundry = city.meters.find((meter) => meter.use?.customerClass === 'laundry')!
    const shown: number[] = []
    for (const frame of framesBetween({ city: { ...city, meters: [laundry] }, from, to: from + 35 * day }))
      for (const { litres } of rowsOf(frame)) if (typeof litres === 'number' && litres >= 0) shown.push(litres)
    expect(Math.max(...shown)).toBeLessThan(laundry.registerWidthLitres)
    const drops = shown.filter((litres, index) => index > 0 && litres < (shown[index - 1] ?? 0) - laundry.registerWidthLitres / 2)
    expect(drops.length).toBeGreaterThan(0)
  })
})
