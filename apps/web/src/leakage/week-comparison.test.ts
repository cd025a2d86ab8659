import type { NightFlowRow } from '@nightflow/schemas/leakage/night-flow'
import { expect, test } from 'vitest'
import { lastTellingDay, weekBefore } from '#leakage/week-comparison.ts'

const aDay = (leakageRate: number | null, supplyLitres: number | null = 1000): NightFlowRow => ({
  date: '2026-03-01',
  supplyLitres,
  consumptionLitres: null,
  leakageLitres: null,
  leakageRate,
  nightMinimumFlowLitresPerHour: null,
  nightMeanFlowLitresPerHour: null,
  averageFlowLitresPerHour: null,
  klRatio: null,
  completeness: 1,
  nightMinimumAt: null,
  minimumFlowLitresPerHour: null,
  minimumFlowAt: null,
  nightMinimumRolling7DayP20LitresPerHour: null,
  netNightFlowLitresPerHour: null,
  supplyCompleteness: 1,
  consumptionCompleteness: null,
  estimated: false,
})

test('a week is the seven days before, without the day itself', () => {
  const rows = [9, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 5].map((rate) => aDay(rate))
  expect(weekBefore(rows, 8, 'leakageRate')).toBeCloseTo(0.1)
})
test('unknown days are left out of the mean, not counted as zero', () => {
  const rows = [0.2, null, 0.2, null, 0.2, 0.2, null, 0].map((rate) => aDay(rate))
  expect(weekBefore(rows, 7, 'leakageRate')).toBeCloseTo(0.2)
})
test('three known days are no week', () => {
  expect(
    weekBefore(
      [0.2, 0.2, 0.2, 1].map((rate) => aDay(rate)),
      3,
      'leakageRate',
    ),
  ).toBeNull()
})
test('the figures speak of the last day whose leakage is known', () => {
  expect(lastTellingDay([aDay(0.1), aDay(0.2), aDay(null)])).toBe(1)
})
test('where leakage is never known, they speak of the last known supply', () => {
  expect(lastTellingDay([aDay(null), aDay(null), aDay(null, null)])).toBe(1)
})
