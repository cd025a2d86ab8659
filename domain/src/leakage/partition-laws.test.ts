import { eventCatalogue } from '@nightflow/schemas/events'
import { type MemberDays, partitionLevelsMax } from '@nightflow/schemas/leakage/partition'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decide } from '../shared/decider-specification.ts'
import { isReversed, overlap } from './member-days.ts'
import type { Cascade, MeteringPoint } from './partition-cascade.ts'
import { type PartitionCommand, partitionDecider } from './partition-decider.ts'

const rootId = 'p0'
const partitionId = fc.constantFrom('p0', 'p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7')
const number = fc.constantFrom('m0', 'm1', 'm2', 'm3', 'm4', 'm5')
const numbers = fc.array(number, { minLength: 1, maxLength: 4 })
const inCascade = { rootId: fc.constant(rootId), partitionId }
/** Days that may be in the wrong order. */
const day = fc.constantFrom('2026-03-10', '2026-03-15', '2026-03-20')
const sometimes = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 2 })

/** Mostly sensible: a root is created without a superior point, so that a removed cascade is created again. */
const command: fc.Arbitrary<PartitionCommand> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .record({
        type: fc.constant('CreatePartition' as const),
        ...inCascade,
        name: fc.constantFrom('one', 'another'),
        parentId: fc.option(partitionId, { nil: undefined, freq: 8 }),
        timeZone: sometimes(fc.constantFrom('Europe/Rome', 'Asia/Jakarta')),
        minimumCoverage: fc.constant(1),
      })
      .map((create) => (create.partitionId === rootId ? { ...create, parentId: undefined } : create)),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('AssociateSummaryMeter' as const),
      ...inCascade,
      number,
      direction: fc.constantFrom('in' as const, 'out' as const),
      from: sometimes(day),
      to: sometimes(day),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('AssociateSubMeters' as const),
      ...inCascade,
      numbers,
      from: sometimes(day),
      to: sometimes(day),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('DissociateMeters' as const), ...inCascade, numbers, to: sometimes(day) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('SetThresholds' as const),
      ...inCascade,
      leakageRate: sometimes(fc.constantFrom(0.2, null)),
      klRatio: sometimes(fc.constantFrom(0.4, null)),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('MovePartition' as const), ...inCascade, parentId: partitionId }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('RemovePartition' as const), ...inCascade, whole: fc.boolean() }) },
)

const root = { type: 'CreatePartition', rootId, partitionId: rootId, name: 'one', minimumCoverage: 1 } as const

/** Applies a command and answers the state it leaves; a refusal leaves the state as it was. */
const after = (cascade: Cascade, command: PartitionCommand): Cascade => {
  const outcome = decide(partitionDecider, cascade, command)
  return isRejection(outcome) ? cascade : outcome.reduce(partitionDecider.evolve, cascade)
}

/** The periods of every meter, by number; of some of them two may be of one meter. */
const isFreeOfOverlaps = (periods: readonly (readonly [number: string, days: MemberDays])[]): boolean =>
  periods.every(([number, days], place) => periods.slice(place + 1).every(([other, its]) => other !== number || !overlap(days, its)))

const periodsOf = (members: ReadonlyMap<string, readonly MemberDays[]>) =>
  [...members].flatMap(([number, periods]) => periods.map((days) => [number, days] as const))

const brokenLaws = (cascade: Cascade): string[] => {
  const points = [...cascade.points.values()]
  const roots = points.filter(({ created }) => created.parentId === null)
  const subMeters = points.flatMap((point) => periodsOf(point.subMeters))
  return [
    ...(points.length > 0 && (roots.length !== 1 || roots[0]?.created.partitionId !== rootId)
      ? ['there is one root and it names the cascade']
      : []),
    ...(isFreeOfOverlaps(subMeters) ? [] : ['on no day is a meter a sub-meter twice in the cascade']),
    ...points.flatMap((point) => brokenLawsOf(point, cascade)),
  ]
}

const brokenLawsOf = ({ created, summaryMeters, subMeters, thresholds }: MeteringPoint, { points }: Cascade): string[] => {
  const parent = created.parentId === null ? undefined : points.get(created.parentId)
  const below = [...points.values()].filter((point) => point.created.parentId === created.partitionId)
  const laws: [law: string, holds: boolean][] = [
    ['every point below the root has its superior point', created.parentId === null || parent !== undefined],
    ['a level is one more than that of the superior point', created.level === (parent?.created.level ?? 0) + 1],
    ['levels do not exceed five', created.level <= partitionLevelsMax],
    ['one zone holds in the whole cascade', parent === undefined || parent.created.timeZone === created.timeZone],
    ['sub-meters stand behind a summary meter', subMeters.size === 0 || summaryMeters.size > 0],
    [
      'on no day is a meter a member twice, or summary and sub-meter of one point',
      isFreeOfOverlaps([...periodsOf(summaryMeters), ...periodsOf(subMeters)]),
    ],
    ['a membership ends after it begins', [...periodsOf(summaryMeters), ...periodsOf(subMeters)].every(([, days]) => !isReversed(days))],
    ['a leakage threshold has something to compare', thresholds.leakageRate === undefined || subMeters.size > 0 || below.length > 0],
  ]
  return laws.filter(([, holds]) => !holds).map(([law]) => `${created.partitionId}: ${law}`)
}

test('any sequence of commands leaves a cascade that keeps its laws, after every single event', () => {
  let accepted = 0
  let deepest = 0
  fc.assert(
    fc.property(fc.array(command, { minLength: 30, maxLength: 80 }), (commands) => {
      let cascade = after(partitionDecider.initialState, root)
      for (const next of commands) {
        const outcome = decide(partitionDecider, cascade, next)
        for (const event of isRejection(outcome) ? [] : outcome) {
          cascade = partitionDecider.evolve(cascade, event)
          // A removal of a whole cascade and a move with points below are one decision: only the end of their events is a state.
          if (event.type !== 'leakage.PartitionRemoved' && event.type !== 'leakage.PartitionMoved') expect(brokenLaws(cascade)).toEqual([])
          expect(eventCatalogue[event.type].data.safeParse(event.data).error).toBeUndefined()
          accepted += 1
        }
        expect(brokenLaws(cascade)).toEqual([])
        deepest = Math.max(deepest, ...[...cascade.points.values()].map(({ created }) => created.level))
      }
    }),
    { seed: 20_260_302, numRuns: 500 },
  )
  // The law would hold emptily if the commands were all refused.
  expect(accepted).toBeGreaterThan(1500)
  expect(deepest).toBeGreaterThanOrEqual(4)
})

test('an accepted command that is handed in again at once changes nothing', () => {
  fc.assert(
    fc.property(fc.array(command, { minLength: 20, maxLength: 60 }), (commands) => {
      let cascade = after(partitionDecider.initialState, root)
      for (const next of commands) {
        if (isRejection(decide(partitionDecider, cascade, next))) continue
        cascade = after(cascade, next)
        expect(decide(partitionDecider, cascade, next)).toEqual([])
      }
    }),
    { seed: 20_260_303, numRuns: 300 },
  )
})

test('a refusal at a full five levels is reached by honest means', () => {
  const chain = ['p1', 'p2', 'p3', 'p4', 'p5'].map((id, index) => ({ ...root, partitionId: id, parentId: `p${index}` }))
  const cascade = [root, ...chain].reduce(after, partitionDecider.initialState)
  expect([...cascade.points.keys()]).toEqual(['p0', 'p1', 'p2', 'p3', 'p4'])
})
