import { meterDecider } from '@nightflow/domain/devices/meter-decider'
import type {
  changeMeterDetails as changeEndpoint,
  recordRegisterReset as resetEndpoint,
  withdrawRegisterReset as withdrawEndpoint,
} from '@nightflow/schemas/devices/endpoints'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import type { Rejection } from '@nightflow/schemas/shared/rejections'
import type { Asked } from '../http/asked.ts'
import { type Decided, decide } from '../http/decide.ts'

export const changeMeterDetails = (request: RequestOf<typeof changeEndpoint>, asked: Asked): Promise<Decided | Rejection> =>
  decide(asked, meterDecider, { type: 'ChangeMeterDetails', ...request }, (meter) =>
    meter.status === 'unregistered' ? null : meter.registration,
  )

export const recordRegisterReset = (request: RequestOf<typeof resetEndpoint>, asked: Asked): Promise<Decided | Rejection> =>
  decide(asked, meterDecider, { type: 'RecordRegisterReset', ...request }, (meter) =>
    meter.status === 'unregistered' ? null : [...meter.resets.values()],
  )

export const withdrawRegisterReset = (request: RequestOf<typeof withdrawEndpoint>, asked: Asked): Promise<Decided | Rejection> =>
  decide(asked, meterDecider, { type: 'WithdrawRegisterReset', ...request }, (meter) =>
    meter.status === 'unregistered' ? null : [...meter.resets.values()],
  )
