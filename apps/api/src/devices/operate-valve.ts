import { createHash } from 'node:crypto'
import { type ValveCommand, valveDecider } from '@nightflow/domain/devices/valve-decider'
import { findMeter, findMetersWithValve } from '@nightflow/projections/devices/meters'
import type { openValves as openValvesEndpoint, operateValve as operateValveEndpoint } from '@nightflow/schemas/devices/endpoints'
import type { AddClosingReason, ValvePosition } from '@nightflow/schemas/devices/operate-valve'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Asked } from '../http/asked.ts'
import { type Decided, decide } from '../http/decide.ts'
import type { Outcome } from '../http/run-command.ts'

/** The valve's own rules know operations alone; whether the meter has a valve is in its registration. */
export const operateValve = async (request: RequestOf<typeof operateValveEndpoint>, asked: Asked): Promise<Decided | Rejection> => {
  const { number, operationId } = request
  const meter = await asked.read((database) => findMeter(database, { number }))
  if (!meter) return rejected('meter-not-registered', { number })
  if (!meter.hasValve) return rejected('meter-without-valve', { number })
  return decide(asked, valveDecider, { type: 'OperateValve', ...request }, ({ operations }) => operations.get(operationId) ?? null)
}

type Request = RequestOf<typeof openValvesEndpoint>
type Response = ResponseOf<typeof openValvesEndpoint>
type Order = Pick<AddClosingReason, 'number' | 'operationId' | 'reason' | 'batchId'>

/** Orders each valve on its own: a refused one does not hold up the others. */
const orderValves =
  (commandOf: (order: Order) => ValveCommand) =>
  async ({ number: numbers, requestId, reason }: Request, asked: Asked): Promise<Outcome<Response>> => {
    const hasValve = await asked.read((database) => findMetersWithValve(database, numbers))
    const refused: Response['refused'] = []
    let requested = 0
    let last = 0
    for (const number of new Set(numbers)) {
      const known = hasValve.get(number)
      const order = { number, operationId: operationIdOf(requestId, number), reason, batchId: requestId.toLowerCase() }
      const decided = known ? await decide(asked, valveDecider, commandOf(order), () => undefined) : refusalOf(known)
      if (isRejection(decided)) refused.push({ number, code: decided.rejected })
      else {
        requested += 1
        last = Math.max(last, decided.position)
      }
    }
    const response = { requested, refused, position: last }
    return { response, ...(requested > 0 && { position: last }), after: { numbers, reason, refused } }
  }

export const operateValves = (position: ValvePosition) => orderValves((order) => ({ type: 'OperateValve', position, ...order }))

/** Other closing reasons of the same valves stay. */
export const closeInEmergency = orderValves((order) => ({ type: 'AddClosingReason', closingReason: 'emergency', ...order }))
export const endEmergency = orderValves((order) => ({ type: 'RemoveClosingReason', closingReason: 'emergency', ...order }))

const refusalOf = (hasValve: boolean | undefined): Rejection =>
  rejected(hasValve === undefined ? 'meter-not-registered' : 'meter-without-valve')

/** The same request names the same operation of a meter (a UUID of version 8). */
const operationIdOf = (requestId: string, number: string): string => {
  const hash = createHash('sha256').update(`${requestId.toLowerCase()}/${number}`).digest('hex')
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}
