import { type Absent, comingBack, comingFirst, isAwayAt, leaving, staying, toAbsence } from '@nightflow/domain/metering/absences'
import { type VolumeRules, volumeRulesOf, withoutReset, withReset } from '@nightflow/domain/metering/volume-rules'
import { calendarOf, type ZoneCalendar } from '@nightflow/domain/shared/local-time'
import type { RecordedEvent } from '@nightflow/event-log/event-log'
import type { MeterDetailsChanged } from '@nightflow/schemas/devices/change-meter-details'
import type { MeterMovedBack } from '@nightflow/schemas/devices/move-meters'
import type { RegisterResetRecorded, RegisterResetWithdrawn } from '@nightflow/schemas/devices/record-register-reset'
import type { MeterRegistered } from '@nightflow/schemas/devices/register-meter'
import type { MeterReplaced } from '@nightflow/schemas/devices/replace-meter'
import type { DayFigures, Session } from '../projector/projection.ts'
import { type Shard, wholeShard } from '../projector/shard.ts'
import type { Segment } from './merge-readings.ts'
import { type MeterDay, type MeterState, newDay } from './meter-day.ts'
import type { CacheEntry } from './second-chance-cache.ts'

/** One meter as the fold of readings knows it, with its cached days. */
export type Meter = CacheEntry & {
  id: number
  /** Among the meters of the shard, from 0. */
  place: number
  tenant: string
  number: string
  calendar: ZoneCalendar
  rules: VolumeRules
  /** When the meter belonged to another tenant; the rules have the same times. */
  absences: readonly Absent[]
  /** Volumes stated by people for days, instead of the measured ones. */
  stated: Map<number, DayFigures> | undefined
  /** The latest day that has a row; null when there is none, undefined when it is not loaded yet. */
  lastDay: number | null | undefined
  /** Its row of `meter_states`; undefined where that is not loaded. */
  state: MeterState | undefined
  /** Cached days in their order; around every day touched in a batch the two nearest before and after are among them. */
  days: MeterDay[]
  /** True while `days` holds every row. */
  holdsAll: boolean
  /** Readings of this batch, the newest first. */
  pending: Run | undefined
}

/** Successive readings of a frame that are of one meter and day, chained to those gathered before: that takes the least memory. */
export type Run = Segment & { day: number; gateway: string; before: Run | undefined }

/** The days of which something is pending, each once. */
export const pendingDays = (meter: Meter): number[] => {
  const days: number[] = []
  for (let run = meter.pending; run; run = run.before) if (!days.includes(run.day)) days.push(run.day)
  return days
}

export const findDay = (meter: Meter, day: number): MeterDay | undefined => {
  const { days } = meter
  for (let place = days.length - 1; place >= 0 && days[place]!.day >= day; place--) if (days[place]!.day === day) return days[place]
  return undefined
}

/** Adds a day that is not there yet; most come last. */
export const addDay = (meter: Meter, added: MeterDay): void => {
  const { days } = meter
  let place = days.length
  while (place > 0 && days[place - 1]!.day > added.day) place--
  if (place === days.length) days.push(added)
  else days.splice(place, 0, added)
}

/** A replacement counts on its day, which may have no reading of its own. All of the meter's days must be cached. */
export const addDaysOfReplacement = (meter: Meter): void => {
  for (const instant of instantsOf(meter)) {
    const day = meter.calendar.dayOf(instant)
    if (!findDay(meter, day))
      addDay(meter, newDay(day, { count: 0, meters: [], meterIndex: new Uint32Array(0), at: new Float64Array(0) }, ''))
  }
}

/** Whether the meter came or left on that day: the day counts without any reading. */
export const isDayOfReplacement = ({ rules, calendar }: Meter, day: number): boolean =>
  instantsOf({ rules }).some((instant) => calendar.dayOf(instant) === day)

/** When the meter came or left. Its days have rows without readings, whatever the size of the pages. */
const instantsOf = ({ rules: { activeFrom, activeUntil, absences } }: Pick<Meter, 'rules'>): number[] =>
  [activeFrom, activeUntil, ...absences.map(({ from }) => from)].filter(Number.isFinite)

/** Whether days of a meter may count without readings of their own, or not all of its readings count. */
export const cameOrLeft = (meter: Meter): boolean => instantsOf(meter).length > 0

/** The meter, unless it belonged to another tenant when this frame came. By the position, so that pages of any size give the same rows. */
export const claimant = (meter: Meter | undefined, position: number): Meter | undefined =>
  meter && meter.absences.length > 0 && isAwayAt(meter.absences, position) ? undefined : meter

const afterMove = {
  'devices.MeterMovedOut': leaving,
  'devices.MeterMovedBack': comingBack,
  'devices.MeterMoveReturned': staying,
  'devices.MeterMovedIn': (absences: readonly Absent[], movedAt: string) => [...absences, comingFirst(movedAt)],
}
type Move = keyof typeof afterMove
export const moveTypes = Object.keys(afterMove) as Move[]
const isMove = (type: string): type is Move => type in afterMove

/** Every registered meter of a shard, by tenant and number. */
export class MeterRegistry {
  readonly #shard: Shard
  readonly #byTenant = new Map<string, Map<string, Meter>>()
  #count = 0

  constructor(shard = wholeShard) {
    this.#shard = shard
  }

  find(tenant: string, number: string): Meter | undefined {
    return this.#byTenant.get(tenant)?.get(number)
  }

  /** The shard's meters of one tenant; an empty map when it has none. */
  of(tenant: string): ReadonlyMap<string, Meter> {
    return this.#byTenant.get(tenant) ?? new Map()
  }

  /** Adds a meter; undefined when it was there already, or belongs to another shard. */
  register(tenant: string, id: number, registered: MeterRegistered): Meter | undefined {
    if (!this.#shard.owns(tenant, registered.number)) return undefined
    let meters = this.#byTenant.get(tenant)
    if (!meters) {
      meters = new Map()
      this.#byTenant.set(tenant, meters)
    }
    if (meters.has(registered.number)) return undefined
    const meter: Meter = {
      id,
      place: this.#count++,
      tenant,
      number: registered.number,
      calendar: calendarOf(registered.timeZone),
      rules: volumeRulesOf(registered),
      absences: [],
      stated: undefined,
      lastDay: undefined,
      state: { newestDay: null, valve: 0, words: '' },
      days: [],
      holdsAll: false,
      isCached: false,
      isUsed: false,
      pending: undefined,
    }
    meters.set(registered.number, meter)
    return meter
  }

  /** Takes what changes the rules of registered meters; answers the shard's meters whose days come out differently now. */
  takeRules({ type, data, position, metadata: { tenant } }: Pick<RecordedEvent, 'type' | 'data' | 'position' | 'metadata'>): Meter[] {
    if (isMove(type)) return this.#move(tenant, type, data as MeterMovedBack, position)
    if (type === 'devices.MeterReplaced') return this.replace(tenant, data as MeterReplaced)
    if (type === 'devices.RegisterResetWithdrawn') return this.withdrawReset(tenant, data as RegisterResetWithdrawn)
    const meter =
      type === 'devices.MeterDetailsChanged'
        ? this.changeDetails(tenant, data as MeterDetailsChanged)
        : type === 'devices.RegisterResetRecorded' && this.recordReset(tenant, data as RegisterResetRecorded)
    return meter ? [meter] : []
  }

  /** No register says with what a meter leaves or comes. */
  #move(tenant: string, type: Move, { number, movedAt }: MeterMovedBack, position: number): Meter[] {
    const meter = this.find(tenant, number)
    if (!meter) return []
    meter.absences = afterMove[type](meter.absences, movedAt, position)
    meter.rules = { ...meter.rules, absences: meter.absences.map(toAbsence) }
    return [meter]
  }

  /** Ends the old meter's service and begins the new one's; answers the shard's meters whose days come out differently now. */
  replace(tenant: string, { number, replacedBy, replacedAt, finalLitres, initialLitres }: MeterReplaced): Meter[] {
    const old = this.find(tenant, number)
    const successor = this.find(tenant, replacedBy)
    if (old) endService(old, Date.parse(replacedAt), finalLitres)
    if (successor) beginService(successor, Date.parse(replacedAt), initialLitres)
    return [old, successor].filter((meter) => meter !== undefined)
  }

  /** Changes a meter's rules; undefined where its days come out the same, or it belongs to another shard. */
  changeDetails(tenant: string, details: MeterDetailsChanged): Meter | undefined {
    const meter = this.find(tenant, details.number)
    if (!meter) return undefined
    const { activeFrom, initialMillilitres, activeUntil, finalMillilitres, resets, absences } = meter.rules
    const rules = { ...volumeRulesOf(details), activeFrom, initialMillilitres, activeUntil, finalMillilitres, resets, absences }
    const isSame = (Object.keys(rules) as (keyof VolumeRules)[]).every((name) => rules[name] === meter.rules[name])
    meter.rules = rules
    return isSame ? undefined : meter
  }

  recordReset(tenant: string, reset: RegisterResetRecorded): Meter | undefined {
    const meter = this.find(tenant, reset.number)
    if (meter) meter.rules = { ...meter.rules, resets: withReset(meter.rules.resets, reset) }
    return meter
  }

  withdrawReset(tenant: string, { number, resetAt }: RegisterResetWithdrawn): Meter[] {
    const meter = this.find(tenant, number)
    if (!meter) return []
    meter.rules = { ...meter.rules, resets: withoutReset(meter.rules.resets, resetAt) }
    return [meter]
  }

  /** Reads the shard's part of the registered meters from the read models. */
  static async load({ client, shard }: Session): Promise<MeterRegistry> {
    const registry = new MeterRegistry(shard)
    const stored = await client.query<StoredRules & { tenant: string; id: number }>(
      `select tenant, id::float8 as id, ${storedRuleColumns} from meters where shard = $1`,
      [shard.index],
    )
    for (const { tenant, id, ...row } of stored.rows) {
      const meter = registry.register(tenant, id, row.details)!
      meter.rules = rulesOfRow(row)
      meter.absences = row.absences
      meter.state = undefined
    }
    return registry
  }
}

/** The rules of a meter in its row. */
export type StoredRules = {
  details: MeterRegistered
  replaced_at: Date | null
  final_litres: number | null
  in_service_from: Date | null
  initial_litres: number | null
  resets: RegisterResetRecorded[]
  absences: readonly Absent[]
}
export const storedRuleColumns = 'details, replaced_at, final_litres, in_service_from, initial_litres, resets, absences'

export const rulesOfRow = ({
  details,
  replaced_at,
  final_litres,
  in_service_from,
  initial_litres,
  resets,
  absences,
}: StoredRules): VolumeRules => {
  let counted: VolumeRules['resets'] = []
  for (const reset of resets) counted = withReset(counted, reset)
  return {
    ...volumeRulesOf(details),
    resets: counted,
    absences: absences.map(toAbsence),
    ...(replaced_at && { activeUntil: replaced_at.getTime(), finalMillilitres: Math.round((final_litres ?? 0) * 1000) }),
    ...(in_service_from && { activeFrom: in_service_from.getTime(), initialMillilitres: Math.round((initial_litres ?? 0) * 1000) }),
  }
}

const endService = (meter: Meter, instant: number, finalLitres: number): void => {
  meter.rules = { ...meter.rules, activeUntil: instant, finalMillilitres: Math.round(finalLitres * 1000) }
}

const beginService = (meter: Meter, instant: number, initialLitres: number): void => {
  meter.rules = { ...meter.rules, activeFrom: instant, initialMillilitres: Math.round(initialLitres * 1000) }
}
