import { createHash } from 'node:crypto'
import { type ValveCommand, valveDecider } from '@nightflow/domain/devices/valve-decider'
import { findMeter, findMetersWithValve, findValvesOfGroup } from '@nightflow/projections/devices/meters'
import type { openValves as openValvesEndpoint, operateValve as operateValveEndpoint } from '@nightflow/schemas/devices/endpoints'
import * as groups from '@nightflow/schemas/devices/meter-group-valves'
import type { AddClosingReason, ValvePosition } from '@nightflow/schemas/devices/operate-valve'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { type Decided, decide } from '../http/decide.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { Outcome } from '../http/run-command.ts'
import { command, type Route } from '../http/serve.ts'

/** The valve's own rules know operations alone; whether the meter has a valve is in its registration. */
export const operateValve = async (
  request: RequestOf<typeof operateValveEndpoint>,
  context: RequestContext,
): Promise<Decided | Rejection> => {
  const { number, operationId } = request
  const meter = await context.read((database) => findMeter(database, { number }))
  if (!meter) return rejected('meter-not-registered', { number })
  if (!meter.hasValve) return rejected('meter-without-valve', { number })
  if (request.position === 'closed' && !request.reason) return rejected('valve-closing-needs-reason', { number })
  return decide(context, valveDecider, { type: 'OperateValve', ...request }, ({ operations }) => operations.get(operationId) ?? null)
}

type Request = RequestOf<typeof openValvesEndpoint>
type Response = ResponseOf<typeof openValvesEndpoint>
type Order = Pick<AddClosingReason, 'number' | 'operationId' | 'reason' | 'batchId'>
type CommandOf = (order: Order) => ValveCommand
type GroupRequest = RequestOf<typeof groups.openGroupValves>

/** Valves that are ordered at a time: enough for a group of a thousand within the time of a request, few enough to leave room for others. */
const atOnce = 16

/** Orders each valve on its own: a refused one does not hold up the others. */
const orderEach = async (
  commandOf: CommandOf,
  { numbers, requestId, reason }: { numbers: readonly string[]; requestId: string; reason: string },
  context: RequestContext,
): Promise<Outcome<Response>> => {
  const hasValve = await context.read((database) => findMetersWithValve(database, numbers))
  const refused: Response['refused'] = []
  const waiting = new Set(numbers).values()
  let requested = 0
  let last = 0
  const orderNext = async (): Promise<void> => {
    for (const number of waiting) {
      const known = hasValve.get(number)
      const order = { number, operationId: operationIdOf(requestId, number), reason, batchId: requestId.toLowerCase() }
      const decided = known ? await decide(context, valveDecider, commandOf(order), () => undefined) : refusalOf(known)
      if (isRejection(decided)) refused.push({ number, code: decided.rejected })
      else {
        requested += 1
        last = Math.max(last, decided.position)
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, numbers.length) }, orderNext))
  const places = new Map(numbers.map((number, place) => [number, place]))
  refused.sort((one, other) => places.get(one.number)! - places.get(other.number)!)
  const response = { requested, refused, position: last }
  return { response, ...(requested > 0 && { position: last }), after: { numbers, reason, refused } }
}

const orderValves =
  (commandOf: CommandOf) =>
  ({ number: numbers, requestId, reason }: Request, context: RequestContext): Promise<Outcome<Response>> =>
    orderEach(commandOf, { numbers, requestId, reason }, context)

/** The meters of a group that have a valve and are in the pipe. */
const orderGroup =
  (commandOf: CommandOf) =>
  async ({ meterGroupId, requestId, reason }: GroupRequest, context: RequestContext): Promise<Outcome<Response> | Rejection> => {
    const numbers = await context.read((database) => findValvesOfGroup(database, meterGroupId, groups.groupValvesMax + 1))
    if (numbers.length === 0) return rejected('meter-group-without-valves')
    if (numbers.length > groups.groupValvesMax) return rejected('meter-group-too-large', { max: groups.groupValvesMax })
    return orderEach(commandOf, { numbers, requestId, reason }, context)
  }

const operating =
  (position: ValvePosition): CommandOf =>
  (order) => ({ type: 'OperateValve', position, ...order })
const closing: CommandOf = (order) => ({ type: 'AddClosingReason', closingReason: 'emergency', ...order })
const ending: CommandOf = (order) => ({ type: 'RemoveClosingReason', closingReason: 'emergency', ...order })

export const operateValves = (position: ValvePosition) => orderValves(operating(position))

/** Other closing reasons of the same valves stay. */
export const closeInEmergency = orderValves(closing)
export const endEmergency = orderValves(ending)

export const groupValveRoutes: readonly Route[] = [
  command(groups.openGroupValves, orderGroup(operating('open'))),
  command(groups.closeGroupValves, orderGroup(operating('closed'))),
  command(groups.closeGroupInEmergency, orderGroup(closing)),
  command(groups.endGroupEmergency, orderGroup(ending)),
]

const refusalOf = (hasValve: boolean | undefined): Rejection =>
  rejected(hasValve === undefined ? 'meter-not-registered' : 'meter-without-valve')

/** The same request names the same operation of a meter (a UUID of version 8). */
const operationIdOf = (requestId: string, number: string): string => {
  const hash = createHash('sha256').update(`${requestId.toLowerCase()}/${number}`).digest('hex')
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}
