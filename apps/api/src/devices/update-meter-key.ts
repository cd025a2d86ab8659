import { keyDecider } from '@nightflow/domain/devices/key-decider'
import { keepMeterKey } from '@nightflow/platform/gateways/meter-keys'
import { listKeyUpdates } from '@nightflow/projections/devices/key-updates'
import { isRegistered } from '@nightflow/projections/metering/is-registered'
import * as keys from '@nightflow/schemas/devices/update-key'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { decide, refusalOf } from '../http/decide.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { Outcome } from '../http/run-command.ts'
import { command, query, type Route } from '../http/serve.ts'

/** The key is kept before the update is decided: what sends it finds it. Neither event nor operation log has it. */
const update = async (
  { key, ...request }: RequestOf<typeof keys.updateMeterKey>,
  context: RequestContext,
): Promise<Outcome<ResponseOf<typeof keys.updateMeterKey>> | Rejection> => {
  const { number } = request
  if (!(await context.read((database) => isRegistered(database, number)))) return rejected('meter-not-registered', { number })
  const given = { type: 'RequestKeyUpdate', ...request } as const
  const refusal = await refusalOf(context, keyDecider, given)
  if (refusal) return refusal
  await keepMeterKey(context.servicePool, { tenant: context.caller.tenant, number, updateId: request.updateId }, key)
  const decided = await decide(context, keyDecider, given, () => undefined)
  return isRejection(decided) ? decided : { ...decided, after: request }
}

export const keyUpdateRoutes: readonly Route[] = [query(keys.listKeyUpdates, listKeyUpdates), command(keys.updateMeterKey, update)]
