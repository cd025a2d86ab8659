import type { FinishMeterMove, MeterMovedOut, MoveMeterOut, ReceiveMeter, ReturnMeter } from '@nightflow/schemas/devices/move-meters'
import type { MeterRegistered } from '@nightflow/schemas/devices/register-meter'
import { rejected } from '@nightflow/schemas/shared/rejections'
import type { Context } from '../shared/decider.ts'
import type { Life } from './meter-life.ts'

export type MoveCommand = MoveMeterOut | ReceiveMeter | FinishMeterMove | ReturnMeter
export type MoveEventType = 'devices.MeterMovedOut' | 'devices.MeterMovedIn' | 'devices.MeterMoveFinished' | 'devices.MeterMoveReturned'

/** The move with which a meter left, how it was before, and whether the other tenant has it. */
export type Departure = { move: MeterMovedOut; before: Life; isFinished: boolean }

type Movable = {
  registration: MeterRegistered
  life: Life
  departure: Departure | null
  /** The move with which it came. */
  arrival: string | null
}
const unregistered = ({ number }: { number: string }) => rejected('meter-not-registered', { number })

export const moveOut = ({ type: _, ...asked }: MoveMeterOut, meter: Movable | undefined, { now }: Context) => {
  const { number } = asked
  if (asked.sourceTenant === asked.targetTenant) return rejected('move-to-itself')
  if (!meter) return unregistered(asked)
  const { life, departure } = meter
  if (departure) return departure.move.moveId === asked.moveId ? [] : rejected('meter-moved-out', { number })
  if (life.state === 'scrapped') return rejected('meter-state-forbids', { number, state: life.state })
  const { registeredAt: __, meterTypeId: ___, ...details } = meter.registration
  return [{ type: 'devices.MeterMovedOut' as const, data: { ...asked, movedAt: now, state: life.state, details } }]
}

/** The history of the meter begins anew. What was not in the pipe comes into storage. */
export const receive = (
  { number, moveId, sourceTenant, movedAt, reason, state, details }: ReceiveMeter,
  meter: Movable | undefined,
  now: string,
) => {
  if (meter) return meter.arrival === moveId ? [] : rejected('meter-already-registered', { number })
  const { installedAt: _, ...stated } = details
  const registered = { type: 'devices.MeterRegistered' as const, data: { ...stated, registeredAt: now } }
  const moved = { type: 'devices.MeterMovedIn' as const, data: { number, moveId, sourceTenant, movedAt, reason } }
  if (state === 'installed') return [registered, moved]
  return [registered, moved, { type: 'devices.MeterStored' as const, data: { number, happenedAt: now } }]
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
