import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { registerLitresMax } from '../shared/quantity.ts'
import { MeterDetails } from './register-meter.ts'

/** Register of a dial; for a large meter the tenant's `lcMeterRuler` turns it into cubic metres. */
export const Dial = z
  .number()
  .min(0)
  .max(registerLitresMax / 1000)

/** One meter as a person types it: the number has digits only where the tenant says so, the mechanical reading is that of the dial. */
export const createMeter = endpoint({
  method: 'POST',
  path: '/prod-api/business/meter',
  permission: 'devices:meter:register',
  summary: 'Register one meter by hand, in storage or in the pipe; readings that came before are claimed',
  request: MeterDetails.omit({ initialMechanicalLitres: true, installedAt: true }).extend({
    initialMechanicalDial: Dial.optional(),
    isStored: z.boolean().default(false),
  }),
  response: z.object({ position: z.int() }),
})
