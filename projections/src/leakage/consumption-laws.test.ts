import { bulkPointsBelow, leakingPointsBelow } from '@nightflow/domain/leakage/bulk-points'
import type { Direction } from '@nightflow/schemas/leakage/partition'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Cascades, type Membership } from './cascades.ts'

/*
 * Networks whose water is known: every point loses some on its own mains and passes the rest to customers and to the points below it.
 * Figures follow from the meters alone, and are compared with what was lost.
 */
type Area = {
  id: string
  lost: number
  /** Volumes of its customers; a customer without a meter has none that anything could know of. */
  metered: readonly number[]
  unmetered: number
  /** Water that leaves through an outlet. */
  exported: number
  below: readonly Area[]
  /** Whether the inlet is also associated as sub-meter of the point above, as people often do. */
  isMainOfSuperior: boolean
}

const tenant = 'demo'
const always = { fromDay: Number.NEGATIVE_INFINITY, untilDay: Number.POSITIVE_INFINITY }
const periodOf = (direction: Direction) => ({ direction, ...always })

/** Inflow of an area: the net supply of its summary meters. */
const enters = ({ lost, metered, unmetered, below }: Area): number =>
  lost + unmetered + sum(metered) + sum(below.map((area) => enters(area)))
const sum = (volumes: readonly number[]): number => volumes.reduce((total, volume) => total + volume, 0)
const allOf = (area: Area): Area[] => [area, ...area.below.flatMap(allOf)]

const figuresOf = (root: Area) => {
  const cascades = new Cascades()
  const volumes = new Map<string, number>()
  let key = 0
  const addPoint = (area: Area, parentId: string | null) => {
    const { id, metered, exported, below } = area
    const customers = metered.map((volume, place) => ({ number: `${id}-c${place}`, volume }))
    for (const { number, volume } of customers) volumes.set(number, volume)
    volumes.set(`${id}-in`, enters(area) + exported).set(`${id}-out`, exported)
    const summaryMeters = new Map([[`${id}-in`, [periodOf('in')]]])
    if (exported > 0) summaryMeters.set(`${id}-out`, [periodOf('out')])
    const mains = below.filter(({ isMainOfSuperior }) => isMainOfSuperior).map((child) => `${child.id}-in`)
    const subMeters = new Map([...customers.map(({ number }) => number), ...mains].map((number) => [number, [always]]))
    key += 1
    cascades.add({ key, tenant, id, rootId: root.id, parentId, timeZone: 'UTC', summaryMeters, subMeters })
    for (const child of below) addPoint(child, id)
  }
  addPoint(root, null)

  const members = [...cascades.memberships(tenant).values()]
  const total = (id: string, side: Membership['side']) =>
    sum(members.filter((member) => member.point.id === id && member.side === side).map(({ number, sign }) => sign * volumes.get(number)!))
  const tree = [...cascades.points(tenant).values()].map(({ id, parentId, summaryMeters }) => ({
    id,
    parentId,
    hasSummaryMeters: summaryMeters.size > 0,
    hasCustomers: members.some((member) => member.point.id === id && member.side === 'consumption'),
  }))
  const bulk = bulkPointsBelow(tree)
  const leaking = leakingPointsBelow(tree)
  const consumption = (id: string) => total(id, 'consumption') + sum(bulk.get(id)!.map((point) => total(point, 'supply')))
  const leakage = (id: string) => total(id, 'supply') - consumption(id)
  const ownLeakage = (id: string) => leakage(id) - sum(leaking.get(id)!.map(leakage))
  const knowsConsumption = (id: string) => bulk.get(id)!.length > 0 || tree.some((point) => point.id === id && point.hasCustomers)
  return { supply: (id: string) => total(id, 'supply'), consumption, leakage, ownLeakage, knowsConsumption }
}

const area = (id: string, given: Partial<Area> = {}): Area => ({
  id,
  lost: 0,
  metered: [],
  unmetered: 0,
  exported: 0,
  below: [],
  isMainOfSuperior: true,
  ...given,
})

describe('consumption of a point', () => {
  it('has the net supply of a point below without customers’ meters, and does not count it as leakage', () => {
    const root = area('root', { lost: 35, metered: [5], below: [area('a', { unmetered: 60 })] })
    const { consumption, leakage } = figuresOf(root)
    expect([consumption('root'), leakage('root')]).toEqual([65, 35])
  })

  it('has the customers of a point below that has customers’ meters, and counts what was lost on the way to them', () => {
    const root = area('root', { lost: 35, metered: [5], below: [area('a', { lost: 10, metered: [50] })] })
    const { consumption, leakage, ownLeakage } = figuresOf(root)
    expect([consumption('root'), leakage('root'), ownLeakage('root'), ownLeakage('a')]).toEqual([55, 45, 35, 10])
  })

  it('has the customers of one point below and the net supply of another', () => {
    const root = area('root', { lost: 4, below: [area('a', { lost: 10, metered: [50] }), area('b', { unmetered: 30 })] })
    const { consumption, leakage, ownLeakage } = figuresOf(root)
    expect([consumption('root'), leakage('root'), ownLeakage('root')]).toEqual([80, 14, 4])
  })

  it('has the net supply of a point below whether or not its main is associated as a sub-meter', () => {
    for (const isMainOfSuperior of [true, false]) {
      const root = area('root', { lost: 40, below: [area('a', { unmetered: 60, isMainOfSuperior })] })
      expect(figuresOf(root).leakage('root')).toBe(40)
    }
  })

  it('has less by what leaves a point without customers’ meters through its outlet', () => {
    const root = area('root', { lost: 7, below: [area('a', { unmetered: 60, exported: 20 })] })
    // Exported water comes back to the mains of the root, which lose 7 and export nothing: the inlet of the root has 7 + 60 alone.
    expect(figuresOf(root).consumption('root')).toBe(60)
  })

  it('is unknown where neither the point nor any point below it has meters of consumption', () => {
    expect(figuresOf(area('root', { lost: 3, unmetered: 5 })).knowsConsumption('root')).toBe(false)
  })

  it('stops at the first point without customers’ meters in its subtree: losses between two of them are not separated', () => {
    const root = area('root', { lost: 1, below: [area('a', { lost: 10, below: [area('b', { unmetered: 50 })] })] })
    const { consumption, leakage } = figuresOf(root)
    expect([consumption('root'), leakage('root')]).toEqual([60, 1])
    expect([consumption('a'), leakage('a')]).toEqual([50, 10])
  })
})

const litres = fc.integer({ min: 0, max: 1_000_000 })

/** A random network of at most five levels. `isMetered` says which points have customers' meters; the others have customers without. */
const networks = (isMetered: fc.Arbitrary<boolean>): fc.Arbitrary<Area> => {
  let nextId = 0
  const level = (depth: number): fc.Arbitrary<Area> =>
    fc
      .record({
        lost: litres,
        volumes: fc.array(litres, { minLength: 1, maxLength: 3 }),
        isMetered,
        exported: fc.oneof(fc.constant(0), litres),
        isMainOfSuperior: fc.boolean(),
        below: depth === 5 ? fc.constant<Area[]>([]) : fc.array(level(depth + 1), { maxLength: depth < 3 ? 3 : 2 }),
      })
      .map(({ volumes, isMetered: hasMeters, ...rest }) => {
        nextId += 1
        return {
          id: `p${nextId}`,
          ...rest,
          metered: hasMeters ? volumes : [],
          unmetered: hasMeters ? 0 : sum(volumes),
        }
      })
  return level(1)
}

describe('figures of random cascades of five levels', () => {
  it('where every point has customers’ meters, leakage is what was lost in the subtree and own leakage what the point lost itself', () => {
    fc.assert(
      fc.property(networks(fc.constant(true)), (root) => {
        const { supply, consumption, leakage, ownLeakage } = figuresOf(root)
        for (const point of allOf(root)) {
          const subtree = allOf(point)
          expect(leakage(point.id)).toBe(sum(subtree.map(({ lost }) => lost)))
          expect(leakage(point.id)).toBe(sum(subtree.map(({ id }) => ownLeakage(id))))
          expect(ownLeakage(point.id)).toBe(point.lost)
          expect(consumption(point.id)).toBe(sum(subtree.flatMap(({ metered }) => metered)))
          expect(supply(point.id) - consumption(point.id)).toBe(leakage(point.id))
        }
      }),
      { numRuns: 60 },
    )
  })

  it('with any mixture of meters, supply splits into customers’ meters, bulk points and the own leakage of the separated points', () => {
    fc.assert(
      fc.property(networks(fc.boolean()), (root) => {
        const { supply, consumption, leakage, ownLeakage, knowsConsumption } = figuresOf(root)
        const hasCustomers = (point: Area) => allOf(point).some(({ metered }) => metered.length > 0)
        // Behind a bulk point nothing is separated.
        const toldApart = (point: Area): Area[] => [point, ...point.below.filter(hasCustomers).flatMap(toldApart)]
        const bulkOf = (point: Area): Area[] => point.below.flatMap((child) => (hasCustomers(child) ? bulkOf(child) : [child]))
        for (const point of allOf(root)) {
          if (!knowsConsumption(point.id)) continue
          const customers = sum(allOf(point).flatMap(({ metered }) => metered))
          const bulk = sum(bulkOf(point).map((child) => supply(child.id)))
          expect(consumption(point.id)).toBe(customers + bulk)
          expect(leakage(point.id)).toBe(sum(toldApart(point).map(({ id }) => ownLeakage(id))))
          expect(supply(point.id)).toBe(consumption(point.id) + leakage(point.id))
          // Own leakage is the loss of the point itself and the use of its customers without meters, and nothing else.
          for (const one of toldApart(point)) expect(ownLeakage(one.id)).toBe(one.lost + one.unmetered)
        }
      }),
      { numRuns: 60 },
    )
  })
})
