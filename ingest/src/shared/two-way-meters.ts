import type { EventLog } from '@nightflow/event-log/event-log'
import type { RejectedReading } from '@nightflow/schemas/metering/report-readings'

/** A declaration that was taken back has effect within a minute. */
const rememberedMilliseconds = 60_000
const rememberedMax = 10_000
/** Meters of one frame that are looked up; negative volumes of further ones are rejected. */
const askedMax = 500
const pageEvents = 500

/**
 * Which meters are declared two-way, so that their intervals may be negative. Read from the log, and only for frames of which a negative volume was
 * rejected: a declaration counts as soon as it is accepted.
 */
export class TwoWayMeters {
  readonly #log: Pick<EventLog, 'readStream'>
  readonly #now: () => number
  readonly #known = new Map<string, number>()

  constructor(log: Pick<EventLog, 'readStream'>, now: () => number = Date.now) {
    this.#log = log
    this.#now = now
  }

  /** Those among the meters whose negative volumes were rejected; undefined where none of them is two-way. */
  async amongRejected(tenant: string, rejected: readonly RejectedReading[]): Promise<ReadonlySet<string> | undefined> {
    const numbers = new Set<string>()
    for (const { reason, field, meter } of rejected)
      if (reason === 'negative' && field === 'deltaLitres' && meter !== undefined && numbers.size < askedMax) numbers.add(meter)
    const found = new Set<string>()
    for (const number of numbers) if (await this.#isTwoWay(tenant, number)) found.add(number)
    return found.size === 0 ? undefined : found
  }

  async #isTwoWay(tenant: string, number: string): Promise<boolean> {
    const stream = `${tenant}/devices-meter-${number}`
    if ((this.#known.get(stream) ?? 0) > this.#now()) return true
    const isTwoWay = await this.#lookUp(stream)
    if (this.#known.size >= rememberedMax) this.#known.clear()
    // Only two-way meters are remembered: another one may be declared at the next moment, such as by an import that registers it.
    if (isTwoWay) this.#known.set(stream, this.#now() + rememberedMilliseconds)
    return isTwoWay
  }

  async #lookUp(stream: string): Promise<boolean> {
    let isTwoWay = false
    for (let afterVersion = 0; ; ) {
      const events = await this.#log.readStream(stream, { afterVersion, limit: pageEvents })
      for (const { type, data } of events)
        if (type === 'devices.MeterRegistered' || type === 'devices.MeterDetailsChanged') isTwoWay = data.isTwoWay === true
      if (events.length < pageEvents) return isTwoWay
      afterVersion = events.at(-1)!.version
    }
  }
}
