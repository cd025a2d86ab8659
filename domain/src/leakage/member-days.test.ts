import { describe, expect, test } from 'vitest'
import { specificationOf } from '../shared/decider-specification.ts'
import { endedOn, overlap } from './member-days.ts'
import type { PartitionEvent } from './partition-cascade.ts'
import { type PartitionCommand, partitionDecider } from './partition-decider.ts'

const given = specificationOf(partitionDecider)
const rootId = 'north'
type Days = { from?: string; to?: string }

const inlet = (number: string, days: Days = {}, direction: 'in' | 'out' = 'in', partitionId = rootId): PartitionCommand => ({
  ...{ type: 'AssociateSummaryMeter', rootId, partitionId, number, direction },
  ...days,
})
const subs = (partitionId: string, number: string, days: Days = {}): PartitionCommand => ({
  ...{ type: 'AssociateSubMeters', rootId, partitionId, numbers: [number] },
  ...days,
})
const end = (partitionId: string, number: string, to?: string): PartitionCommand => ({
  ...{ type: 'DissociateMeters', rootId, partitionId, numbers: [number] },
  to,
})
const created = (partitionId: string, parentId: string | null, level: number): PartitionEvent => ({
  type: 'leakage.PartitionCreated',
  data: {
    ...{ partitionId, rootId, parentId, level, name: partitionId, timeZone: 'Europe/Rome' },
    ...{ nightWindow: { fromHour: 2, toHour: 4 }, minimumCoverage: 1, boundary: null, personId: null, leaderName: null, leaderPhone: null },
  },
})
const inletOf = (partitionId: string, number: string, days: Days = {}, direction: 'in' | 'out' = 'in'): PartitionEvent => ({
  type: 'leakage.SummaryMeterAssociated',
  data: { partitionId, number, direction, ...days },
})
const subOf = (partitionId: string, number: string, days: Days = {}): PartitionEvent => ({
  type: 'leakage.SubMetersAssociated',
  data: { partitionId, numbers: [number], ...days },
})
const ended = (partitionId: string, number: string, to: string): PartitionEvent => ({
  type: 'leakage.MetersDissociated',
  data: { partitionId, numbers: [number], to },
})

const the10th = '2026-03-10'
const the15th = '2026-03-15'
const the20th = '2026-03-20'
const twoPoints = [created(rootId, null, 1), inletOf(rootId, 'inlet'), created('hill', rootId, 2), inletOf('hill', 'hill-inlet')]
const annaInNorth = [...twoPoints, subOf(rootId, 'anna')]

describe('days of a membership', () => {
  test('the first day counts and the last does not, and a day that is absent is no bound', () => {
    expect(overlap({ to: the15th }, { from: the15th })).toBe(false)
    expect(overlap({ from: the10th, to: the20th }, { from: the15th })).toBe(true)
    expect(overlap({}, { from: the20th })).toBe(true)
    expect(endedOn({ from: the10th }, the15th)).toEqual({ from: the10th, to: the15th })
    expect(endedOn({ from: the10th, to: the15th }, the20th)).toEqual({ from: the10th, to: the15th })
    expect(endedOn({ from: the15th }, the15th)).toBeUndefined()
  })

  test('a meter moves: it leaves one point on a day and joins another from that day on', () => {
    given(annaInNorth)
      .when(end(rootId, 'anna', the15th))
      .then([ended(rootId, 'anna', the15th)])
    given([...annaInNorth, ended(rootId, 'anna', the15th)])
      .when(subs('hill', 'anna', { from: the15th }))
      .then([subOf('hill', 'anna', { from: the15th })])
  })

  test('it is refused on days on which the other point still has it, with those days', () => {
    given([...annaInNorth, ended(rootId, 'anna', the15th)])
      .when(subs('hill', 'anna', { from: the10th }))
      .refused('membership-overlaps', { number: 'anna', partitionId: rootId, from: '…', to: the15th })
    given(annaInNorth)
      .when(subs('hill', 'anna', { from: the15th }))
      .refused('meter-already-in-partition', { number: 'anna', partitionId: rootId })
  })

  test('a meter is a member of a point more than once, in periods that follow each other, and turns from inlet to outlet', () => {
    const twice = [...twoPoints, inletOf(rootId, 'link', { to: the10th })]
    given(twice)
      .when(inlet('link', { from: the15th, to: the20th }, 'out'))
      .then([inletOf(rootId, 'link', { from: the15th, to: the20th }, 'out')])
    given(twice)
      .when(inlet('link', { from: '2026-03-09' }, 'out'))
      .refused('membership-overlaps', { number: 'link', partitionId: rootId, from: '…', to: the10th })
    given(twice)
      .when(subs(rootId, 'link', { to: the10th }))
      .refused('membership-overlaps')
    given(twice)
      .when(subs(rootId, 'link', { from: the10th }))
      .then([subOf(rootId, 'link', { from: the10th })])
  })

  test('the same period again changes nothing, and neither does an end that is already there', () => {
    const dated = [...twoPoints, subOf(rootId, 'anna', { from: the10th, to: the15th })]
    given(dated)
      .when(subs(rootId, 'anna', { from: the10th, to: the15th }))
      .then([])
    given(dated)
      .when(end(rootId, 'anna', the20th))
      .then([])
    given(dated)
      .when(end(rootId, 'anna', the15th))
      .then([])
  })

  test('an end is after the start', () => {
    given(twoPoints)
      .when(inlet('link', { from: the15th, to: the15th }))
      .refused('membership-ends-before-start', { from: the15th, to: the15th })
    given(twoPoints)
      .when(subs(rootId, 'anna', { from: the15th, to: the10th }))
      .refused('membership-ends-before-start')
    given([...twoPoints, subOf(rootId, 'anna', { from: the15th })])
      .when(end(rootId, 'anna', the10th))
      .refused('membership-ends-before-start', { from: the15th, to: the10th })
  })

  test('a meter has a hundred periods at a point, and no more', () => {
    const day = (nth: number) => new Date(Date.UTC(2026, 0, 1 + nth)).toISOString().slice(0, 10)
    const days = Array.from({ length: 100 }, (_, nth) => ({ from: day(2 * nth), to: day(2 * nth + 1) }))
    const next = { from: day(200), to: day(201) }
    const exceeded = { number: 'anna', partitionId: rootId, periods: 100 }
    const all = days.map((each) => subOf(rootId, 'anna', each))
    given([...twoPoints, ...all.slice(1)])
      .when(subs(rootId, 'anna', next))
      .then([subOf(rootId, 'anna', next)])
    given([...twoPoints, ...all])
      .when(subs(rootId, 'anna', next))
      .refused('memberships-exceeded', exceeded)
    // An accepted command is accepted again.
    given([...twoPoints, ...all])
      .when(subs(rootId, 'anna', days[7]!))
      .then([])
  })

  test('the last inlet may end while customers are there, and is not taken out of the days before', () => {
    given(annaInNorth)
      .when(end(rootId, 'inlet', the15th))
      .then([ended(rootId, 'inlet', the15th)])
    given(annaInNorth).when(end(rootId, 'inlet')).refused('partition-needs-summary-meter')
  })
})
