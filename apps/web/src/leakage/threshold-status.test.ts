import type { NightFlowRow } from '@nightflow/schemas/leakage/night-flow'
import { describe, expect, test } from 'vitest'
import { judge, judgeDay } from '#leakage/threshold-status.ts'

const aDay = (figures: Partial<NightFlowRow>): NightFlowRow =>
  ({ leakageLitres: null, leakageRate: null, nightMinimumFlowLitresPerHour: null, klRatio: null, ...figures }) as NightFlowRow

describe('a figure against its threshold', () => {
  test('is within it, above it, or an alarm from half as much again', () => {
    const verdictOf = (leakageRate: number) => judge('leakageRate', aDay({ leakageRate, leakageLitres: 1 }), { leakageRate: 0.2 }).word
    expect([0.2, 0.21, 0.29, 0.31].map(verdictOf)).toEqual(['good', 'warning', 'warning', 'alarm'])
  })
  test('is not judged without a threshold or a value', () => {
    expect(judge('leakageRate', aDay({ leakageRate: 0.4 }), {}).word).toBe('unknown')
    expect(judge('klRatio', aDay({}), { klRatio: 0.5 }).word).toBe('unknown')
  })
  test('negative leakage is neither good nor unjudged, with a threshold and without', () => {
    const row = aDay({ leakageRate: -0.8, leakageLitres: -4000 })
    for (const thresholds of [{}, { leakageRate: 0.2, leakageLitresPerDay: 9000 }])
      expect(judgeDay(row, thresholds)).toEqual({ meaning: 'warning', word: 'negative', figure: 'leakageRate' })
  })
  test('a leakage rate that is written as zero is not negative', () =>
    expect(judge('leakageRate', aDay({ leakageRate: -0.0001, leakageLitres: -1 }), { leakageRate: 0.2 }).word).toBe('good'))
})

describe('a day', () => {
  test('of which only the night minimum is known is not within its thresholds yet, and can be above one', () => {
    const thresholds = { nightMinimumFlowLitresPerHour: 1000, klRatio: 0.6 }
    const today = (nightMinimumFlowLitresPerHour: number) => aDay({ supplyLitres: null, nightMinimumFlowLitresPerHour })
    expect(judgeDay(today(900), thresholds).word).toBe('unknown')
    expect(judgeDay(today(2000), thresholds)).toMatchObject({ word: 'alarm', figure: 'nightMinimumFlowLitresPerHour' })
  })
  test('with a KL ratio of 2.76 is not within its thresholds, whichever are set', () => {
    const row = aDay({ leakageRate: 0.1, leakageLitres: 100, klRatio: 2.76 })
    expect(judgeDay(row, { leakageRate: 0.2 })).toEqual({ meaning: 'warning', word: 'nightAboveAverage', figure: 'klRatio' })
    expect(judgeDay(row, { leakageRate: 0.2, klRatio: 0.6 })).toEqual({ meaning: 'alarm', word: 'alarm', figure: 'klRatio' })
  })
  test('is as bad as its worst figure, which is named', () =>
    expect(judgeDay(aDay({ leakageRate: 0.1, klRatio: 0.7 }), { leakageRate: 0.2, klRatio: 0.6 })).toMatchObject({
      figure: 'klRatio',
      word: 'warning',
    }))
})
