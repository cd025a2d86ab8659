import { describe, expect, test } from 'vitest'
import { dailyFreezes } from '#devices/daily-freezes.ts'

const reading = (at: string, litres: number | null, reverseLitres: number | null = null) => ({ at, litres, reverseLitres })
const span = { from: '2026-03-02', to: '2026-03-04', timeZone: 'Asia/Shanghai', now: Date.parse('2026-03-04T20:00:00Z') }

describe('the daily freeze of a flow meter', () => {
  // requirement of Devices: A flow meter shows its daily freeze, both registers at the end of each day, where the switch is on | /device/flowMeters | GET /api/v1/meters/:number/readings
  test('has both registers at the end of each local day, and the net volume since the end of the day before', () => {
    const readings = [
      reading('2026-03-01T15:00:00Z', 1000, 10),
      reading('2026-03-02T15:59:00Z', 1500, 30),
      // The first of the next local day.
      reading('2026-03-02T16:01:00Z', 1501, 30),
      reading('2026-03-03T15:00:00Z', 1900, 30),
      reading('2026-03-03T15:30:00Z', null, 40),
      reading('2026-03-04T15:00:00Z', 2000, 40),
    ]
    expect(dailyFreezes(readings, span)).toEqual([
      { day: '2026-03-02', forwardLitres: 1500, reverseLitres: 30, usedLitres: 480 },
      { day: '2026-03-03', forwardLitres: 1900, reverseLitres: 40, usedLitres: 390 },
      { day: '2026-03-04', forwardLitres: 2000, reverseLitres: 40, usedLitres: 100 },
    ])
  })

  test('is unknown of a day without readings, and of one whose register went back', () => {
    const readings = [reading('2026-03-01T15:00:00Z', 1000), reading('2026-03-03T15:00:00Z', 1900), reading('2026-03-04T15:00:00Z', 5)]
    expect(dailyFreezes(readings, span)).toEqual([
      { day: '2026-03-02', forwardLitres: null, reverseLitres: null, usedLitres: null },
      { day: '2026-03-03', forwardLitres: 1900, reverseLitres: null, usedLitres: null },
      { day: '2026-03-04', forwardLitres: 5, reverseLitres: null, usedLitres: null },
    ])
  })

  test('is of days that are over', () =>
    expect(dailyFreezes([], { ...span, now: Date.parse('2026-03-04T15:59:00Z') }).map(({ day }) => day)).toEqual([
      '2026-03-02',
      '2026-03-03',
    ]))
})
