import { valveDecider } from '@nightflow/domain/devices/valve-decider'
import { findMeter } from '@nightflow/projections/devices/meters'
import type { operateValve as operateValveEndpoint } from '@nightflow/schemas/devices/endpoints'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Asked } from '../http/asked.ts'
import { type Decided, decide } from '../http/decide.ts'

/** The valve's own rules know operations alone; whether there is a valve at all stands in the register of meters. */
export const operateValve = async (request: RequestOf<typeof operateValveEndpoint>, asked: Asked): Promise<Decided | Rejection> => {
  const { number, operationId } = request
  const meter = await asked.read((database) => findMeter(database, { number }))
  if (!meter) return rejected('meter-not-registered', { number })
  if (!meter.hasValve) return rejected('meter-without-valve', { number })
  return decide(asked, valveDecider, { type: 'OperateValve', ...request }, (valve) => valve.get(operationId) ?? null)
}
