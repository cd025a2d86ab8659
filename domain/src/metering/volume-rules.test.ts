import { describe, expect, it } from 'vitest'
import { volumeRulesOf } from './volume-rules.ts'

describe('the rules of a meter', () => {
  it('a meter of which nothing is stated forgives ten litres, joins three hours, knows no width and passes what the largest meter passes', () => {
    expect(volumeRulesOf({ hasValve: false })).toMatchObject({
      backflowToleranceMillilitres: 10_000,
      maximumGapMilliseconds: 3 * 3_600_000,
      registerWidthMillilitres: null,
      maximumFlowMillilitresPerHour: 2_000_000_000,
      sureFlowMillilitresPerHour: 3_125_000,
    })
  })

  it('its size determines the largest flow: 1.25 times the largest permanent flow of that size', () => {
    const largestFlow = (caliberMillimetres: number) => volumeRulesOf({ hasValve: false, caliberMillimetres }).maximumFlowMillilitresPerHour
    expect(largestFlow(15)).toBe(3_125_000)
    expect(largestFlow(100)).toBe(200_000_000)
  })

  it('a size between two of the table takes the larger, above all of them the flow grows with the area of the pipe', () => {
    const largestFlow = (caliberMillimetres: number) => volumeRulesOf({ hasValve: false, caliberMillimetres }).maximumFlowMillilitresPerHour
    expect(largestFlow(18)).toBe(5_000_000)
    expect(largestFlow(600)).toBe(8_000_000_000)
  })

  it('rules of the registration win over the size and the defaults, zero tolerance too', () => {
    expect(
      volumeRulesOf({
        hasValve: false,
        caliberMillimetres: 15,
        maximumFlowLitresPerHour: 900,
        backflowToleranceLitres: 0,
        maximumGapSeconds: 60,
        registerWidthLitres: 99_999.5,
      }),
    ).toMatchObject({
      maximumFlowMillilitresPerHour: 900_000,
      backflowToleranceMillilitres: 0,
      maximumGapMilliseconds: 60_000,
      registerWidthMillilitres: 99_999_500,
    })
  })

  it('a meter that was not replaced has always been in service and still is', () => {
    expect(volumeRulesOf({ hasValve: false })).toMatchObject({
      activeFrom: Number.NEGATIVE_INFINITY,
      initialMillilitres: null,
      activeUntil: Number.POSITIVE_INFINITY,
      finalMillilitres: null,
    })
  })
})
