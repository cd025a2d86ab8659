import type { DayNumber, ZoneCalendar } from '../../shared/local-time.ts'
import { consumptionOfHour, type PartitionDay, type PartitionRules, supplyOfHour } from '../night-flow.ts'
import { type HourlyFlows, hoursOfDay, isDayKnown } from './daily-figure.ts'

/**
 * Hourly flows of a metering point on days that follow each other, by local hour: net inflow, and net inflow less what customers' meters and bulk points
 * below measured in the same hour. An hour that is there twice is averaged. An hour of which a part is a share of a longer pause is unknown: it is no
 * flow of that hour.
 */
export const hoursOfZone = (
  calendar: ZoneCalendar,
  days: readonly PartitionDay[],
  { minimumCoverage }: Pick<PartitionRules, 'minimumCoverage'>,
): { inflow: HourlyFlows; net: HourlyFlows } => {
  const firstDay: DayNumber = days[0]?.day ?? 0
  const inflows = new Float64Array(days.length * hoursOfDay).fill(Number.NaN)
  const nets = inflows.slice()
  days.forEach((data, index) => {
    const counts = new Uint8Array(hoursOfDay)
    calendar.wallHoursOf(data.day).forEach((hour, slot) => {
      const supply = isMeasured(data.supply.shared, slot) ? supplyOfHour(data.supply, slot) : null
      if (!supply) return
      const place = index * hoursOfDay + hour
      const use = consumptionOfHour(data, slot, minimumCoverage)
      const times = counts[hour]!
      inflows[place] = meanWith(inflows[place]!, times, supply.value / 1000)
      nets[place] = meanWith(nets[place]!, times, use ? (supply.value - use.value) / 1000 : Number.NaN)
      counts[hour] = times + 1
    })
  })
  return { inflow: { firstDay, flows: inflows }, net: { firstDay, flows: nets, inflows } }
}

const isMeasured = (shared: readonly number[] | null, slot: number): boolean => (shared?.[slot] ?? 0) === 0

const meanWith = (mean: number, times: number, value: number): number => (times === 0 ? value : (mean * times + value) / (times + 1))

/** The last day of which most hours are known: what comes later is not delivered yet, or an inlet is silent. */
export const lastKnownDay = ({ firstDay, flows }: HourlyFlows): DayNumber | undefined => {
  for (let index = flows.length / hoursOfDay - 1; index >= 0; index--) if (isDayKnown(flows, index)) return firstDay + index
  return undefined
}
