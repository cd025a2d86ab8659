import type { FrameBuffer } from '@nightflow/ingest/frame-buffer/frame-buffer'
import { ProblemError } from '@nightflow/ingest/shared/problem'
import type { ReadingsReported } from '@nightflow/schemas/metering/report-readings'
import { countReadings } from './count-readings.ts'
import type { Metrics } from './metrics.ts'

/**
 * The same buffer, counting what Kafka acknowledges and what it does not, and how long that takes. The figures have names of their own: the
 * sink's append of the same frame is counted as one, often in the same process, and a sum of frames must not count each of them twice.
 */
export const observePuts = (buffer: FrameBuffer, metrics: Metrics): FrameBuffer => ({
  ...buffer,
  put: async (frame) => {
    const startedAt = performance.now()
    try {
      await buffer.put(frame)
    } catch (error) {
      const isPassing = error instanceof ProblemError && error.code === 'unavailable'
      metrics.bufferRefusals.inc({ reason: isPassing ? 'unavailable' : 'refused' })
      throw error
    }
    metrics.bufferSeconds.observe((performance.now() - startedAt) / 1000)
    metrics.bufferedFrames.inc({ outcome: 'buffered' })
    countReadings(
      { readings: metrics.bufferedReadings, rejectedReadings: metrics.bufferedReadingsRejected },
      frame.event.data as ReadingsReported,
    )
  },
})
