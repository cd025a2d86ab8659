import { meterDecider } from '@nightflow/domain/devices/meter-decider'
import type {
  changeMeterDetails as changeEndpoint,
  recordRegisterReset as resetEndpoint,
  withdrawRegisterReset as withdrawEndpoint,
} from '@nightflow/schemas/devices/endpoints'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import type { Rejection } from '@nightflow/schemas/shared/rejections'
import { type Decided, decide } from '../http/decide.ts'
import type { RequestContext } from '../http/request-context.ts'
import { refuseUnlisted } from '../resource/listed-ids.ts'

export const changeMeterDetails = async (
  request: RequestOf<typeof changeEndpoint>,
  context: RequestContext,
): Promise<Decided | Rejection> =>
  (await refuseUnlisted(context, 'meterTypes', [request.meterTypeId])) ??
  decide(context, meterDecider, { type: 'ChangeMeterDetails', ...request }, (meter) =>
    meter.status === 'unregistered' ? null : meter.registration,
  )

export const recordRegisterReset = (request: RequestOf<typeof resetEndpoint>, context: RequestContext): Promise<Decided | Rejection> =>
  decide(context, meterDecider, { type: 'RecordRegisterReset', ...request }, (meter) =>
    meter.status === 'unregistered' ? null : [...meter.resets.values()],
  )

export const withdrawRegisterReset = (request: RequestOf<typeof withdrawEndpoint>, context: RequestContext): Promise<Decided | Rejection> =>
  decide(context, meterDecider, { type: 'WithdrawRegisterReset', ...request }, (meter) =>
    meter.status === 'unregistered' ? null : [...meter.resets.values()],
  )
