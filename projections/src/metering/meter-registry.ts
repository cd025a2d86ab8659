import type { DayVolumes } from '@nightflow/domain/metering/day-volumes'
import type { ReadingColumns } from '@nightflow/domain/metering/reading-columns'
import { type VolumeRules, volumeRulesOf } from '@nightflow/domain/metering/volume-rules'
import { calendarOf, type ZoneCalendar } from '@nightflow/domain/shared/local-time'
import type { MeterRegistered } from '@nightflow/schemas/devices/register-meter'
import type { MeterReplaced } from '@nightflow/schemas/devices/replace-meter'
import type { ClientBase } from 'pg'
import type { Segment } from './merge-readings.ts'

/** One meter as the fold of readings knows it, with those of its days that are at hand. */
export type Meter = {
  id: number
  tenant: string
  number: string
  calendar: ZoneCalendar
  rules: VolumeRules
  /** The latest day that has a row; null when there is none, undefined when nobody looked yet. */
  lastDay: number | null | undefined
  /** Days at hand; around every day touched in a batch the two nearest before and after are among them. */
  days: Map<number, MeterDay>
  /** True while every row there is stands in `days`. */
  holdsAll: boolean
  /** What this batch brings, by day. */
  pending: Map<number, { segments: Segment[]; gateway: string }>
}

export type MeterDay = {
  day: number
  readings: ReadingColumns
  volumes: DayVolumes | undefined
  /** The greatest name among the gateways that reported this day: a choice that arrival order cannot change. */
  gateway: string
  isStored: boolean
}

/** Every registered meter, by tenant and number. */
export class MeterRegistry {
  readonly #byTenant = new Map<string, Map<string, Meter>>()

  find(tenant: string, number: string): Meter | undefined {
    return this.#byTenant.get(tenant)?.get(number)
  }

  /** The meters of one tenant; an empty map when it has none. */
  of(tenant: string): ReadonlyMap<string, Meter> {
    return this.#byTenant.get(tenant) ?? new Map()
  }

  /** Adds a meter; undefined when it was there already. */
  register(tenant: string, id: number, registered: MeterRegistered): Meter | undefined {
    let meters = this.#byTenant.get(tenant)
    if (!meters) {
      meters = new Map()
      this.#byTenant.set(tenant, meters)
    }
    if (meters.has(registered.number)) return undefined
    const meter: Meter = {
      id,
      tenant,
      number: registered.number,
      calendar: calendarOf(registered.timeZone),
      rules: volumeRulesOf(registered),
      lastDay: undefined,
      days: new Map(),
      holdsAll: false,
      pending: new Map(),
    }
    meters.set(registered.number, meter)
    return meter
  }

  /** Ends the old meter's service and begins the new one's; answers the meters whose days come out differently now. */
  replace(tenant: string, { number, replacedBy, replacedAt, finalLitres, initialLitres }: MeterReplaced): Meter[] {
    const instant = Date.parse(replacedAt)
    const old = this.find(tenant, number)
    const successor = this.find(tenant, replacedBy)
    if (old) old.rules = { ...old.rules, activeUntil: instant, finalMillilitres: Math.round(finalLitres * 1000) }
    if (successor) successor.rules = { ...successor.rules, activeFrom: instant, initialMillilitres: Math.round(initialLitres * 1000) }
    return [old, successor].filter((meter) => meter !== undefined)
  }

  /** Reads the register of meters as the views have it. */
  static async load(client: ClientBase): Promise<MeterRegistry> {
    const registry = new MeterRegistry()
    const stored = await client.query<{
      tenant: string
      id: number
      details: MeterRegistered
      number: string
      replaced_by: string | null
      replaced_at: Date | null
      final_litres: number | null
      initial_litres: number | null
    }>(
      `select old.tenant, old.id::float8 as id, old.details, old.number, old.replaced_by, old.replaced_at, old.final_litres, successor.initial_litres
       from meters old left join meters successor on successor.tenant = old.tenant and successor.number = old.replaced_by`,
    )
    for (const row of stored.rows) registry.register(row.tenant, row.id, row.details)
    for (const { tenant, number, replaced_by, replaced_at, final_litres, initial_litres } of stored.rows) {
      if (replaced_by && replaced_at)
        registry.replace(tenant, {
          number,
          replacedBy: replaced_by,
          replacedAt: replaced_at.toISOString(),
          finalLitres: final_litres ?? 0,
          initialLitres: initial_litres ?? 0,
        })
    }
    return registry
  }
}
