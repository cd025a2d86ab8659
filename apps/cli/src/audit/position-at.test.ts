import type { RecordedEvent } from '@nightflow/event-log/event-log'
import { describe, expect, test } from 'vitest'
import { parseUntil, positionAt, resolveUntil } from './position-at.ts'

/** A log of which only position and time are read; positions may have gaps. */
const logOf = (...recorded: [position: number, recordedAt: number][]) => ({
  head: async () => recorded.at(-1)?.[0] ?? 0,
  readAll: async (after: number) =>
    recorded
      .filter(([position]) => position > after)
      .slice(0, 1)
      .map(([position, recordedAt]) => ({ position, recordedAt }) as RecordedEvent),
})

describe('events up to an instant', () => {
  test('is a position or an instant with its zone', () => {
    expect(parseUntil('120')).toEqual({ position: 120 })
    expect(parseUntil('2026-03-01T00:00:00Z')).toEqual({ instant: Date.UTC(2026, 2, 1) })
    expect(() => parseUntil('2026-03-01')).toThrow('--until "2026-03-01" is neither a position')
    expect(() => parseUntil('yesterday')).toThrow('neither a position')
  })

  test('ends with the last event recorded by that instant', async () => {
    const log = logOf([1, 100], [2, 100], [3, 150], [7, 150], [8, 900])
    expect(await positionAt(log, 99)).toBe(0)
    expect(await positionAt(log, 100)).toBe(2)
    expect(await positionAt(log, 149)).toBe(2)
    expect(await positionAt(log, 150)).toBe(7)
    expect(await positionAt(log, 5000)).toBe(8)
    expect(await positionAt(logOf(), 5000)).toBe(0)
  })

  test('cannot lie beyond the end of the log', async () => {
    await expect(resolveUntil(logOf([1, 100]), { position: 2 })).rejects.toThrow('the log ends at position 1; --until 2 is beyond it.')
  })
})
