import { calendarOf, dayOfDate } from '@nightflow/domain/shared/local-time'
import type { EventOf, EventType } from '@nightflow/schemas/events'
import type { Direction } from '@nightflow/schemas/leakage/partition'
import { describe, expect, it } from 'vitest'
import { Cascades, type Replacement } from './cascades.ts'

type Sketch = { id: string; below?: string; summary?: Record<string, Direction>; sub?: string[] }

const tenant = 'demo'
const always = { fromDay: Number.NEGATIVE_INFINITY, untilDay: Number.POSITIVE_INFINITY }

/** Metering points in the order given, and meters that took another's place. */
const cascadesOf = (points: readonly Sketch[], replacements: Record<string, Replacement> = {}): Cascades => {
  const cascades = new Cascades()
  points.forEach(({ id, below, summary = {}, sub = [] }, index) => {
    cascades.add({
      key: index + 1,
      tenant,
      id,
      rootId: points[0]!.id,
      parentId: below ?? null,
      timeZone: 'Europe/Rome',
      summaryMeters: new Map(Object.entries(summary).map(([number, direction]) => [number, [{ direction, ...always }]])),
      subMeters: new Map(sub.map((number) => [number, [always]])),
    })
  })
  for (const [number, replacement] of Object.entries(replacements)) cascades.replace(tenant, number, replacement)
  return cascades
}

/** Which meters count on one side of a point: the number, with a minus for an outlet. */
const counted = (cascades: Cascades, pointId: string, side: 'supply' | 'consumption') =>
  [...cascades.memberships(tenant).values()]
    .filter((membership) => membership.point.id === pointId && membership.side === side)
    .map(({ number, sign }) => (sign === -1 ? `-${number}` : number))
    .sort()

const town: Sketch[] = [
  { id: 'town', summary: { inlet: 'in', 'to-neighbour': 'out' }, sub: ['north-main', 'hotel'] },
  { id: 'north', below: 'town', summary: { 'north-main': 'in' }, sub: ['street-main', 'anna'] },
  { id: 'street', below: 'north', summary: { 'street-main': 'in' }, sub: ['berta', 'carla'] },
]

describe('which meters count in which metering point', () => {
  it('supply is the sum of the inlets less the outlets', () => {
    expect(counted(cascadesOf(town), 'town', 'supply')).toEqual(['-to-neighbour', 'inlet'])
  })

  it('consumption of the root is what all customers of the cascade use: mains of lower points only pass water on', () => {
    expect(counted(cascadesOf(town), 'town', 'consumption')).toEqual(['anna', 'berta', 'carla', 'hotel'])
  })

  it('consumption of a lower point is that of its own part of the tree', () => {
    expect(counted(cascadesOf(town), 'north', 'consumption')).toEqual(['anna', 'berta', 'carla'])
    expect(counted(cascadesOf(town), 'street', 'consumption')).toEqual(['berta', 'carla'])
  })

  it('a sub-meter that is a summary meter of a point of another cascade is a customer here', () => {
    const elsewhere = cascadesOf([
      { id: 'town', summary: { inlet: 'in' }, sub: ['to-village'] },
      { id: 'village', summary: { 'to-village': 'in' }, sub: ['dora'] },
    ])
    expect(counted(elsewhere, 'town', 'consumption')).toEqual(['to-village'])
  })

  it('the order in which points became known changes nothing', () => {
    const lowestFirst = cascadesOf([...town].reverse())
    for (const { id } of town)
      for (const side of ['supply', 'consumption'] as const)
        expect(counted(lowestFirst, id, side)).toEqual(counted(cascadesOf(town), id, side))
  })

  it('points of other tenants are none of ours', () => {
    expect(cascadesOf(town).memberships('another')).toEqual(new Map())
  })
})

describe('meters that were replaced', () => {
  const noon = Date.parse('2026-05-04T12:00:00Z')
  const later = Date.parse('2026-06-04T12:00:00Z')

  it('the successor takes the place of its predecessor from the moment of the replacement', () => {
    const memberships = cascadesOf(town, { anna: { replacedBy: 'anna-2', replacedAt: noon } }).memberships(tenant)
    expect(memberships.get('north/consumption/anna')).toMatchObject({ activeFrom: Number.NEGATIVE_INFINITY, activeUntil: noon })
    expect(memberships.get('north/consumption/anna-2')).toMatchObject({ activeFrom: noon, activeUntil: Number.POSITIVE_INFINITY })
    expect(memberships.has('town/consumption/anna-2')).toBe(true)
  })

  it('replaced again, each counts for its own time', () => {
    const memberships = cascadesOf(town, {
      anna: { replacedBy: 'anna-2', replacedAt: noon },
      'anna-2': { replacedBy: 'anna-3', replacedAt: later },
    }).memberships(tenant)
    expect(memberships.get('north/consumption/anna-2')).toMatchObject({ activeFrom: noon, activeUntil: later })
    expect(memberships.get('north/consumption/anna-3')).toMatchObject({ activeFrom: later })
  })

  it('an outlet that is replaced stays an outlet', () => {
    const cascades = cascadesOf(town, { 'to-neighbour': { replacedBy: 'to-neighbour-2', replacedAt: noon } })
    expect(counted(cascades, 'town', 'supply')).toEqual(['-to-neighbour', '-to-neighbour-2', 'inlet'])
  })

  it('the new main of a lower point is no customer of the upper one, even where it was associated by its own number', () => {
    const withNewMain = town.map((point) => (point.id === 'town' ? { ...point, sub: [...point.sub!, 'north-main-2'] } : point))
    const cascades = cascadesOf(withNewMain, { 'north-main': { replacedBy: 'north-main-2', replacedAt: noon } })
    expect(counted(cascades, 'town', 'consumption')).toEqual(['anna', 'berta', 'carla', 'hotel'])
    expect(counted(cascades, 'north', 'supply')).toEqual(['north-main', 'north-main-2'])
  })

  it('a successor that was also associated by its own number counts once and from the replacement, whichever came first', () => {
    for (const sub of [
      ['anna', 'anna-2'],
      ['anna-2', 'anna'],
    ]) {
      const cascades = cascadesOf([{ id: 'town', summary: { inlet: 'in' }, sub }], { anna: { replacedBy: 'anna-2', replacedAt: noon } })
      expect(counted(cascades, 'town', 'consumption')).toEqual(['anna', 'anna-2'])
      expect(cascades.memberships(tenant).get('town/consumption/anna-2')).toMatchObject({ activeFrom: noon })
    }
  })

  it('meters that name each other as successors end the line instead of running in a circle', () => {
    const cascades = cascadesOf(town, { anna: { replacedBy: 'berta', replacedAt: noon }, berta: { replacedBy: 'anna', replacedAt: later } })
    expect(counted(cascades, 'town', 'consumption')).toEqual(['anna', 'berta', 'carla', 'hotel'])
  })
})

/** An event with the fields that cascades look at. */
type Fact = { [Type in EventType]: readonly [type: Type, data: Partial<EventOf<Type>['data']>] }[EventType]

describe('the log folded into cascades', () => {
  const recorded = (position: number, [type, data]: Fact) => ({
    id: `00000000-0000-4000-8000-${String(position).padStart(12, '0')}`,
    stream: `${tenant}/leakage-partition-town`,
    version: position,
    position,
    type: type as never,
    schemaVersion: 1,
    data: data as never,
    metadata: { tenant, actor: 'user:somebody' },
    recordedAt: new Date(0),
    hash: new Uint8Array(),
  })
  const takeAll = (facts: readonly Fact[]) => {
    const cascades = new Cascades()
    facts.forEach((fact, index) => {
      cascades.take(recorded(index + 1, fact) as never)
    })
    return cascades
  }
  const created = { partitionId: 'town', rootId: 'town', parentId: null, timeZone: 'Europe/Rome' }

  it('meters join and leave, and a removed point is gone', () => {
    const facts: Fact[] = [
      ['leakage.PartitionCreated', created],
      ['leakage.SummaryMeterAssociated', { partitionId: 'town', number: 'inlet', direction: 'in' }],
      ['leakage.SubMetersAssociated', { partitionId: 'town', numbers: ['anna', 'berta'] }],
      ['leakage.MetersDissociated', { partitionId: 'town', numbers: ['anna'] }],
    ]
    expect(counted(takeAll(facts), 'town', 'consumption')).toEqual(['berta'])
    expect(takeAll([...facts, ['leakage.PartitionRemoved', { partitionId: 'town' }]]).memberships(tenant).size).toBe(0)
  })

  describe('meters with dates', () => {
    const [the10th, the15th, the20th] = ['2026-03-10', '2026-03-15', '2026-03-20'].map(dayOfDate) as [number, number, number]
    const startOf = (date: string) => calendarOf('Europe/Rome').startOf(dayOfDate(date))
    const hill = { partitionId: 'hill', rootId: 'town', parentId: 'town', timeZone: 'Europe/Rome' }
    const membersOf = (facts: Fact[], id: string, side: 'supply' | 'consumption') =>
      [
        ...takeAll([['leakage.PartitionCreated', created], ['leakage.PartitionCreated', hill], ...facts])
          .memberships(tenant)
          .values(),
      ]
        .filter((one) => one.point.id === id && one.side === side)
        .map(({ number, fromDay, untilDay, activeFrom, activeUntil }) => ({ number, fromDay, untilDay, activeFrom, activeUntil }))
    const sub = (partitionId: string, number: string, days: { from?: string; to?: string } = {}): Fact => [
      'leakage.SubMetersAssociated',
      { partitionId, numbers: [number], ...days },
    ]

    it('a meter counts from one day up to another, which it no longer does, in the zone of the cascade', () => {
      expect(membersOf([sub('town', 'anna', { from: '2026-03-10', to: '2026-03-15' })], 'town', 'consumption')).toEqual([
        { number: 'anna', fromDay: the10th, untilDay: the15th, activeFrom: startOf('2026-03-10'), activeUntil: startOf('2026-03-15') },
      ])
    })

    it('a meter that moves within a cascade counts in the root on all days, each once', () => {
      const facts = [sub('town', 'anna', { to: '2026-03-15' }), sub('hill', 'anna', { from: '2026-03-15' })]
      expect(membersOf(facts, 'hill', 'consumption').map(({ fromDay }) => fromDay)).toEqual([the15th])
      expect(membersOf(facts, 'town', 'consumption').map(({ fromDay, untilDay }) => [fromDay, untilDay])).toEqual([
        [Number.NEGATIVE_INFINITY, the15th],
        [the15th, Number.POSITIVE_INFINITY],
      ])
    })

    it('an end that is recorded later cuts the period, and a removal without a day takes all periods', () => {
      const facts = [sub('town', 'anna', { from: '2026-03-10' })]
      const end = (to?: string): Fact => ['leakage.MetersDissociated', { partitionId: 'town', numbers: ['anna'], ...(to && { to }) }]
      expect(membersOf([...facts, end('2026-03-15')], 'town', 'consumption')).toMatchObject([{ fromDay: the10th, untilDay: the15th }])
      expect(membersOf([...facts, end('2026-03-15'), end()], 'town', 'consumption')).toEqual([])
    })

    it('a main passes water on while it is the inlet of a point below, and is a customer on other days', () => {
      const main: Fact = [
        'leakage.SummaryMeterAssociated',
        { partitionId: 'hill', number: 'main', direction: 'in', from: '2026-03-10', to: '2026-03-20' },
      ]
      expect(membersOf([sub('town', 'main'), main], 'town', 'consumption').map(({ fromDay, untilDay }) => [fromDay, untilDay])).toEqual([
        [Number.NEGATIVE_INFINITY, the10th],
        [the20th, Number.POSITIVE_INFINITY],
      ])
    })

    it('the successor of a replaced meter ends with the membership, and one that came after it does not count', () => {
      const replaced = (replacedAt: string): Fact => ['devices.MeterReplaced', { number: 'anna', replacedBy: 'anna-2', replacedAt }]
      const facts = [sub('town', 'anna', { from: '2026-03-10', to: '2026-03-20' })]
      const noon = '2026-03-15T12:00:00Z'
      expect(membersOf([...facts, replaced(noon)], 'town', 'consumption')).toMatchObject([
        { number: 'anna', activeFrom: startOf('2026-03-10'), activeUntil: Date.parse(noon) },
        { number: 'anna-2', activeFrom: Date.parse(noon), activeUntil: startOf('2026-03-20') },
      ])
      expect(membersOf([...facts, replaced('2026-03-25T12:00:00Z')], 'town', 'consumption').map(({ number }) => number)).toEqual(['anna'])
    })
  })

  it('a point keeps the log position of its creation as its key, so that a rebuild finds the same', () => {
    expect(
      takeAll([['leakage.PartitionCreated', created]])
        .points(tenant)
        .get('town')?.key,
    ).toBe(1)
  })

  it('a fact that is not about cascades says that nothing moved', () => {
    expect(new Cascades().take(recorded(1, ['metering.ReadingsReported', {}]) as never)).toBe(false)
  })
})
