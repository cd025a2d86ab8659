import { meterDecider } from '@nightflow/domain/devices/meter-decider'
import { findMeter } from '@nightflow/projections/devices/meters'
import type { replaceMeter as replaceMeterEndpoint } from '@nightflow/schemas/devices/endpoints'
import type { MeterState } from '@nightflow/schemas/devices/meter-life'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { type Decided, decide } from '../http/decide.ts'
import { giveAs } from '../http/owners.ts'
import type { RequestContext } from '../http/request-context.ts'

type Request = RequestOf<typeof replaceMeterEndpoint>

/** The register goes on in the new meter, so that one must be known before the old one leaves. */
export const replaceMeter = async (request: Request, context: RequestContext): Promise<Decided | Rejection> => {
  const { number, replacedBy } = request
  const successor = await context.read((database) => findMeter(database, { number: replacedBy }))
  if (number !== replacedBy && !successor) return rejected('meter-not-registered', { number: replacedBy })
  return replaceWith(request, successor, context)
}

/** Where the new meter is in its life; undefined for a meter that would replace itself. */
type Successor = { state: MeterState; stateSince: string } | undefined

export const replaceWith = async (request: Request, successor: Successor, context: RequestContext): Promise<Decided | Rejection> => {
  const { number, replacedBy, replacedAt, reason } = request
  if (successor && successor.state !== 'issued' && successor.state !== 'installed')
    return rejected('meter-state-forbids', { number: replacedBy, state: successor.state })
  const replaced = await decide(context, meterDecider, { type: 'ReplaceMeter', ...request }, (meter) => meter)
  if (isRejection(replaced)) return replaced
  await giveAs('meter', { from: number, to: replacedBy }, context)
  if (successor?.state !== 'issued') return replaced
  // A replacement that is recorded late may be before the issue. A repeated request installs what a crash left issued.
  const happenedAt = Date.parse(replacedAt) > Date.parse(successor.stateSince) ? replacedAt : successor.stateSince
  const install = { type: 'InstallMeter', number: replacedBy, happenedAt, reason } as const
  const installed = await decide(context, meterDecider, install, () => undefined)
  return isRejection(installed) ? installed : { ...replaced, position: installed.position }
}
