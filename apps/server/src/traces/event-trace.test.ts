import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { isTraced, spanIdOf, traceIdOf } from './event-trace.ts'

describe('the trace of an event', () => {
  test('has the id of the event, and spans whose ids follow from it', () => {
    const id = '6F1D8F0E-5c0b-4a7e-9b6a-2d3c4e5f6071'
    expect(traceIdOf(id)).toBe('6f1d8f0e5c0b4a7e9b6a2d3c4e5f6071')
    expect(spanIdOf(id, 'append')).toMatch(/^[0-9a-f]{16}$/)
    expect(spanIdOf(id, 'append')).toBe(spanIdOf(id.toLowerCase(), 'append'))
    expect(spanIdOf(id, 'append')).not.toBe(spanIdOf(id, 'project'))
  })

  test('is written for the configured share, the same events in every process', () => {
    const ids = Array.from({ length: 4_000 }, () => randomUUID())
    const traced = ids.filter((id) => isTraced(id, 0.25))
    expect(traced.length).toBeGreaterThan(800)
    expect(traced.length).toBeLessThan(1_200)
    expect(ids.every((id) => isTraced(id, 1))).toBe(true)
    expect(ids.some((id) => isTraced(id, 0))).toBe(false)
  })
})
