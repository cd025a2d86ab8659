import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { threadId } from 'node:worker_threads'
import pg from 'pg'

/**
 * Loaded before a process by `node --import`: writes every statement that code of the product hands to the database driver, with the lines
 * that sent it, into the folder of NIGHTFLOW_SQL_RECORD. Processes and threads that it starts are recorded too.
 */
export type RecordedStatement = { sql: string; places: string[] }

const repository = fileURLToPath(new URL('../../', import.meta.url))
const folder = process.env.NIGHTFLOW_SQL_RECORD
const framesMax = 30
/** The function that sent it and what called that: a statement of a shared function says who used it. */
const placesMax = 3
const seen = new Set<string>()

const frame = /\(?(?:file:\/\/)?(\/[^():]+\.tsx?):(\d+):\d+\)?$/

/** The repository's lines of a stack, the nearest first, or none where a test sent the statement itself. */
const placesOf = (stack: string): string[] => {
  const places = stack.split('\n').flatMap((line) => {
    // It passes on what others send.
    if (line.includes('AttentiveClient.query')) return []
    const [, path, number] = frame.exec(line.trim()) ?? []
    if (!path?.startsWith(repository) || path.includes('node_modules') || path.includes('/tests/sql/')) return []
    return [`${path.slice(repository.length)}:${number}`]
  })
  const isOfTests = (place: string): boolean => /^(tests|benchmarks)\//.test(place)
  return places[0] === undefined || isOfTests(places[0]) ? [] : places.filter((place) => !isOfTests(place)).slice(0, placesMax)
}

const textOf = (statement: unknown): string | undefined => {
  if (typeof statement === 'string') return statement
  const { text, cursor } = (statement ?? {}) as { text?: unknown; cursor?: { text?: unknown } }
  const found = text ?? cursor?.text
  return typeof found === 'string' ? found : undefined
}

const record = (statement: unknown): void => {
  const sql = textOf(statement)
  if (!sql?.trim()) return
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = framesMax
  const places = placesOf(new Error('place').stack ?? '')
  Error.stackTraceLimit = limit
  if (places.length === 0) return
  const line = JSON.stringify({ sql, places } satisfies RecordedStatement)
  if (seen.has(line)) return
  seen.add(line)
  appendFileSync(join(folder!, `${process.pid}-${threadId}.jsonl`), `${line}\n`)
}

type Sender = { query: (...parameters: unknown[]) => unknown }

// A pool hands the statement to a connection later, where the caller is no longer on the stack: both are watched.
if (folder)
  for (const sender of [pg.Client.prototype, pg.Pool.prototype] as unknown as Sender[]) {
    const { query } = sender
    sender.query = function (this: unknown, ...parameters: unknown[]): unknown {
      record(parameters[0])
      return query.apply(this, parameters)
    }
  }
