import type { ClientBase } from 'pg'
import { expect, test } from 'vitest'
import { compressViews } from './compress-views.ts'

/** A TimescaleDB whose chunks are due, some of them locked. */
const timescale = (chunks: Record<string, 'free' | 'locked' | 'broken'>) => {
  const compressed: string[] = []
  const settings: string[] = []
  const answers: [RegExp, unknown[]][] = [
    [/from pg_extension/, [{ version: '2.23.0', schema: 'public' }]],
    [/current_setting/, [{ state: 'there' }]],
    [/to_regclass/, [{ is_apart: true }]],
    [/timescaledb_information\.chunks/, Object.keys(chunks).map((chunk) => ({ chunk }))],
  ]
  const query = async (statement: string, [chunk]: string[] = []) => {
    if (/lock_timeout/.test(statement)) settings.push(statement)
    if (!/compress_chunk/.test(statement)) return { rows: answers.find(([asked]) => asked.test(statement))?.[1] ?? [] }
    if (chunks[chunk!] === 'locked') throw Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' })
    if (chunks[chunk!] === 'broken') throw Object.assign(new Error('could not extend file'), { code: '53100' })
    compressed.push(chunk!)
    return { rows: [] }
  }
  return { client: { query } as unknown as ClientBase, compressed, settings }
}

test('a locked chunk is left for a later run, and those after it are compressed in this one', async () => {
  const { client, compressed, settings } = timescale({ first: 'locked', second: 'free', third: 'free' })
  expect(await compressViews(client, '2026-01-01', 20)).toEqual({ compressed: 2, remaining: 1, missing: undefined })
  expect(compressed).toEqual(['second', 'third'])
  expect(settings.at(-1)).toBe('reset lock_timeout')
})

test('a run tries no more chunks than it may, since it waits for each that is held', async () => {
  const { client, compressed } = timescale({ first: 'locked', second: 'free', third: 'free' })
  expect(await compressViews(client, '2026-01-01', 2)).toEqual({ compressed: 1, remaining: 2, missing: undefined })
  expect(compressed).toEqual(['second'])
})

test('any other failure ends the run', async () => {
  const { client, settings } = timescale({ first: 'broken', second: 'free' })
  await expect(compressViews(client, '2026-01-01', 20)).rejects.toThrow('could not extend file')
  expect(settings.at(-1)).toBe('reset lock_timeout')
})
