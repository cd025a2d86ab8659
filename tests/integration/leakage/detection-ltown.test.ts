import type { HourlyFlows } from '@nightflow/domain/leakage/detection/daily-figure'
import type { Detection } from '@nightflow/schemas/leakage/detection'
import { beforeAll, describe, expect, test } from 'vitest'
import { detectionsOf, hasMeasuredZones, readLtown } from '../../support/detection/measured-zones.ts'
import { foundByChance, scoreDetections } from '../../support/detection/score-detections.ts'

describe.skipIf(!hasMeasuredZones())('detection in L-Town 2018 (data in ../shared/data/ltown)', () => {
  let ltown: ReturnType<typeof readLtown>
  let zones: { hours: HourlyFlows; found: Detection[] }[]
  const score = (detections: Detection[]) => scoreDetections(detections, ltown.leaks, ltown.meanLitresPerHour)

  beforeAll(() => {
    ltown = readLtown()
    zones = [ltown.areasAB, ltown.areaC].map((hours) => ({ hours, found: detectionsOf(hours) }))
  })

  test('zones find nine of ten leaks with at most 0.2 false alarms a month, within a day', () => {
    const scored = score(zones.flatMap(({ found }) => found))
    expect(scored).toMatchObject({ found: 9, leaks: 10 })
    expect(scored.falseAlarmsPerMonth).toBeLessThanOrEqual(0.2)
    expect(scored.medianDelayAbruptDays).toBeLessThanOrEqual(1)
    expect(scored.medianDelayFromVisibleDays).toBeLessThanOrEqual(1)
    expect(scored.sizeError).toBeLessThanOrEqual(0.25)
  })

  test('nearly twice as many as the same detections find at random times', () => {
    const found = zones.flatMap((zone) => zone.found)
    expect(foundByChance(found, ltown.leaks, ltown.meanLitresPerHour)).toBeLessThan(score(found).found / 1.8)
  })

  test('the total inflow, with the filling of the tank in it, finds eight of ten', () => {
    const scored = score(detectionsOf(ltown.total))
    expect(scored.found).toBeGreaterThanOrEqual(8)
    expect(scored.falseAlarmsPerMonth).toBeLessThanOrEqual(0.2)
  })

  test('the days up to each detection give the same detections', () => {
    for (const { hours, found } of zones)
      for (const [index, { detectedAt }] of found.entries()) {
        const days = Date.parse(detectedAt) / 86_400_000 - hours.firstDay
        const known = detectionsOf(hours, days)
        expect(known.map(withoutEnd)).toEqual(found.slice(0, index + 1).map(withoutEnd))
      }
  })
})

const withoutEnd = ({ endedAt: _, ...detection }: Detection) => detection
