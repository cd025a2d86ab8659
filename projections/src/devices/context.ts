import type { Projection } from '../projector/projection.ts'
import { concentrators } from './concentrators.ts'
import { flowMeters } from './flow-meters.ts'
import { keyUpdates } from './key-updates.ts'
import { mapDevices } from './map-devices.ts'
import { meterMoves } from './meter-moves.ts'
import { meterReplacements } from './meter-replacements.ts'
import { meters } from './meters.ts'
import { placedMeters } from './placed-meters.ts'
import { pressureMeters } from './pressure-meters.ts'
import { valveOperations } from './valve-operations.ts'
import { valves } from './valves.ts'

/** The read models of the context, in the order in which a batch passes through them. */
export const devicesReadModels: readonly Projection[] = [
  meters,
  meterMoves,
  meterReplacements,
  placedMeters,
  valveOperations,
  valves,
  keyUpdates,
  concentrators,
  flowMeters,
  pressureMeters,
  mapDevices,
]
