import { createHash } from 'node:crypto'
import { type ValveCommand, valveDecider } from '@nightflow/domain/devices/valve-decider'
import { findMeter, findMetersWithValve, findValvesOfGroup } from '@nightflow/projections/devices/meters'
import * as devices from '@nightflow/schemas/devices/endpoints'
import * as groups from '@nightflow/schemas/devices/meter-group-valves'
import type { AddClosingReason, ValvePosition } from '@nightflow/schemas/devices/operate-valve'
import * as valves from '@nightflow/schemas/devices/valve-operations'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { commandsOf } from '../http/commands-of.ts'
import { type Decided, decide } from '../http/decide.ts'
import { decideEach } from '../http/decide-each.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { Outcome } from '../http/run-command.ts'
import { command, type Route } from '../http/serve.ts'

const valve = commandsOf(valveDecider, ({ operations }, { operationId }) => operations.get(operationId) ?? null)

type Request = RequestOf<typeof devices.openValves>
type Response = ResponseOf<typeof devices.openValves>
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
  const order = async (number: string): Promise<Decided | Rejection> => {
    if (!hasValve.get(number)) return withoutValve(number, hasValve.get(number))
    const given = commandOf({ number, operationId: operationIdOf(requestId, number), reason, batchId: requestId.toLowerCase() })
    return decide(context, valveDecider, given, () => undefined)
  }
  const { accepted, refused: refusals, position } = await decideEach(new Set(numbers), order, { atOnce })
  const refused = refusals.map(({ item, refusal }) => ({ number: item, code: refusal.rejected }))
  const response = { requested: accepted.length, refused, position }
  return { response, ...(accepted.length > 0 && { position }), after: { numbers, reason, refused } }
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

/** The valve's own rules know operations alone; whether the meter has a valve is in its registration. */
const withoutValve = (number: string, hasValve: boolean | undefined): Rejection =>
  rejected(hasValve === undefined ? 'meter-not-registered' : 'meter-without-valve', { number })

export const valveRoutes: readonly Route[] = [
  valve(devices.operateValve, {
    refuse: async ({ number, position, reason }, { read }) => {
      const meter = await read((database) => findMeter(database, { number }))
      if (!meter?.hasValve) return withoutValve(number, meter?.hasValve)
      return position === 'closed' && !reason ? rejected('valve-closing-needs-reason', { number }) : undefined
    },
    command: (request) => ({ type: 'OperateValve', ...request }),
  }),
  command(devices.openValves, orderValves(operating('open'))),
  command(devices.closeValves, orderValves(operating('closed'))),
  // Other closing reasons of the same valves stay.
  command(valves.closeInEmergency, orderValves(closing)),
  command(valves.endEmergency, orderValves(ending)),
  command(groups.openGroupValves, orderGroup(operating('open'))),
  command(groups.closeGroupValves, orderGroup(operating('closed'))),
  command(groups.closeGroupInEmergency, orderGroup(closing)),
  command(groups.endGroupEmergency, orderGroup(ending)),
]

/** The same request names the same operation of a meter (a UUID of version 8). */
const operationIdOf = (requestId: string, number: string): string => {
  const hash = createHash('sha256').update(`${requestId.toLowerCase()}/${number}`).digest('hex')
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}
