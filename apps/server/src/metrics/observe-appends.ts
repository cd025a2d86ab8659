import type { AppendResult, EventLog, NewEvent } from '@nightflow/event-log/event-log'
import { EventLogOverloaded, EventLogUnavailable } from '@nightflow/event-log/event-log-errors'
import type { ReadingsReported } from '@nightflow/schemas/metering/report-readings'
import { countReadings } from './count-readings.ts'
import type { Metrics } from './metrics.ts'

/** The same log, counting what is appended through it and how long that takes. */
export const observeAppends = (log: EventLog, metrics: Metrics): EventLog => ({
  ...log,
  append: async (stream, expectedVersion, events) => {
    const startedAt = performance.now()
    try {
      const result = await log.append(stream, expectedVersion, events)
      const kind = events[0]?.type === 'metering.ReadingsReported' ? 'frame' : 'decision'
      metrics.appendSeconds.observe({ kind }, (performance.now() - startedAt) / 1000)
      if (kind === 'frame') countFrames(metrics, events, result)
      return result
    } catch (error) {
      metrics.failedAppends.inc({ reason: reasonOf(error) })
      throw error
    }
  },
})

/** A repeated frame counts as a frame; its readings were counted the first time. */
const countFrames = (metrics: Metrics, events: readonly NewEvent[], { status }: AppendResult): void => {
  metrics.frames.inc({ outcome: status }, events.length)
  if (status !== 'appended') return
  for (const { data } of events) countReadings(metrics, data as ReadingsReported)
}

const reasonOf = (error: unknown): string => {
  if (error instanceof EventLogOverloaded) return 'overloaded'
  return error instanceof EventLogUnavailable ? 'unavailable' : 'refused'
}
