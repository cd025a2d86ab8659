import { meterDecider } from '@nightflow/domain/devices/meter-decider'
import { findMeter } from '@nightflow/projections/devices/meters'
import type { replaceMeter as replaceMeterEndpoint } from '@nightflow/schemas/devices/endpoints'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Asked } from '../http/asked.ts'
import { type Decided, decide } from '../http/decide.ts'

/** The register goes on in the new meter, so that one must be known before the old one leaves. */
export const replaceMeter = async (request: RequestOf<typeof replaceMeterEndpoint>, asked: Asked): Promise<Decided | Rejection> => {
  const { number, replacedBy } = request
  const successor = await asked.read((database) => findMeter(database, { number: replacedBy }))
  if (number !== replacedBy && !successor) return rejected('meter-not-registered', { number: replacedBy })
  return decide(asked, meterDecider, { type: 'ReplaceMeter', ...request }, (meter) => meter)
}
