import {
  departuresMax,
  type FinishMeterMove,
  type MeterMovedBack,
  type MeterMovedOut,
  type MoveMeterOut,
  type ReceiveMeter,
  type ReturnMeter,
} from '@nightflow/schemas/devices/move-meters'
import type { MeterRegistered } from '@nightflow/schemas/devices/register-meter'
import type { MeterReplaced } from '@nightflow/schemas/devices/replace-meter'
import { rejected } from '@nightflow/schemas/shared/rejections'
import type { Context } from '../shared/decider.ts'
import type { Life } from './meter-life.ts'

export type MoveCommand = MoveMeterOut | ReceiveMeter | FinishMeterMove | ReturnMeter
export type MoveEventType =
  | 'devices.MeterMovedOut'
  | 'devices.MeterMovedIn'
  | 'devices.MeterMovedBack'
  | 'devices.MeterMoveFinished'
  | 'devices.MeterMoveReturned'

/** The move with which a meter left, how it was before, and whether the other tenant has it. */
export type Departure = { move: MeterMovedOut; before: Life; isFinished: boolean }

type Movable = {
  registration: MeterRegistered
  life: Life
  departure: Departure | null
  /** Every move in or out that was not returned, so that a repeated one has no further effect. */
  moves: readonly string[]
  departures: number
  replacement?: MeterReplaced
}
const unregistered = ({ number }: { number: string }) => rejected('meter-not-registered', { number })

export const moveOut = ({ type: _, ...asked }: MoveMeterOut, meter: Movable | undefined, { now }: Context) => {
  const { number } = asked
  if (asked.sourceTenant === asked.targetTenant) return rejected('move-to-itself')
  if (!meter) return unregistered(asked)
  const { life, departure } = meter
  if (meter.moves.includes(asked.moveId)) return []
  if (departure) return rejected('meter-moved-out', { number })
  if (meter.departures >= departuresMax) return rejected('meter-moved-too-often', { number, departures: departuresMax })
  if (life.state === 'scrapped') return rejected('meter-state-forbids', { number, state: life.state })
  const { registeredAt: __, meterTypeId: ___, ...details } = meter.registration
  return [{ type: 'devices.MeterMovedOut' as const, data: { ...asked, movedAt: now, state: life.state, details } }]
}

/**
 * A tenant that never had the meter registers it: its history begins anew. A tenant that it left continues the history that it has. A meter that was not in
 * the pipe comes into storage.
 */
export const receive = (command: ReceiveMeter, meter: Movable | undefined, now: string) => {
  const { number, moveId, sourceTenant, movedAt, reason, state, details } = command
  if (meter) return receiveBack(command, meter, now)
  const { installedAt: _, ...stated } = details
  const registered = { type: 'devices.MeterRegistered' as const, data: { ...stated, registeredAt: now } }
  const moved = { type: 'devices.MeterMovedIn' as const, data: { number, moveId, sourceTenant, movedAt, reason } }
  if (state === 'installed') return [registered, moved]
  return [registered, moved, { type: 'devices.MeterStored' as const, data: { number, happenedAt: now } }]
}

const receiveBack = (
  { number, moveId, sourceTenant, movedAt, reason, state }: ReceiveMeter,
  { departure, moves, replacement }: Movable,
  now: string,
) => {
  if (moves.includes(moveId)) return []
  if (!departure) return rejected('meter-already-registered', { number })
  // A meter that comes back was received by the other tenant, whether or not that was recorded here yet.
  const finished = { type: 'devices.MeterMoveFinished' as const, data: { number, moveId: departure.move.moveId, finishedAt: now } }
  // A replaced meter goes into no pipe of this tenant again.
  const stateHere = state === 'installed' && !replacement ? ('installed' as const) : ('stored' as const)
  const back = { type: 'devices.MeterMovedBack' as const, data: { number, moveId, sourceTenant, movedAt, reason, state: stateHere } }
  return departure.isFinished ? [back] : [finished, back]
}

export const finish = ({ number, moveId }: FinishMeterMove, meter: Movable | undefined, now: string) => {
  if (!meter) return unregistered({ number })
  const { departure } = meter
  if (departure?.move.moveId !== moveId || departure.isFinished) return []
  return [{ type: 'devices.MeterMoveFinished' as const, data: { number, moveId, finishedAt: now } }]
}

/** Not what is finished: the other tenant has the meter. */
export const comeBack = ({ number, moveId, cause }: ReturnMeter, meter: Movable | undefined, now: string) => {
  if (!meter) return unregistered({ number })
  const { departure } = meter
  if (departure?.move.moveId !== moveId || departure.isFinished) return []
  const { state, since } = departure.before
  return [{ type: 'devices.MeterMoveReturned' as const, data: { number, moveId, cause, returnedAt: now, state, since } }]
}

type MoveFacts = { number: string; moveId: string }
type MoveEvent =
  | { type: 'devices.MeterMovedOut'; data: MeterMovedOut }
  | { type: 'devices.MeterMovedIn'; data: MoveFacts }
  | { type: 'devices.MeterMovedBack'; data: MeterMovedBack }
  | { type: 'devices.MeterMoveFinished'; data: MoveFacts }
  | { type: 'devices.MeterMoveReturned'; data: MoveFacts & Life }

/** Changes of a meter by a move. */
export const afterMove = ({ departure, life, moves, departures }: Movable, { type, data }: MoveEvent): Partial<Movable> => {
  switch (type) {
    case 'devices.MeterMovedIn':
      return { moves: [...moves, data.moveId] }
    case 'devices.MeterMovedOut':
      return {
        departure: { move: data, before: life, isFinished: false },
        life: { state: 'moved', since: data.movedAt },
        moves: [...moves, data.moveId],
        departures: departures + 1,
      }
    case 'devices.MeterMovedBack':
      return { departure: null, life: { state: data.state, since: data.movedAt }, moves: [...moves, data.moveId] }
    case 'devices.MeterMoveFinished':
      return { departure: departure && { ...departure, isFinished: true } }
    case 'devices.MeterMoveReturned':
      return {
        departure: null,
        life: { state: data.state, since: data.since },
        moves: moves.filter((moveId) => moveId !== data.moveId),
        departures: departures - 1,
      }
  }
}
