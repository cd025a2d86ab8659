import { type Meter, meterDecider } from '@nightflow/domain/devices/meter-decider'
import type { registerMeters as registerMetersEndpoint } from '@nightflow/schemas/devices/endpoints'
import type { RegisterMeter } from '@nightflow/schemas/devices/register-meter'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection } from '@nightflow/schemas/shared/rejections'
import { type Decided, decide } from '../http/decide.ts'
import { decideEach } from '../http/decide-each.ts'
import { giveNew, ownerOfNew } from '../http/owners.ts'
import type { RequestContext } from '../http/request-context.ts'
import { retryQuarantine } from '../http/retry-quarantine.ts'
import type { Outcome } from '../http/run-command.ts'
import { refuseUnlisted } from '../resource/listed-ids.ts'

/** Enough to let the log write many registrations in one go, few enough to leave room for gateways. */
const atOnce = 32

/** `registered`: those that were not there before; a repeated registration changes nothing and is not among them. */
type Registering = { registered: Decided[]; refused: { number: string; refusal: Rejection }[]; position: number }

/** Every meter is decided on its own: one that is refused does not hold up the others. `position` is the last one's place. */
export const registerEach = async (meters: readonly Omit<RegisterMeter, 'type'>[], context: RequestContext): Promise<Registering> => {
  const owner = await ownerOfNew({}, context)
  if (isRejection(owner)) return { registered: [], refused: meters.map(({ number }) => ({ number, refusal: owner })), position: 0 }
  const { accepted, refused, position } = await decideEach(
    meters,
    (meter) => decide(context, meterDecider, { type: 'RegisterMeter', ...meter }, isRegistered),
    { atOnce },
  )
  const fresh = accepted.filter(({ decided }) => !decided.before)
  await giveNew(
    'meter',
    fresh.map(({ item }) => item.number),
    owner,
    context,
  )
  return {
    registered: fresh.map(({ decided }) => decided),
    refused: refused.map(({ item, refusal }) => ({ number: item.number, refusal })),
    position,
  }
}

const isRegistered = ({ status }: Meter): boolean => status !== 'unregistered'

export const registerMeters = async (
  { meters }: RequestOf<typeof registerMetersEndpoint>,
  context: RequestContext,
): Promise<Outcome<ResponseOf<typeof registerMetersEndpoint>> | Rejection> => {
  const unlisted = await refuseUnlisted(
    context,
    'meterTypes',
    meters.map(({ meterTypeId }) => meterTypeId),
  )
  if (unlisted) return unlisted
  const { registered, refused, position } = await registerEach(meters, context)
  if (registered.length > 0) await retryQuarantine(context)
  const codes = refused.map(({ number, refusal }) => ({ number, code: refusal.rejected }))
  codes.sort((left, right) => (left.number < right.number ? -1 : 1))
  const response = { registered: registered.length, refused: codes, position }
  return { response, position, after: response }
}
