import { expect, test } from 'vitest'
import { buildCity } from './city.ts'
import { contains, type Place } from './polygon.ts'

const city = buildCity({ seed: 3, timeZone: 'Asia/Shanghai' })
const rootOf = (id: string) => city.zones.find((zone) => zone.id === id)!

test('the same seed builds the same city and another seed another one', () => {
  const build = (seed: number) => {
    const { zones, meters, gateways } = buildCity({ seed, timeZone: 'Asia/Shanghai' })
    return JSON.stringify({ zones, meters, gateways })
  }
  expect(build(3)).toBe(build(3))
  expect(build(3)).not.toBe(build(4))
})

test('three cascades of two to four levels serve some two thousand customers of many kinds', () => {
  const roots = city.zones.filter((zone) => zone.parent === null)
  expect(roots.map(({ subtree }) => Math.max(...subtree.map((index) => city.zones[index]!.level)))).toEqual([4, 2, 3])
  const customers = city.meters.filter((meter) => meter.role === 'sub')
  expect(customers.length).toBeGreaterThan(2_000)
  expect(customers.length).toBeLessThan(2_500)
  const classes = new Set(customers.map(({ use }) => use?.customerClass))
  for (const kind of ['flat', 'house', 'shop', 'hotel', 'hospital', 'school', 'works'] as const) expect(classes).toContain(kind)
  expect(city.meters.filter((meter) => meter.role === 'in' && meter.zone === rootOf('lakeside').index)).toHaveLength(2)
  expect(city.meters.filter((meter) => meter.role === 'out')).toHaveLength(1)
})

test('every meter has a number of its own and reports through a gateway that exists', () => {
  expect(new Set(city.meters.map(({ number }) => number)).size).toBe(city.meters.length)
  for (const { index, gateway } of city.meters) {
    expect(city.meters[index]?.index).toBe(index)
    expect(city.gateways[gateway]?.index).toBe(gateway)
  }
})

test('boundaries are closed, lie within their superior and do not overlap their siblings', () => {
  const open = (boundary: Place[]) => boundary.slice(0, -1)
  for (const zone of city.zones) {
    expect(zone.boundary[0]).toEqual(zone.boundary.at(-1))
    const parent = zone.parent === null ? undefined : city.zones[zone.parent]
    if (parent) for (const corner of open(zone.boundary)) expect(contains(open(parent.boundary), corner), zone.id).toBe(true)
    for (const sibling of city.zones) {
      if (sibling.index === zone.index || sibling.level !== zone.level) continue
      for (const corner of open(zone.boundary)) expect(contains(open(sibling.boundary), corner), `${zone.id} in ${sibling.id}`).toBe(false)
    }
  }
})

test('meters are inside the boundary of their zone', () => {
  for (const meter of city.meters) {
    const boundary = city.zones[meter.zone]!.boundary.slice(0, -1)
    expect(contains(boundary, [meter.longitude, meter.latitude]), meter.number).toBe(true)
  }
})
