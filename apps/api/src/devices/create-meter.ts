import { litresOfDial } from '@nightflow/domain/metering/dial'
import { listMeterTypes, type MeterType } from '@nightflow/platform/settings/meter-types'
import { hasReported } from '@nightflow/projections/metering/is-registered'
import { createMeter as createEndpoint } from '@nightflow/schemas/devices/create-meter'
import { radioCommunications } from '@nightflow/schemas/devices/meter-type'
import type { RegisterMeter } from '@nightflow/schemas/devices/register-meter'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'
import type { RequestContext } from '../http/request-context.ts'
import { retryQuarantine } from '../http/retry-quarantine.ts'
import type { Outcome } from '../http/run-command.ts'
import { command } from '../http/serve.ts'
import { tenantOfCaller } from '../http/tenant-of-caller.ts'
import { refuseUnlisted } from '../resource/listed-ids.ts'
import { withType } from './meter-types.ts'
import { registerEach } from './register-meters.ts'

export type TypedMeter = RequestOf<typeof createEndpoint>

/** The tenant's rules for meters that people type. */
export type TypingRules = { types: ReadonlyMap<number, MeterType>; isNumeric: boolean; ruler: number }

export const typingRules = async (context: RequestContext): Promise<TypingRules> => {
  const tenant = await tenantOfCaller(context)
  const types = await context.read(listMeterTypes)
  return {
    types: new Map(types.map((type) => [type.meterTypeId, type])),
    isNumeric: tenant.settings.numericMeterNumbers,
    ruler: tenant.settings.lcMeterRuler,
  }
}

/** The meter as it is registered, or what is wrong with it. */
export const typedMeter = async (
  database: PoolClient,
  { initialMechanicalDial, ...stated }: TypedMeter,
  { types, isNumeric, ruler }: TypingRules,
): Promise<Omit<RegisterMeter, 'type'> | Rejection> => {
  const type = stated.meterTypeId === undefined ? undefined : types.get(stated.meterTypeId)
  if (stated.meterTypeId !== undefined && !type) return rejected('meter-type-missing')
  const isRadio = type !== undefined && radioCommunications.includes(type.communication)
  // A radio carries the letters of the number, and a number that has reported is one that a radio carries.
  if (isNumeric && !/^\d+$/.test(stated.number) && !isRadio && !(await hasReported(database, stated.number)))
    return rejected('meter-number-not-numeric', { number: stated.number })
  const meter = withType(stated, type)
  if (initialMechanicalDial === undefined) return meter
  return { ...meter, initialMechanicalLitres: litresOfDial(initialMechanicalDial, meter.caliberMillimetres, ruler) }
}

const create = async (typed: TypedMeter, context: RequestContext): Promise<Outcome<{ position: number }> | Rejection> => {
  const rules = await typingRules(context)
  const meter = await context.read((database) => typedMeter(database, typed, rules))
  if (isRejection(meter)) return meter
  const unlisted = await refuseUnlisted(context, 'meterTypes', [meter.meterTypeId])
  if (unlisted) return unlisted
  const { registered, refused, position } = await registerEach([meter], context)
  if (refused[0]) return refused[0].refusal
  if (registered.length > 0) await retryQuarantine(context)
  return { response: { position }, position, after: meter }
}

export const createMeterRoute = command(createEndpoint, create)
