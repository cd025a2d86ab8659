import { createHash } from 'node:crypto'
import { valveDecider } from '@nightflow/domain/devices/valve-decider'
import { findMeter, findMetersWithValve, findValvesOfGroup } from '@nightflow/projections/devices/meters'
import { operateValve } from '@nightflow/schemas/devices/endpoints'
import { groupValvesMax, meterGroupCommands, valveCommands } from '@nightflow/schemas/devices/valve-commands'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'
import { commandRoutes } from '../http/command-routes.ts'
import { commandsOf } from '../http/commands-of.ts'
import { codesOf, type Given } from '../http/each-route.ts'
import type { Route } from '../http/serve.ts'

const valve = commandsOf(valveDecider, ({ operations }, { operationId }) => operations.get(operationId) ?? null)

/** Valves that are ordered at a time: enough for a group of a thousand within the time of a request, few enough to leave room for others. */
const atOnce = 16

type Valve = { number: string; hasValve: boolean | undefined }
type Asked = { requestId: string; reason: string }

/** Orders each valve on its own: a refused one does not hold up the others. */
const ordering = <Order extends object>(order: Order) => ({
  prepare: ({ number, hasValve }: Valve, { requestId }: Asked) =>
    hasValve
      ? { ...order, operationId: operationIdOf(requestId, number), batchId: requestId.toLowerCase() }
      : withoutValve(number, hasValve),
  answer: (given: Given<Valve, Asked>) => ({
    ...{ requested: given.accepted.length, refused: codesOf(given, ({ number }) => number), position: given.position },
  }),
  logged: ({ rows, request: { reason } }: Given<Valve, Asked>, { refused }: { refused: unknown }) => ({
    after: { numbers: rows.map(({ number }) => number), reason, refused },
  }),
})
const opening = ordering({ position: 'open' as const })
const closing = ordering({ position: 'closed' as const })
const emergency = ordering({ closingReason: 'emergency' as const })

const ofValves = { decider: valveDecider, logged: () => undefined, atOnce } as const

const valvesOf = async (database: PoolClient, numbers: readonly string[]): Promise<Valve[]> => {
  const hasValve = await findMetersWithValve(database, numbers)
  return numbers.map((number) => ({ number, hasValve: hasValve.get(number) }))
}

/** The meters of a group that have a valve and are in the pipe. */
const valvesOfGroup = async (database: PoolClient, [meterGroupId]: readonly number[]): Promise<Valve[] | Rejection> => {
  const numbers = await findValvesOfGroup(database, meterGroupId!, groupValvesMax + 1)
  if (numbers.length === 0) return rejected('meter-group-without-valves')
  if (numbers.length > groupValvesMax) return rejected('meter-group-too-large', { max: groupValvesMax })
  return valvesOf(database, numbers)
}

/** The valve's own rules know operations alone; whether the meter has a valve is in its registration. */
const withoutValve = (number: string, hasValve: boolean | undefined): Rejection =>
  rejected(hasValve === undefined ? 'meter-not-registered' : 'meter-without-valve', { number })

export const valveRoutes: readonly Route[] = [
  valve(operateValve, {
    refuse: async ({ number, position, reason }, { read }) => {
      const meter = await read((database) => findMeter(database, { number }))
      if (!meter?.hasValve) return withoutValve(number, meter?.hasValve)
      return position === 'closed' && !reason ? rejected('valve-closing-needs-reason', { number }) : undefined
    },
    command: (request) => ({ type: 'OperateValve', ...request }),
  }),
  ...commandRoutes(
    { commands: valveCommands, find: valvesOf, ...ofValves },
    { openValve: opening, closeValve: closing, closeInEmergency: emergency, endEmergency: emergency },
  ),
  ...commandRoutes(
    { commands: meterGroupCommands, find: valvesOfGroup, ...ofValves },
    { openValves: opening, closeValves: closing, closeInEmergency: emergency, endEmergency: emergency },
  ),
]

/** The same request names the same operation of a meter (a UUID of version 8). */
const operationIdOf = (requestId: string, number: string): string => {
  const hash = createHash('sha256').update(`${requestId.toLowerCase()}/${number}`).digest('hex')
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}
