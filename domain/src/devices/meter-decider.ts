import { type ChangeMeterDetails, changeableDetails, type MeterDetailsChanged } from '@nightflow/schemas/devices/change-meter-details'
import type { LifeCommand } from '@nightflow/schemas/devices/meter-life'
import type { ReceiveMeter } from '@nightflow/schemas/devices/move-meters'
import type { RecordRegisterReset, RegisterResetRecorded, WithdrawRegisterReset } from '@nightflow/schemas/devices/record-register-reset'
import type { MeterRegistered, RegisterMeter } from '@nightflow/schemas/devices/register-meter'
import type { MeterReplaced, ReplaceMeter } from '@nightflow/schemas/devices/replace-meter'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Context, Decider, EventIn } from '../shared/decider.ts'
import { type Life, type LifeEventType, stateAfter, takeStep } from './meter-life.ts'
import { afterMove, comeBack, type Departure, finish, type MoveCommand, type MoveEventType, moveOut, receive } from './meter-moves.ts'

type GroupMeter = Extract<LifeCommand, { type: 'GroupMeter' }>
export type MeterCommand =
  | RegisterMeter
  | ReplaceMeter
  | ChangeMeterDetails
  | RecordRegisterReset
  | WithdrawRegisterReset
  | LifeCommand
  | MoveCommand
export type MeterEvent = EventIn<
  | 'devices.MeterRegistered'
  | 'devices.MeterReplaced'
  | 'devices.MeterDetailsChanged'
  | 'devices.RegisterResetRecorded'
  | 'devices.RegisterResetWithdrawn'
  | LifeEventType
  | MoveEventType
  | 'devices.MeterGrouped'
>

export type Meter =
  | { readonly status: 'unregistered' }
  | ({ readonly status: 'registered' } & Registered)
  | ({ readonly status: 'replaced'; readonly replacement: MeterReplaced } & Registered)

/** `registration` holds the details as they are now; resets go by their instant, epoch milliseconds. */
type Registered = {
  readonly registration: MeterRegistered
  readonly resets: ReadonlyMap<number, RegisterResetRecorded>
  readonly life: Life
  readonly meterGroupId: number | null
  readonly departure: Departure | null
  readonly moves: readonly string[]
  readonly departures: number
}

/** One meter: registered once, replaced at most once. The stream belongs to the number, which is never given to another meter. */
export const meterDecider: Decider<MeterCommand, Meter, MeterEvent> = {
  streamOf: ({ number }) => `devices-meter-${number}`,
  initialState: { status: 'unregistered' },
  evolve,
  decide: {
    RegisterMeter: registerMeter,
    ReplaceMeter: replaceMeter,
    ChangeMeterDetails: changeMeterDetails,
    RecordRegisterReset: recordRegisterReset,
    WithdrawRegisterReset: withdrawRegisterReset,
    StoreMeter: live,
    IssueMeter: live,
    InstallMeter: live,
    RemoveMeter: live,
    ScrapMeter: live,
    GroupMeter: groupMeter,
    MoveMeterOut: (command, meter, context) => moveOut(command, known(meter), context),
    ReceiveMeter: receiveMeter,
    FinishMeterMove: (command, meter, { now }) => finish(command, known(meter), now),
    ReturnMeter: (command, meter, { now }) => comeBack(command, known(meter), now),
  },
}

function evolve(meter: Meter, event: MeterEvent): Meter {
  switch (event.type) {
    case 'devices.MeterRegistered':
      return {
        status: 'registered',
        registration: event.data,
        resets: new Map(),
        life: { state: 'installed', since: earlier(event.data.installedAt, event.data.registeredAt) },
        meterGroupId: null,
        departure: null,
        moves: [],
        departures: 0,
      }
    case 'devices.MeterReplaced':
      // A replacement without a registration cannot be decided; a log that holds one is not this service's log.
      if (meter.status === 'unregistered') throw new Error(`meter ${event.data.number} was replaced before it was registered`)
      return { ...meter, status: 'replaced', replacement: event.data, life: { state: 'removed', since: event.data.replacedAt } }
    case 'devices.MeterDetailsChanged':
      return meter.status === 'unregistered' ? meter : { ...meter, registration: changed(meter.registration, event.data) }
    case 'devices.RegisterResetRecorded':
      if (meter.status === 'unregistered') return meter
      return { ...meter, resets: new Map(meter.resets).set(Date.parse(event.data.resetAt), event.data) }
    case 'devices.RegisterResetWithdrawn':
      if (meter.status === 'unregistered') return meter
      return { ...meter, resets: without(meter.resets, Date.parse(event.data.resetAt)) }
    case 'devices.MeterGrouped':
      return meter.status === 'unregistered' ? meter : { ...meter, meterGroupId: event.data.meterGroupId }
    case 'devices.MeterMovedOut':
    case 'devices.MeterMovedIn':
    case 'devices.MeterMovedBack':
    case 'devices.MeterMoveFinished':
    case 'devices.MeterMoveReturned':
      return meter.status === 'unregistered' ? meter : { ...meter, ...afterMove(meter, event) }
    default:
      if (meter.status === 'unregistered') return meter
      return { ...meter, life: { state: stateAfter[event.type], since: event.data.happenedAt } }
  }
}

const known = (meter: Meter): Registered | undefined => (meter.status === 'unregistered' ? undefined : meter)

function registerMeter({ type: _, isStored, ...details }: RegisterMeter, meter: Meter, { now, timeZone }: Context) {
  const incomplete = incompletePeak(details)
  if (incomplete) return incomplete
  if (meter.status === 'unregistered') {
    const data: MeterRegistered = { ...withoutAbsent(details), timeZone: details.timeZone ?? timeZone, registeredAt: now }
    const registered = { type: 'devices.MeterRegistered' as const, data }
    if (!isStored) return [registered]
    return [registered, { type: 'devices.MeterStored' as const, data: { number: details.number, happenedAt: now } }]
  }
  if (meter.departure) return rejected('meter-moved-out', { number: details.number })
  const { registeredAt: __, ...registered } = meter.registration
  // A zone left out says nothing against the zone the meter has, even when the tenant's zone has moved since.
  const asked = { ...details, timeZone: details.timeZone ?? registered.timeZone }
  if (!sameDetails(asked, registered)) return rejected('meter-already-registered', { number: details.number })
  return []
}

function replaceMeter({ type: _, ...asked }: ReplaceMeter, meter: Meter, { now }: Context) {
  if (meter.status === 'unregistered') return rejected('meter-not-registered', { number: asked.number })
  if (asked.number === asked.replacedBy) return rejected('meter-replaces-itself', { number: asked.number })

  const data: MeterReplaced = { ...withoutAbsent(asked), replacedAt: inUtc(asked.replacedAt) }
  if (meter.status === 'replaced') {
    if (!sameDetails(data, meter.replacement))
      return rejected('meter-already-replaced', { number: asked.number, replacedBy: meter.replacement.replacedBy })
    return []
  }
  if (meter.life.state !== 'installed') return rejected('meter-state-forbids', { number: asked.number, state: meter.life.state })
  const replacedAt = Date.parse(data.replacedAt)
  const { registeredAt, installedAt = registeredAt } = meter.registration
  if (replacedAt < Math.min(Date.parse(installedAt), Date.parse(registeredAt)))
    return rejected('replacement-before-registration', { registeredAt: installedAt })
  if (replacedAt > Date.parse(now)) return rejected('replacement-in-future', { replacedAt: data.replacedAt })
  return [{ type: 'devices.MeterReplaced' as const, data }]
}

/** The registration with the details that a change states; those it leaves out are stated no longer. */
const changed = (registration: MeterRegistered, { changedAt: _, reason: __, ...details }: MeterDetailsChanged): MeterRegistered => {
  const { number, timeZone, registeredAt, installedAt } = registration
  return withoutAbsent({ ...details, number, timeZone, registeredAt, installedAt }) as MeterRegistered
}

/** The event has all details, so that what it does not have is not stated. */
function changeMeterDetails({ type: _, reason, ...asked }: ChangeMeterDetails, meter: Meter, { now }: Context) {
  if (meter.status === 'unregistered') return rejected('meter-not-registered', { number: asked.number })
  const stated = { ...changeableOf(meter.registration), ...withoutAbsent(asked) }
  const details = Object.fromEntries(Object.entries(stated).filter(([, value]) => value !== null)) as Omit<MeterDetailsChanged, 'changedAt'>
  const incomplete = incompletePeak(details)
  if (incomplete) return incomplete
  const data: MeterDetailsChanged = { ...details, ...(reason !== undefined && { reason }), changedAt: now }
  if (sameDetails(changed(meter.registration, data), meter.registration)) return []
  return [{ type: 'devices.MeterDetailsChanged' as const, data }]
}

/** A meter that comes back keeps its type, zone and group; its other details are those that the other tenant knows. */
function receiveMeter(command: ReceiveMeter, meter: Meter, context: Context) {
  const received = receive(command, known(meter), context.now)
  if (meter.status === 'unregistered' || isRejection(received) || received.length === 0) return received
  const { timeZone: _, installedAt: __, ...details } = command.details
  const stated = { ...details, meterTypeId: meter.registration.meterTypeId }
  // Details that the other tenant does not state are removed.
  const none = Object.fromEntries(changeableDetails.map((name) => [name, null]))
  const changed = changeMeterDetails({ ...none, type: 'ChangeMeterDetails', ...withoutAbsent(stated) }, meter, context)
  return isRejection(changed) ? received : [...received, ...changed]
}

function recordRegisterReset({ type: _, ...asked }: RecordRegisterReset, meter: Meter, { now }: Context) {
  if (meter.status === 'unregistered') return rejected('meter-not-registered', { number: asked.number })
  const data: RegisterResetRecorded = { ...withoutAbsent(asked), resetAt: inUtc(asked.resetAt) }
  const resetAt = Date.parse(data.resetAt)
  if (resetAt > Date.parse(now)) return rejected('reset-in-future', { resetAt: data.resetAt })
  const known = meter.resets.get(resetAt)
  if (known && known.finalLitres === data.finalLitres && known.initialLitres === data.initialLitres) return []
  return [{ type: 'devices.RegisterResetRecorded' as const, data }]
}

function withdrawRegisterReset({ type: _, ...asked }: WithdrawRegisterReset, meter: Meter, { now, actor }: Context) {
  if (meter.status === 'unregistered') return rejected('meter-not-registered', { number: asked.number })
  const resetAt = inUtc(asked.resetAt)
  if (!meter.resets.has(Date.parse(resetAt))) return rejected('reset-not-found', { resetAt })
  return [{ type: 'devices.RegisterResetWithdrawn' as const, data: { ...asked, resetAt, withdrawnBy: actor, withdrawnAt: now } }]
}

function live(step: Exclude<LifeCommand, GroupMeter>, meter: Meter, { now }: Context) {
  if (meter.status === 'unregistered') return rejected('meter-not-registered', { number: step.number })
  // A meter counts at one place in its life: what was replaced goes to storage or scrap, and into no pipe again.
  if (meter.status === 'replaced' && (step.type === 'IssueMeter' || step.type === 'InstallMeter'))
    return rejected('meter-already-replaced', { number: step.number, replacedBy: meter.replacement.replacedBy })
  return takeStep(step, meter.life, now)
}

function groupMeter({ type: _, ...asked }: GroupMeter, meter: Meter) {
  if (meter.status === 'unregistered') return rejected('meter-not-registered', { number: asked.number })
  if (meter.meterGroupId === asked.meterGroupId) return []
  return [{ type: 'devices.MeterGrouped' as const, data: withoutAbsent(asked) }]
}

/** A period that is on needs its start and its end. */
const incompletePeak = (details: Details): Rejection | undefined => {
  for (const period of [1, 2, 3]) {
    const start = details[`peak${period}Start`]
    const end = details[`peak${period}End`]
    const isWhole = start !== undefined && end !== undefined && start !== end
    if (details[`peak${period}Switch`] && !isWhole) return rejected('peak-period-incomplete', { period })
  }
  return undefined
}

const earlier = (one: string | undefined, other: string): string => (one !== undefined && Date.parse(one) < Date.parse(other) ? one : other)

const without = <Value>(map: ReadonlyMap<number, Value>, key: number): ReadonlyMap<number, Value> =>
  new Map([...map].filter(([known]) => known !== key))

type Details = Readonly<Record<string, string | number | boolean | null | undefined>>

/** Absent and `undefined` are the same: a fact read back from the log has lost its `undefined` keys. */
const changeableOf = (registration: MeterRegistered) =>
  withoutAbsent(Object.fromEntries(changeableDetails.map((name) => [name, registration[name]])))

const sameDetails = (left: Details, right: Details): boolean =>
  [...Object.keys(left), ...Object.keys(right)].every((key) => left[key] === right[key])

const withoutAbsent = <Value extends Details>(details: Value): Value =>
  Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined)) as Value

const inUtc = (instant: string): string => new Date(Date.parse(instant)).toISOString()
