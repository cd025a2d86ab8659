import type { MeterRegistered, RegisterMeter } from '@nightflow/schemas/devices/register-meter'
import type { MeterReplaced, ReplaceMeter } from '@nightflow/schemas/devices/replace-meter'
import { rejected } from '@nightflow/schemas/shared/rejections'
import type { Context, Decider, EventIn } from '../shared/decider.ts'

export type MeterCommand = RegisterMeter | ReplaceMeter
export type MeterEvent = EventIn<'devices.MeterRegistered' | 'devices.MeterReplaced'>

export type Meter =
  | { readonly status: 'unregistered' }
  | { readonly status: 'registered'; readonly registration: MeterRegistered }
  | { readonly status: 'replaced'; readonly registration: MeterRegistered; readonly replacement: MeterReplaced }

/** One meter: registered once, replaced at most once. The stream belongs to the number, which is never given to another meter. */
export const meterDecider: Decider<MeterCommand, Meter, MeterEvent> = {
  streamOf: ({ number }) => `devices-meter-${number}`,
  initialState: { status: 'unregistered' },
  evolve,
  decide: { RegisterMeter: registerMeter, ReplaceMeter: replaceMeter },
}

function evolve(meter: Meter, event: MeterEvent): Meter {
  switch (event.type) {
    case 'devices.MeterRegistered':
      return { status: 'registered', registration: event.data }
    case 'devices.MeterReplaced':
      // A replacement without a registration cannot be decided; a log that holds one is not this service's log.
      if (meter.status === 'unregistered') throw new Error(`meter ${event.data.number} was replaced before it was registered`)
      return { status: 'replaced', registration: meter.registration, replacement: event.data }
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

type Details = Readonly<Record<string, string | number | boolean | undefined>>

/** Absent and `undefined` are the same: a fact read back from the log has lost its `undefined` keys. */
const sameDetails = (left: Details, right: Details): boolean =>
  [...Object.keys(left), ...Object.keys(right)].every((key) => left[key] === right[key])

const withoutAbsent = <Value extends Details>(details: Value): Value =>
  Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined)) as Value

const inUtc = (instant: string): string => new Date(Date.parse(instant)).toISOString()
