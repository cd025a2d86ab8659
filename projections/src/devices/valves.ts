import { ClosingReason } from '@nightflow/schemas/devices/operate-valve'
import { z } from 'zod'
import { defineEntity } from '../projector/entity.ts'

const row = z.object({ number: z.string(), closingReasons: z.array(ClosingReason) })
type Valve = z.infer<typeof row>

/** Why each valve is to be closed; a valve without a row has no reason. Its operations are in `valve_operations`. */
export const valves = defineEntity({
  name: 'devices/valves',
  version: 1,
  table: 'valves',
  key: ['number'],
  row,
  evolve: {
    'devices.ValveClosingRequested': (valve, { data }) => withReason(valve, data),
    'devices.ValveClosingReasonAdded': (valve, { data }) => withReason(valve, data),
    'devices.ValveOpeningRequested': (valve, { data }) => withoutReason(valve, data.closingReason),
    'devices.ValveClosingReasonRemoved': (valve, { data }) => withoutReason(valve, data.closingReason),
  },
})

const withReason = (valve: Valve | undefined, { number, closingReason }: { number: string; closingReason: ClosingReason }): Valve => ({
  number,
  closingReasons: [...new Set(valve?.closingReasons).add(closingReason)],
})

const withoutReason = (valve: Valve | undefined, closingReason: ClosingReason): Valve | undefined =>
  valve && { ...valve, closingReasons: valve.closingReasons.filter((holding) => holding !== closingReason) }

/** The closing reasons of a row of `views.meters`, as an array. */
export const closingReasonsOfMeter = `coalesce((select closing_reasons from views.valves where valves.tenant = meters.tenant and valves.number = meters.number), '[]')`
