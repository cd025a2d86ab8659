import type { CreatePartition, PartitionCreated } from '@nightflow/schemas/leakage/partition'
import { describe, expect, test } from 'vitest'
import { specificationOf } from '../shared/decider-specification.ts'
import type { PartitionEvent } from './partition-cascade.ts'
import { type InCascade, type PartitionCommand, partitionDecider } from './partition-decider.ts'

const given = specificationOf(partitionDecider)

const rootId = 'north'
const create = (details: Partial<CreatePartition> = {}): InCascade<CreatePartition> => ({
  type: 'CreatePartition',
  rootId,
  partitionId: rootId,
  name: 'North',
  minimumCoverage: 1,
  ...details,
})
const summary = (partitionId: string, number: string, direction: 'in' | 'out' = 'in') =>
  ({ type: 'AssociateSummaryMeter', rootId, partitionId, number, direction }) as const
const subs = (partitionId: string, ...numbers: string[]): PartitionCommand => ({ type: 'AssociateSubMeters', rootId, partitionId, numbers })
const dissociate = (partitionId: string, ...numbers: string[]): PartitionCommand => ({
  type: 'DissociateMeters',
  rootId,
  partitionId,
  numbers,
})
const thresholds = (partitionId: string, values: object): PartitionCommand => ({ type: 'SetThresholds', rootId, partitionId, ...values })
const remove = (partitionId: string, whole = false): PartitionCommand => ({ type: 'RemovePartition', rootId, partitionId, whole })

const created = (partitionId: string, parentId: string | null, level: number, details: Partial<PartitionCreated> = {}): PartitionEvent => ({
  type: 'leakage.PartitionCreated',
  data: {
    partitionId,
    rootId,
    parentId,
    level,
    name: partitionId === rootId ? 'North' : partitionId,
    timeZone: 'Europe/Rome',
    nightWindow: { fromHour: 2, toHour: 4 },
    minimumCoverage: 1,
    boundary: null,
    personId: null,
    leaderName: null,
    leaderPhone: null,
    ...details,
  },
})
const summaryAssociated = (partitionId: string, number: string, direction: 'in' | 'out' = 'in'): PartitionEvent => ({
  type: 'leakage.SummaryMeterAssociated',
  data: { partitionId, number, direction },
})
const subsAssociated = (partitionId: string, ...numbers: string[]): PartitionEvent => ({
  type: 'leakage.SubMetersAssociated',
  data: { partitionId, numbers },
})
const dissociated = (partitionId: string, ...numbers: string[]): PartitionEvent => ({
  type: 'leakage.MetersDissociated',
  data: { partitionId, numbers },
})
const thresholdsSet = (partitionId: string, values: object): PartitionEvent => ({
  type: 'leakage.ThresholdsSet',
  data: { partitionId, ...values },
})
const removed = (partitionId: string): PartitionEvent => ({ type: 'leakage.PartitionRemoved', data: { partitionId } })

const aRoot = [created(rootId, null, 1)]
/** The root with an inlet and two customers, and a point below it with an inlet and one customer. */
const aCascade = [
  ...aRoot,
  summaryAssociated(rootId, 'inlet'),
  subsAssociated(rootId, 'a', 'b'),
  created('hill', rootId, 2),
  summaryAssociated('hill', 'hill-inlet'),
  subsAssociated('hill', 'c'),
]
const fiveLevels = [
  ...aRoot,
  created('two', rootId, 2),
  created('three', 'two', 3),
  created('four', 'three', 4),
  created('five', 'four', 5),
]

describe('creating metering points', () => {
  test('a cascade starts with its root, in the zone of the tenant and with the legal night window', () => {
    given([]).when(create()).then(aRoot)
  })

  test('a root keeps the zone and the window it names', () => {
    const own = { timeZone: 'Asia/Jakarta', nightWindow: { fromHour: 1, toHour: 5 } }
    given([])
      .when(create(own))
      .then([created(rootId, null, 1, own)])
  })

  test('a point below takes zone and window from its superior point', () => {
    const own = { timeZone: 'Asia/Jakarta', nightWindow: { fromHour: 1, toHour: 5 } }
    given([created(rootId, null, 1, own)])
      .when(create({ partitionId: 'hill', name: 'hill', parentId: rootId }))
      .then([created('hill', rootId, 2, own)])
  })

  test('creating the same point again changes nothing', () => {
    given(aCascade).when(create()).then([])
    given(aCascade)
      .when(create({ partitionId: 'hill', name: 'hill', parentId: rootId, timeZone: 'Europe/Rome' }))
      .then([])
  })

  test('a removed point may be created again', () => {
    given([...aCascade, removed('hill')])
      .when(create({ partitionId: 'hill', name: 'hill', parentId: rootId }))
      .then([created('hill', rootId, 2)])
  })

  test('refusals come in this order', () => {
    given(fiveLevels)
      .when(create({ partitionId: 'five', parentId: 'missing' }))
      .refused('partition-already-exists', { partitionId: 'five' })
    given(fiveLevels)
      .when(create({ partitionId: 'six' }))
      .refused('partition-parent-missing')
    given(fiveLevels)
      .when(create({ partitionId: 'six', parentId: 'missing' }))
      .refused('partition-parent-missing', { parentId: 'missing' })
    given(fiveLevels)
      .when(create({ partitionId: 'six', parentId: 'five', timeZone: 'Asia/Jakarta' }))
      .refused('partition-levels-exceeded', { levels: 5 })
    given(fiveLevels)
      .when(create({ partitionId: 'six', parentId: 'four', timeZone: 'Asia/Jakarta' }))
      .refused('partition-zone-differs')
  })

  test('a point that exists refuses another name, another superior and another zone', () => {
    given(aCascade)
      .when(create({ name: 'South' }))
      .refused('partition-already-exists')
    given(aCascade)
      .when(create({ timeZone: 'Asia/Jakarta' }))
      .refused('partition-already-exists')
    given(fiveLevels)
      .when(create({ partitionId: 'three', name: 'three', parentId: rootId }))
      .refused('partition-already-exists')
  })
})

describe('associating summary meters', () => {
  test('a point takes several inlets and outlets', () => {
    given([...aRoot, summaryAssociated(rootId, 'inlet')])
      .when(summary(rootId, 'outlet', 'out'))
      .then([summaryAssociated(rootId, 'outlet', 'out')])
  })

  test('associating again changes nothing', () => {
    given(aCascade).when(summary(rootId, 'inlet')).then([])
  })

  test('a customer of a point may be the inlet of the point below it: that is what a cascade is', () => {
    given(aCascade)
      .when(summary('hill', 'a'))
      .then([summaryAssociated('hill', 'a')])
  })

  test('an outlet of one point may be the inlet of its neighbour', () => {
    given([...aCascade, summaryAssociated(rootId, 'link', 'out')])
      .when(summary('hill', 'link', 'in'))
      .then([summaryAssociated('hill', 'link', 'in')])
  })

  test('refusals: an unknown point, the other direction of the same meter, a customer of the same point', () => {
    given(aCascade).when(summary('valley', 'x')).refused('partition-not-found', { partitionId: 'valley' })
    given(aCascade)
      .when(summary(rootId, 'inlet', 'out'))
      .refused('meter-already-in-partition', { number: 'inlet' })
    given(aCascade).when(summary(rootId, 'a')).refused('meter-already-in-partition', { number: 'a', partitionId: rootId })
  })
})

describe('associating sub-meters', () => {
  test('customers come after the inlet, each once', () => {
    given([...aRoot, summaryAssociated(rootId, 'inlet')])
      .when(subs(rootId, 'a', 'b', 'a'))
      .then([subsAssociated(rootId, 'a', 'b')])
  })

  test('associating again changes nothing, and of a mixed list only the new ones are added', () => {
    given(aCascade)
      .when(subs(rootId, 'b', 'a'))
      .then([])
    given(aCascade)
      .when(subs(rootId, 'a', 'd'))
      .then([subsAssociated(rootId, 'd')])
  })

  test('a customer of a removed point is free again', () => {
    given([...aCascade, removed('hill')])
      .when(subs(rootId, 'c'))
      .then([subsAssociated(rootId, 'c')])
  })

  test('the inlet of the point below is a customer of the point above', () => {
    given(aCascade)
      .when(subs(rootId, 'hill-inlet'))
      .then([subsAssociated(rootId, 'hill-inlet')])
  })

  test('refusals come in this order', () => {
    given(aRoot).when(subs('valley', 'a')).refused('partition-not-found')
    given([...aCascade, created('valley', rootId, 2)])
      .when(subs('valley', 'a'))
      .refused('partition-needs-summary-meter', { partitionId: 'valley' })
    given(aCascade).when(subs(rootId, 'inlet')).refused('meter-already-in-partition', { number: 'inlet', partitionId: rootId })
    given(aCascade)
      .when(subs('hill', 'd', 'a'))
      .refused('meter-already-in-partition', { number: 'a', partitionId: rootId })
  })
})

describe('taking meters out', () => {
  test('customers and outlets leave together', () => {
    given([...aCascade, summaryAssociated(rootId, 'outlet', 'out')])
      .when(dissociate(rootId, 'outlet', 'a', 'a'))
      .then([dissociated(rootId, 'outlet', 'a')])
  })

  test('taking out again changes nothing, and of a mixed list only those still there leave', () => {
    given([...aCascade, dissociated(rootId, 'a')])
      .when(dissociate(rootId, 'a'))
      .then([])
    given([...aCascade, dissociated(rootId, 'a')])
      .when(dissociate(rootId, 'a', 'b'))
      .then([dissociated(rootId, 'b')])
  })

  test('a meter that left may come back', () => {
    given([...aCascade, dissociated(rootId, 'a')])
      .when(subs('hill', 'a'))
      .then([subsAssociated('hill', 'a')])
  })

  test('refusals come in this order', () => {
    const hillWithAlarm = [...aCascade, thresholdsSet('hill', { leakageRate: 0.2 })]
    given(aCascade).when(dissociate('valley', 'a')).refused('partition-not-found')
    given(aCascade)
      .when(dissociate(rootId, 'inlet', 'c'))
      .refused('meter-not-in-partition', { number: 'c', partitionId: rootId })
    given(hillWithAlarm).when(dissociate('hill', 'hill-inlet')).refused('partition-needs-summary-meter', { partitionId: 'hill' })
    given(hillWithAlarm).when(dissociate('hill', 'c')).refused('leakage-threshold-needs-sub-meters', { partitionId: 'hill' })
  })

  test('the last inlet may leave together with the last customer', () => {
    given(aCascade)
      .when(dissociate('hill', 'hill-inlet', 'c'))
      .then([dissociated('hill', 'hill-inlet', 'c')])
  })
})

describe('setting thresholds', () => {
  test('night flow and KL need no sub-meters, leakage does', () => {
    given(aRoot)
      .when(thresholds(rootId, { nightMinimumFlowLitresPerHour: 4000, klRatio: 0.4 }))
      .then([thresholdsSet(rootId, { nightMinimumFlowLitresPerHour: 4000, klRatio: 0.4 })])
    given(aRoot)
      .when(thresholds(rootId, { leakageLitresPerDay: 90_000 }))
      .refused('leakage-threshold-needs-sub-meters', { partitionId: rootId })
  })

  test('a point without customers knows its leakage from the points below it', () => {
    const withHill = [...aRoot, created('hill', rootId, 2)]
    given([...withHill, summaryAssociated('hill', 'hill-inlet')])
      .when(thresholds(rootId, { leakageRate: 0.15 }))
      .then([thresholdsSet(rootId, { leakageRate: 0.15 })])
    // Points below without a meter know nothing either.
    given(withHill)
      .when(thresholds(rootId, { leakageRate: 0.15 }))
      .refused('leakage-threshold-needs-sub-meters', { partitionId: rootId })
  })

  test('no field deleted all thresholds, and one field the others: what is absent stays, and null takes one away', () => {
    const withBoth = [...aCascade, thresholdsSet(rootId, { leakageRate: 0.15, klRatio: 0.4 })]
    given(withBoth)
      .when(thresholds(rootId, { klRatio: 0.4, leakageRate: 0.15, leakageLitresPerDay: undefined }))
      .then([])
    given(withBoth).when(thresholds(rootId, {})).then([])
    given(withBoth)
      .when(thresholds(rootId, { klRatio: 0.5 }))
      .then([thresholdsSet(rootId, { leakageRate: 0.15, klRatio: 0.5 })])
    given(withBoth)
      .when(thresholds(rootId, { leakageRate: null, leakageLitresPerDay: null }))
      .then([thresholdsSet(rootId, { klRatio: 0.4 })])
    given(withBoth)
      .when(thresholds(rootId, { leakageRate: null, klRatio: null }))
      .then([thresholdsSet(rootId, {})])
  })

  test('an unknown point has no thresholds', () => {
    given(aCascade).when(thresholds('valley', {})).refused('partition-not-found')
  })
})

describe('removing', () => {
  test('a point without points below it goes alone, once', () => {
    const withoutCustomers = [...aCascade, dissociated('hill', 'c')]
    given(withoutCustomers)
      .when(remove('hill'))
      .then([removed('hill')])
    given([...withoutCustomers, removed('hill')])
      .when(remove('hill'))
      .then([])
  })

  test('a point with sub-meters stays until they are taken out', () => {
    given(aCascade).when(remove('hill')).refused('partition-has-sub-meters', { partitionId: 'hill' })
  })

  test('the whole cascade goes children first, and then again changes nothing', () => {
    const all = ['five', 'four', 'three', 'two', rootId].map(removed)
    given(fiveLevels).when(remove(rootId, true)).then(all)
    given([...fiveLevels, ...all])
      .when(remove(rootId, true))
      .then([])
  })

  test('refusals come in this order', () => {
    given(aCascade).when(remove('valley')).refused('partition-not-found')
    given(aRoot).when(remove(rootId)).refused('partition-root-stays', { partitionId: rootId })
    given(fiveLevels).when(remove('two', true)).refused('partition-has-children', { partitionId: 'two' })
    given([...aRoot, created('hill', rootId, 2), thresholdsSet(rootId, { leakageRate: 0.1 })])
      .when(remove('hill'))
      .refused('leakage-threshold-needs-sub-meters', { partitionId: rootId })
  })
})

test('the stream is named after the root of the cascade', () => {
  expect(partitionDecider.streamOf(subs('hill', 'a'))).toBe('leakage-partition-north')
})
