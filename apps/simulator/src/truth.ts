import type { Meter, Zone } from './city-model.ts'
import type { Burst, Fault } from './faults.ts'
import type { LocalDays } from './local-days.ts'
import type { Water } from './water.ts'

/**
 * The true figures, with which computed figures are compared. Days are local dates of the city's zone; volumes in litres (three
 * decimals at most, since water is counted in whole millilitres).
 */
export type Truth = {
  /** Water that entered the partition and did not leave by an outlet: inlets less outlets. */
  trueSupplyLitres: (partitionId: string, localDay: string) => number
  /** Volume counted by the registered customers' meters, including stuck meters and steps back. */
  trueConsumptionLitres: (partitionId: string, localDay: string) => number
  /** Losses of the mains: background and bursts. */
  trueLeakageLitres: (partitionId: string, localDay: string) => number
  /** Water taken by customers and counted by no meter of the utility; supply = consumption + leakage + unmetered, exactly. */
  trueUnmeteredLitres: (partitionId: string, localDay: string) => number
  /** Smallest mean supply of the hours that start in the window, litres per hour; null on a day that skips them all. */
  trueNightMinimumFlowLitresPerHour: (partitionId: string, localDay: string, window?: { fromHour: number; toHour: number }) => number | null
  /** Bursts that ran at some time in [from, to), epoch milliseconds. */
  burstsBetween: (from: number, to: number) => Burst[]
  /** Faults of meters that lasted at some time in [from, to). */
  faultsBetween: (from: number, to: number) => Fault[]
}

export function truthOf({ days, zones, meters, water }: { days: LocalDays; zones: Zone[]; meters: Meter[]; water: Water }): Truth {
  const zoneOf = (id: string): Zone => {
    const found = zones.find((zone) => zone.id === id)
    if (!found) throw new RangeError(`the city has no partition '${id}'; it has ${zones.map((zone) => zone.id).join(', ')}`)
    return found
  }
  const metersOf = (zone: Zone, role: Meter['role']) => meters.filter((meter) => meter.role === role && zone.subtree.includes(meter.zone))
  const over = (from: number, to: number, total: (instant: number) => number) => total(to) - total(from)
  const ofDay = (localDay: string, total: (instant: number) => number): number => {
    const day = days.dated(localDay)
    return over(day.startsAt, day.endsAt, total) / 1000
  }
  const supply = (zone: Zone) => {
    const outlets = metersOf(zone, 'out')
    return (instant: number) =>
      water.suppliedMillilitres(zone.index, instant) - outlets.reduce((sum, outlet) => sum + water.usedMillilitres(outlet, instant), 0)
  }
  const consumption = (zone: Zone) => {
    const known = metersOf(zone, 'sub').filter((meter) => meter.registered)
    return (instant: number) => known.reduce((sum, meter) => sum + water.countedMillilitres(meter, instant), 0)
  }
  const leakage = (zone: Zone) => (instant: number) => zone.subtree.reduce((sum, index) => sum + water.leakedMillilitres(index, instant), 0)
  return {
    trueSupplyLitres: (id, localDay) => ofDay(localDay, supply(zoneOf(id))),
    trueConsumptionLitres: (id, localDay) => ofDay(localDay, consumption(zoneOf(id))),
    trueLeakageLitres: (id, localDay) => ofDay(localDay, leakage(zoneOf(id))),
    trueUnmeteredLitres: (id, localDay) => {
      const zone = zoneOf(id)
      const [supplied, counted, lost] = [supply(zone), consumption(zone), leakage(zone)]
      return ofDay(localDay, (instant) => supplied(instant) - counted(instant) - lost(instant))
    },
    trueNightMinimumFlowLitresPerHour: (id, localDay, window = { fromHour: 2, toHour: 4 }) => {
      const day = days.dated(localDay)
      const supplied = supply(zoneOf(id))
      const flows: number[] = []
      for (let quarter = 0; quarter + 4 <= day.quarters; quarter++) {
        const local = day.localQuarter[quarter]!
        if (local % 4 !== 0 || local / 4 < window.fromHour || local / 4 >= window.toHour) continue
        const from = day.startsAt + quarter * 900_000
        flows.push(over(from, from + 3_600_000, supplied) / 1000)
      }
      return flows.length === 0 ? null : Math.min(...flows)
    },
    burstsBetween: (from, to) =>
      zones.flatMap((zone) => water.troubles.burstsBefore(zone.index, to)).filter((burst) => burst.repairedAt > from),
    faultsBetween: (from, to) => meters.flatMap((meter) => water.troubles.faultsBefore(meter.index, to)).filter((fault) => fault.to > from),
  }
}
