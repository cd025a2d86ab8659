import type { FrameBuffer } from '@nightflow/ingest/frame-buffer/frame-buffer'
import type { BufferedFrame } from '@nightflow/ingest/frame-buffer/frame-message'
import { ProblemError } from '@nightflow/ingest/shared/problem'
import { expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'
import { observePuts } from './observe-puts.ts'

const frame = { stream: 'north/metering-gateway-tower', event: { data: { accepted: 3, duplicates: 0, rejected: [] } } } as unknown
const refusing = (error: Error): FrameBuffer => ({ put: () => Promise.reject(error), close: async () => {} })

test('a frame that the buffer refuses is counted by reason, and none of its readings', async () => {
  const metrics = createMetrics()
  const refusals = [new ProblemError('unavailable', 'later'), new ProblemError('too-large', 'split it'), new Error('a mistake of ours')]
  for (const refusal of refusals) await expect(observePuts(refusing(refusal), metrics).put(frame as BufferedFrame)).rejects.toBe(refusal)
  const text = await metrics.registry.metrics()
  expect(text).toContain('nightflow_buffer_refusals_total{reason="unavailable"} 1')
  expect(text).toContain('nightflow_buffer_refusals_total{reason="refused"} 2')
  expect(text).toContain('nightflow_buffer_seconds_count 0')
  expect(text).not.toMatch(/nightflow_buffered_(frames|readings)_total\{/)
})
