import type { City } from './city.ts'
import { framesBetween, type OutgoingFrame } from './frames.ts'
import { type GatewayKeys, sendFrame } from './send-frame.ts'

export type HistoryProgress = {
  framesDone: number
  readingsDone: number
  /** Expected readings of the city's meters in that time, computed from their number; dead meters send fewer. */
  readingsTotal: number
  /** Everything due before this instant (epoch milliseconds) is acknowledged: a later feed can start here. */
  fedUntil: number
  /** Highest position that was acknowledged. */
  position: number
}

export type History = {
  baseUrl: string
  gatewayKeys: GatewayKeys
  city: City
  /** Readings that become due in [from, to), epoch milliseconds. */
  from: number
  to: number
  /** The city reports nothing older than this; `from` when absent. Give it when a history is continued. */
  historyFrom?: number
  /** Frames on their way at once (8 when absent). */
  concurrency?: number
  readingsPerFrame?: number
  onProgress?: (progress: HistoryProgress) => void
  signal?: AbortSignal
}

/**
 * Sends what the city's gateways have to say about the past, day by day. Sending a stretch of time again is harmless: frames have the same
 * identity whenever they are made of the same stretch.
 *
 * @returns what was sent. Rejects when the service refuses a frame as a whole or stays out of reach; frames before `fedUntil` are safe.
 */
export async function feedHistory(history: History): Promise<HistoryProgress> {
  const { baseUrl, gatewayKeys, city, from, to, concurrency = 8, onProgress } = history
  const stopping = new AbortController()
  const signal = history.signal ? AbortSignal.any([history.signal, stopping.signal]) : stopping.signal
  const progress: HistoryProgress = {
    framesDone: 0,
    readingsDone: 0,
    readingsTotal: readingsBetween(city, from, to),
    fedUntil: from,
    position: 0,
  }
  if (from >= to) return progress
  const frames = framesBetween(history)
  const underway = new Set<OutgoingFrame>()
  const send = async () => {
    for (let next = frames.next(); !next.done; next = frames.next()) {
      signal.throwIfAborted()
      underway.add(next.value)
      const { position } = await sendFrame(baseUrl, gatewayKeys, next.value, signal)
      progress.framesDone++
      progress.readingsDone += next.value.readings
      progress.position = Math.max(progress.position, position)
      // Frames of the day before may still wait in a gateway that is out of reach, hence a day's margin.
      const oldest = Math.min(...[...underway].map((frame) => frame.dueFrom))
      progress.fedUntil = Math.max(progress.fedUntil, city.days.of(city.days.at(oldest).day - 1).startsAt)
      underway.delete(next.value)
      onProgress?.({ ...progress })
    }
  }
  try {
    await Promise.all(Array.from({ length: concurrency }, send))
  } finally {
    // One failure ends the others too, instead of leaving them to send on behind the caller's back.
    stopping.abort()
  }
  progress.fedUntil = to
  onProgress?.({ ...progress })
  return progress
}

const readingsBetween = (city: City, from: number, to: number): number => {
  const perHour = city.meters.reduce((sum, meter) => sum + 60 / meter.reporting.everyMinutes, 0)
  return Math.round((Math.max(0, to - from) / 3_600_000) * perHour)
}
