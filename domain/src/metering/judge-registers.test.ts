import { describe, expect, it } from 'vitest'
import { hourMilliseconds } from '../shared/local-time.ts'
import { judgeRegisters } from './judge-registers.ts'
import { type VolumeRules, volumeRulesOf } from './volume-rules.ts'
import { aHouseholdMeter, dayOf, measuredMillilitres, ofADay, type Said, volumesByDay } from './volumes-specification.ts'

describe('two successive registers are judged', () => {
  const judge = (from: number, to: number, hours: number, differs: Partial<VolumeRules> = {}) =>
    judgeRegisters(
      { at: 0, register: from * 1000 },
      { at: hours * hourMilliseconds, register: to * 1000 },
      aHouseholdMeter({ maximumFlowMillilitresPerHour: 3_000_000, sureFlowMillilitresPerHour: 3_000_000, ...differs }),
    )

  it('forward is water', () => {
    expect(judge(100, 130, 1)).toEqual({ volume: 30_000, counts: true, timesAreKnown: true })
  })

  it('a step back within the tolerance is noise and keeps its sign, so that the climb after it does not count twice', () => {
    expect(judge(100, 90, 1)).toEqual({ volume: -10_000, flag: 'backflow-noise', counts: true, timesAreKnown: true })
  })

  it('a larger step back is flagged and is no volume of an hour or a day; what the meter could have run back stays in the measured volume', () => {
    expect(judge(100, 89, 1)).toEqual({ volume: -11_000, flag: 'step-back', counts: true, timesAreKnown: false })
  })

  it('a step back that no meter of the size can make counts nowhere', () => {
    expect(judge(9000, 5000, 1)).toEqual({ volume: 0, flag: 'step-back', counts: false, timesAreKnown: false })
  })

  it('a step back of a meter of unknown size counts as far as a small meter could have run back', () => {
    const unknownSize = volumeRulesOf({ hasValve: false })
    expect(judge(100, 80, 1, unknownSize)).toEqual({ volume: -20_000, flag: 'step-back', counts: true, timesAreKnown: false })
    expect(judge(9000, 80, 1, unknownSize)).toMatchObject({ flag: 'step-back', volume: 0, counts: false })
  })

  it('more water than the meter can pass in the time is an implausible jump and counts nowhere', () => {
    expect(judge(100, 3111, 1)).toEqual({ volume: 0, flag: 'implausible-jump', counts: false, timesAreKnown: false })
    expect(judge(100, 3110, 1)).toMatchObject({ volume: 3_010_000, counts: true })
    expect(judge(100, 3111, 2)).toMatchObject({ volume: 3_011_000, counts: true })
  })

  it('a litre within a second is rounding, not a jump', () => {
    expect(judge(100, 101, 1 / 3600)).toMatchObject({ volume: 1000, counts: true })
  })

  it('a register that passes its width starts again at zero', () => {
    const width = { registerWidthMillilitres: 100_000_000 }
    expect(judge(99_990, 25, 1, width)).toEqual({ volume: 35_000, flag: 'rollover', counts: true, timesAreKnown: true })
    expect(judge(99_999, 0, 1 / 3600, width)).toMatchObject({ volume: 1000, flag: 'rollover' })
  })

  it('a fall that is no rollover is a step back: far from the end, of unknown width, or more than the meter can pass', () => {
    const width = { registerWidthMillilitres: 100_000_000 }
    expect(judge(50_000, 25, 1, width).flag).toBe('step-back')
    expect(judge(99_990, 25, 1).flag).toBe('step-back')
    expect(judge(95_000, 2000, 1, width).flag).toBe('step-back')
  })
})

describe('a register that crosses zero', () => {
  const day = 24
  const judge = (from: number, to: number, hours: number, differs: Partial<Parameters<typeof volumeRulesOf>[0]>) =>
    judgeRegisters(
      { at: 0, register: from * 1000 },
      { at: hours * hourMilliseconds, register: to * 1000 },
      volumeRulesOf({ hasValve: false, registerWidthLitres: 100_000_000, ...differs }),
    )

  it('a new meter of unknown size that turned back below zero added its whole width: it ran back', () => {
    expect(judge(0, 99_999_979, 1, {})).toEqual({ volume: -21_000, flag: 'step-back', counts: true, timesAreKnown: false })
    expect(judge(50, 99_999_900, 40 * day, {})).toMatchObject({ volume: -150_000, flag: 'step-back' })
    expect(judge(4, 99_999_998, 1, {})).toEqual({ volume: -6000, flag: 'backflow-noise', counts: true, timesAreKnown: true })
  })

  it('so did one of known size whose step back was a jump that counted nowhere', () => {
    expect(judge(0, 99_999_979, 1, { caliberMillimetres: 15 })).toMatchObject({ volume: -21_000, flag: 'step-back', counts: true })
  })

  it('turning forward over zero again counts what it ran back, so that the sum is the water', () => {
    expect(judge(99_999_979, 79, 1, {})).toEqual({ volume: 100_000, flag: 'rollover', counts: true, timesAreKnown: true })
  })

  it('a small meter went forward where it can have passed that in the time', () => {
    const small = { caliberMillimetres: 15, registerWidthLitres: 1_000_000 }
    expect(judge(50_000, 900_000, 40 * day, small)).toEqual({ volume: 850_000_000, counts: true, timesAreKnown: true })
    expect(judge(50_000, 900_000, 1 * day, small)).toMatchObject({ volume: 0, flag: 'implausible-jump' })
  })

  it.each([{}, { caliberMillimetres: 15 }])(
    '85 per cent of the width to a small number after 40 silent days was -830,000 litres: it is the shorter way forward (%o)',
    (size) => {
      const width = { registerWidthLitres: 1_000_000, ...size }
      expect(judge(850_000, 20_000, 40 * day, width)).toEqual({ volume: 170_000_000, flag: 'rollover', counts: true, timesAreKnown: true })
      expect(judge(850_000, 20_000, 1, width)).toMatchObject({ flag: 'step-back', volume: 0 })
    },
  )

  it('a fall whose way back is the shorter one is a step back, however long the silence', () => {
    const width = { caliberMillimetres: 15, registerWidthLitres: 1_000_000 }
    expect(judge(600_000, 500_000, 40 * day, width)).toMatchObject({ volume: -100_000_000, flag: 'step-back' })
  })

  it('more in an hour than the largest meter passes is no water of a meter of unknown size', () => {
    expect(judge(0, 2_000_011, 1, {})).toMatchObject({ flag: 'implausible-jump', counts: false })
    expect(judge(0, 1_500_000, 1, {})).toMatchObject({ volume: 1_500_000_000, counts: true })
  })

  it('an hour and a day of the step are unknown, the days after it are not', () => {
    const rules = volumeRulesOf({ hasValve: false, registerWidthLitres: 100_000_000 })
    const registers = [0, 99_999_979, 9, 29, ...ofADay(10, 45).map((use, hour) => 39 + use * hour)]
    const volumes = volumesByDay(
      registers.map((litres, hour): Said => ({ at: Date.parse('2026-05-03T22:00:00Z') + hour * hourMilliseconds, litres })),
      rules,
    )
    expect(dayOf(volumes, '2026-05-04')).toMatchObject({
      knownHours: 23,
      dayMillilitres: Number.NaN,
      flags: new Set(['step-back', 'rollover']),
    })
    expect(dayOf(volumes, '2026-05-05')).toMatchObject({ knownHours: 24, dayMillilitres: 240_000 })
    expect(measuredMillilitres(volumes)).toBe(registers.at(-1)! * 1000)
  })
})
