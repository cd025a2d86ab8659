import type { ChangeMeterDetails, MeterDetailsChanged } from '@nightflow/schemas/devices/change-meter-details'
import type { RecordRegisterReset, RegisterResetRecorded, WithdrawRegisterReset } from '@nightflow/schemas/devices/record-register-reset'
import type { MeterRegistered, RegisterMeter } from '@nightflow/schemas/devices/register-meter'
import type { MeterReplaced, ReplaceMeter } from '@nightflow/schemas/devices/replace-meter'
import { rejected } from '@nightflow/schemas/shared/rejections'
import type { Context, Decider, EventIn } from '../shared/decider.ts'

export type MeterCommand = RegisterMeter | ReplaceMeter | ChangeMeterDetails | RecordRegisterReset | WithdrawRegisterReset
export type MeterEvent = EventIn<
  | 'devices.MeterRegistered'
  | 'devices.MeterReplaced'
  | 'devices.MeterDetailsChanged'
  | 'devices.RegisterResetRecorded'
  | 'devices.RegisterResetWithdrawn'
>

export type Meter =
  | { readonly status: 'unregistered' }
  | ({ readonly status: 'registered' } & Registered)
  | ({ readonly status: 'replaced'; readonly replacement: MeterReplaced } & Registered)

/** `registration` holds the details as they are now; resets go by their instant, epoch milliseconds. */
type Registered = { readonly registration: MeterRegistered; readonly resets: ReadonlyMap<number, RegisterResetRecorded> }

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
  },
}

function evolve(meter: Meter, event: MeterEvent): Meter {
  switch (event.type) {
    case 'devices.MeterRegistered':
      return { status: 'registered', registration: event.data, resets: new Map() }
    case 'devices.MeterReplaced':
      // A replacement without a registration cannot be decided; a log that holds one is not this service's log.
      if (meter.status === 'unregistered') throw new Error(`meter ${event.data.number} was replaced before it was registered`)
      return { ...meter, status: 'replaced', replacement: event.data }
    case 'devices.MeterDetailsChanged':
      return meter.status === 'unregistered' ? meter : { ...meter, registration: changed(meter.registration, event.data) }
    case 'devices.RegisterResetRecorded':
      if (meter.status === 'unregistered') return meter
      return { ...meter, resets: new Map(meter.resets).set(Date.parse(event.data.resetAt), event.data) }
    case 'devices.RegisterResetWithdrawn':
      if (meter.status === 'unregistered') return meter
      return { ...meter, resets: without(meter.resets, Date.parse(event.data.resetAt)) }
  }
}

function registerMeter({ type: _, ...details }: RegisterMeter, meter: Meter, { now, timeZone }: Context) {
  if (meter.status === 'unregistered') {
    const data: MeterRegistered = { ...withoutAbsent(details), timeZone: details.timeZone ?? timeZone, registeredAt: now }
    return [{ type: 'devices.MeterRegistered' as const, data }]
  }
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

function changeMeterDetails({ type: _, ...asked }: ChangeMeterDetails, meter: Meter, { now }: Context) {
  if (meter.status === 'unregistered') return rejected('meter-not-registered', { number: asked.number })
  const data: MeterDetailsChanged = { ...withoutAbsent(asked), changedAt: now }
  if (sameDetails(changed(meter.registration, data), meter.registration)) return []
  return [{ type: 'devices.MeterDetailsChanged' as const, data }]
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

const without = <Value>(map: ReadonlyMap<number, Value>, key: number): ReadonlyMap<number, Value> =>
  new Map([...map].filter(([known]) => known !== key))

type Details = Readonly<Record<string, string | number | boolean | undefined>>

/** Absent and `undefined` are the same: a fact read back from the log has lost its `undefined` keys. */
const sameDetails = (left: Details, right: Details): boolean =>
  [...Object.keys(left), ...Object.keys(right)].every((key) => left[key] === right[key])

const withoutAbsent = <Value extends Details>(details: Value): Value =>
  Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined)) as Value

const inUtc = (instant: string): string => new Date(Date.parse(instant)).toISOString()
