import { describe, expect, test } from 'vitest'
import { buildCity } from './city.ts'
import { burstMillilitres } from './faults.ts'

const hour = 3_600_000
const cities = {
  shanghai: buildCity({ seed: 5, timeZone: 'Asia/Shanghai', meters: 300 }),
  rome: buildCity({ seed: 5, timeZone: 'Europe/Rome', meters: 300 }),
}
const date = '2026-04-09'

describe('conservation', () => {
  test('inlets carry what customers and outlets took and what leaked, to the millilitre, at any moment', () => {
    const { water, zones, meters } = cities.shanghai
    const start = Date.parse(`${date}T00:00:00+08:00`)
    for (const instant of [start, start + 3 * hour, start + 11.25 * hour, start + 23.75 * hour]) {
      for (const zone of zones) {
        const users = meters.filter((meter) => meter.use && zone.subtree.includes(meter.zone))
        const used = users.reduce((sum, meter) => sum + water.usedMillilitres(meter, instant), 0)
        const leaked = zone.subtree.reduce((sum, index) => sum + water.leakedMillilitres(index, instant), 0)
        expect(water.suppliedMillilitres(zone.index, instant)).toBe(used + leaked)
      }
    }
  })

  test('two inlets share the supply without losing a millilitre', () => {
    const { water, meters, zones } = cities.shanghai
    const instant = Date.parse(`${date}T07:15:00+08:00`)
    const inlets = meters.filter((meter) => meter.role === 'in' && meter.zone === 0)
    expect(inlets).toHaveLength(2)
    expect(inlets.reduce((sum, inlet) => sum + water.countedMillilitres(inlet, instant), 0)).toBe(
      water.suppliedMillilitres(zones[0]!.index, instant),
    )
  })

  test('one day ends with the totals with which the next begins', () => {
    const { water, days } = cities.rome
    for (const at of ['2026-03-28', '2026-03-29', '2026-10-24', '2026-10-25', '2026-06-01']) {
      const day = days.dated(at).day
      const [today, tomorrow] = [water.day(day), water.day(day + 1)]
      for (let meter = 0; meter < 200; meter++) {
        expect(tomorrow.used[meter * tomorrow.stride]).toBe(today.used[meter * today.stride + today.day.quarters])
      }
      for (let zone = 0; zone < cities.rome.zones.length; zone++) {
        expect(tomorrow.leaked[zone * tomorrow.stride]).toBe(today.leaked[zone * today.stride + today.day.quarters])
      }
    }
  })

  test('water never runs backwards through a customer or a leak', () => {
    const { used, leaked } = cities.shanghai.water.day(cities.shanghai.days.dated(date).day)
    const stride = 97
    for (const totals of [used, leaked]) {
      for (let index = 1; index < totals.length; index++)
        if (index % stride !== 0) expect(totals[index]).toBeGreaterThanOrEqual(totals[index - 1]!)
    }
  })
})

describe('time', () => {
  test('an hour has the same water whether computed first or after a year of other hours', () => {
    const instant = Date.parse(`${date}T05:40:00Z`)
    const asked = buildCity({ seed: 5, timeZone: 'Asia/Shanghai', meters: 300 })
    asked.water.day(asked.days.dated('2027-02-01').day)
    asked.water.day(asked.days.dated('2025-03-01').day)
    for (const meter of [0, 17, 120]) {
      expect(asked.water.registerMillilitres(asked.meters[meter]!, instant)).toBe(
        cities.shanghai.water.registerMillilitres(cities.shanghai.meters[meter]!, instant),
      )
    }
  })

  test('days of 23 and 25 hours have 92 and 100 quarters, and their night has one hour and three', () => {
    const { days, truth } = cities.rome
    expect(days.dated('2026-03-29')).toMatchObject({ quarters: 92, startsAt: Date.parse('2026-03-28T23:00:00Z') })
    expect(days.dated('2026-10-25')).toMatchObject({ quarters: 100, startsAt: Date.parse('2026-10-24T22:00:00Z') })
    expect([...days.dated('2026-03-29').localQuarter.slice(6, 10)]).toEqual([6, 7, 12, 13])
    expect(truth.trueNightMinimumFlowLitresPerHour('lakeside', '2026-03-29', { fromHour: 2, toHour: 3 })).toBeNull()
    expect(truth.trueNightMinimumFlowLitresPerHour('lakeside', '2026-10-25')).toBeGreaterThan(0)
  })

  test.each(['America/Santiago', 'Africa/Cairo', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Apia'])(
    'the days of %s follow each other without gap, whatever its clock does',
    (timeZone) => {
      const { days } = buildCity({ seed: 1, timeZone, meters: 50 })
      const first = days.dated('2026-01-01').day
      for (let day = first; day < first + 366; day++) {
        const { startsAt, endsAt, quarters } = days.of(day)
        expect(days.of(day + 1).startsAt).toBe(endsAt)
        expect([92, 94, 96, 98, 100]).toContain(quarters)
        expect(days.at(startsAt).day).toBe(day)
        expect(days.at(endsAt - 1).day).toBe(day)
      }
    },
  )

  test('before its first day the city has no water and says so', () => {
    expect(() => cities.rome.water.day(cities.rome.days.dated('2024-12-31').day)).toThrow(/2025-01-01/)
  })
})

describe('the night', () => {
  test('homes rest, the works go on, parks are watered', () => {
    const { water, days, meters } = buildCity({ seed: 5, timeZone: 'Asia/Shanghai' })
    const start = days.dated('2026-04-08').startsAt
    const share = (kind: string) => {
      const users = meters.filter((meter) => meter.use?.customerClass === kind)
      const between = (from: number, to: number) =>
        users.reduce(
          (sum, meter) => sum + water.usedMillilitres(meter, start + to * hour) - water.usedMillilitres(meter, start + from * hour),
          0,
        )
      return between(2, 4) / between(0, 24)
    }
    expect(share('flat')).toBeLessThan(0.02)
    expect(share('flat')).toBeGreaterThan(0)
    expect(share('works')).toBeGreaterThan(0.07)
    expect(share('park')).toBeGreaterThan(0.3)
  })

  test('leaks run faster at night than by day, for the pressure is higher', () => {
    const { water, days } = cities.shanghai
    const start = days.dated(date).startsAt
    const leaked = (from: number, to: number) =>
      water.leakedMillilitres(2, start + to * hour) - water.leakedMillilitres(2, start + from * hour)
    expect(leaked(2, 4)).toBeGreaterThan(1.2 * leaked(18, 20))
  })
})

describe('truth', () => {
  test('supply is consumption, leakage and what no meter counted', () => {
    const { truth, zones } = cities.shanghai
    for (const { id } of zones) {
      const parts = [truth.trueConsumptionLitres, truth.trueLeakageLitres, truth.trueUnmeteredLitres].map((of) => of(id, date))
      expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(truth.trueSupplyLitres(id, date), 2)
    }
  })

  test('any five weeks see bursts and every kind of fault', () => {
    const city = buildCity({ seed: 20_260_401, timeZone: 'Asia/Shanghai' })
    const week = 7 * 24 * hour
    for (const from of [Date.parse('2025-06-01'), Date.parse('2026-11-01'), Date.parse('2027-08-15')]) {
      expect(city.truth.burstsBetween(from, from + 5 * week).length).toBeGreaterThan(2)
      const kinds = new Set(city.truth.faultsBetween(from, from + 5 * week).map(({ kind }) => kind))
      expect([...kinds].sort()).toEqual(['backflow', 'silent', 'stuck'])
    }
  })

  test('a burst loses its flow times its run, and half of it while it grows', () => {
    const burst = { id: 'b', zone: 0, startsAt: 0, repairedAt: 10 * hour, litresPerHour: 900, growsOverHours: 0 }
    expect(burstMillilitres(burst, -1)).toBe(0)
    expect(burstMillilitres(burst, 4 * hour)).toBe(3_600_000)
    expect(burstMillilitres(burst, 99 * hour)).toBe(9_000_000)
    expect(burstMillilitres({ ...burst, growsOverHours: 4 }, 4 * hour)).toBe(1_800_000)
  })

  test('a stuck meter stops counting while water runs, and continues from the same value', () => {
    const city = buildCity({ seed: 8, timeZone: 'Asia/Shanghai' })
    const from = Date.parse('2026-05-01')
    const stuck = city.truth
      .faultsBetween(from, from + 30 * 24 * hour)
      .find(({ kind, to }) => kind === 'stuck' && to < from + 60 * 24 * hour)!
    const meter = city.meters[stuck.meter]!
    const register = (at: number) => city.water.registerMillilitres(meter, at)
    expect(register(stuck.to)).toBe(register(stuck.from))
    expect(city.water.usedMillilitres(meter, stuck.to)).toBeGreaterThanOrEqual(city.water.usedMillilitres(meter, stuck.from))
    expect(register(stuck.to + 48 * hour) - register(stuck.to)).toBe(
      city.water.usedMillilitres(meter, stuck.to + 48 * hour) - city.water.usedMillilitres(meter, stuck.to),
    )
  })

  test('a meter from the test bench starts near zero and has the next number', () => {
    const exchangesFrom = Date.parse('2026-03-01')
    const city = buildCity({ seed: 8, timeZone: 'Asia/Shanghai', exchangesFrom })
    const hotel = city.meters.find((meter) => meter.exchanged)!
    const later = exchangesFrom + 70 * 24 * hour
    const { turn, since } = city.water.turnOf(hotel, later)
    expect(turn).toBeGreaterThanOrEqual(2)
    expect(city.water.turnOf(hotel, since - 1).turn).toBe(turn - 1)
    expect(city.water.registerMillilitres(hotel, since)).toBe(180_000)
    expect(city.water.turnOf(hotel, exchangesFrom - 1).turn).toBe(0)
  })
})
