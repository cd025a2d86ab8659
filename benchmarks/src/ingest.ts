import { once } from 'node:events'
import { packFrame } from '@nightflow/domain/metering/pack-frame'
import type { ReadingColumns } from '@nightflow/domain/metering/reading-columns'
import { createPostgresEventLog } from '@nightflow/event-log/postgres/postgres-event-log'
import { createGateway } from '@nightflow/platform/gateways/gateways'
import { createTenant } from '@nightflow/platform/tenants/tenants'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import { Dictionary, Field, Float64, Int32, makeTable, RecordBatchStreamWriter, Schema, Table, Utf8, vectorFromArray } from 'apache-arrow'
import type { Pool } from 'pg'
import { median, withBenchDatabase } from './bench-database.ts'
import type { BenchOptions } from './bench-options.ts'
import { forkAsStarted } from './fork-as-started.ts'
import { appendFrames, eventsOf, framesOf, readingsPerFrame, tenant } from './frames.ts'
import { type PreparedRequest, sendAll } from './http-load.ts'

/** The first round warms both sides up and does not count. */
const rounds = 4
export const connections = 64
const gatewayCount = 10
const forms = ['columns', 'objects', 'arrow', 'packed'] as const
type Form = (typeof forms)[number]

/** HTTP to acknowledged, that is durable, with 64 connections, against appending the same packed frames directly to the same log. */
export const benchIngest = ({ isQuick }: BenchOptions) =>
  withBenchDatabase(async ({ pool, connectionString }) => {
    const hours = isQuick ? 100 : 300
    const keys = await createGateways(pool)
    const server = forkAsStarted('./ingest-server.ts', { BENCH_DATABASE_URL: connectionString })
    const log = createPostgresEventLog({ pool, connectionString })
    try {
      const [port] = (await once(server, 'message')) as [number]
      const direct: number[] = []
      const figures: Record<Form, number[]> = { columns: [], objects: [], arrow: [], packed: [] }
      const p99: number[] = []
      for (let round = 0; round < rounds; round++) {
        const packed = [...eventsOf('50x10', hours, `direct-${round}-`)]
        const started = performance.now()
        const readings = await appendFrames(log, packed)
        direct.push(readings / ((performance.now() - started) / 1000))
        for (const form of forms) {
          const sent = await sendAll(port, connections, prepare(form, keys, round, hours))
          figures[form].push(readings / sent.seconds)
          if (form === 'columns') p99.push(sent.milliseconds.toSorted((a, b) => a - b)[Math.floor(sent.milliseconds.length * 0.99)]!)
        }
        const latest = forms.map((form) => `${form} ${Math.round(figures[form].at(-1)!)}`).join(', ')
        console.log(`round ${round + 1}: ${latest}, limit ${Math.round(direct.at(-1)!)} readings/s`)
      }
      for (const values of [direct, p99, ...Object.values(figures)]) values.shift()
      const limit = median(direct)
      return {
        name: 'ingest',
        figure: Math.round(median(figures.columns)),
        limit: Math.round(limit),
        ratio: ratioOf(figures.columns, direct),
        ratioArrow: ratioOf(figures.arrow, direct),
        ratioPacked: ratioOf(figures.packed, direct),
        ratioObjects: ratioOf(figures.objects, direct),
        acknowledgeP99Milliseconds: median(p99),
        unit: 'readings/s',
      }
    } finally {
      server.disconnect()
      await log.close()
    }
  })

/** Each round against the limit of the same round: what else the machine does changes from round to round. */
const ratioOf = (figures: readonly number[], limits: readonly number[]): number =>
  median(figures.map((figure, round) => figure / limits[round]!))

export const createGateways = async (pool: Pool): Promise<string[]> => {
  await createTenant(pool, { code: tenant, name: 'Bench', timeZone: 'Asia/Shanghai' })
  const keys: string[] = []
  for (let index = 0; index < gatewayCount; index++) {
    const created = await createGateway(pool, tenant, `http-${index}`)
    if (isRejection(created)) throw new Error(`gateway http-${index}: ${created.rejected}`)
    keys.push(created.key)
  }
  return keys
}

/** Every frame as a finished request; made before the clock starts. */
export const prepare = (form: Form, keys: readonly string[], round: number, hours: number): PreparedRequest[] => {
  const requests: PreparedRequest[] = []
  for (const columns of framesOf('50x10', hours))
    requests.push(requestOf(form, columns, `${form}-${round}-${requests.length}`, keys[requests.length % keys.length]!))
  if (requests.length * readingsPerFrame === 0) throw new Error('nothing to send')
  return requests
}

export const requestOf = (form: Form, columns: ReadingColumns, frameId: string, key: string): PreparedRequest => {
  const body = bodyOf(form, columns, frameId)
  return Buffer.concat([Buffer.from(headOf(form, frameId, key, body.length)), body])
}

/** The same as text, for a load that makes its requests while it is measured: bytes of their own for each keep the collector of garbage busy. */
export const columnsRequestOf = (columns: ReadingColumns, frameId: string, key: string): PreparedRequest => {
  const body = columnsText(columns, frameId)
  return headOf('columns', frameId, key, body.length) + body
}

const headOf = (form: Form, frameId: string, key: string, bytes: number): string => {
  const about = form === 'packed' ? `x-frame-id: ${frameId}\r\nx-sent-at: ${sentAt}\r\n` : ''
  return `POST /ingest/v1/frames HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${key}\r\ncontent-type: ${contentTypes[form]}\r\n${about}content-length: ${bytes}\r\n\r\n`
}

const sentAt = '2026-02-01T00:00:00Z'

const contentTypes: Record<Form, string> = {
  columns: 'application/json',
  objects: 'application/json',
  arrow: 'application/vnd.apache.arrow.stream',
  packed: 'application/vnd.nightflow.frame',
}

const bodyOf = (form: Form, columns: ReadingColumns, frameId: string): Buffer => {
  if (form === 'arrow') return arrowBody(columns, frameId)
  if (form === 'packed') return Buffer.from(packFrame(columns))
  return Buffer.from(form === 'columns' ? columnsText(columns, frameId) : objectsText(columns, frameId))
}

/** Put together by hand, of texts that other frames have too: a load that is made while it is measured must take little from what it measures. */
const columnsText = ({ meters, meterIndex, at, registerMillilitres }: ReadingColumns, frameId: string): string => {
  const meter = sameTexts(`${meters[0]}/${meterIndex.length}`, () => Array.from(meterIndex, (index) => `"${meters[index]}"`))
  const times = sameTexts(`at ${at[0]}/${at.length}`, () => at)
  // Whole ones, as `registerAt` makes them: those are written out twice as fast.
  const litres = new Int32Array(at.length)
  for (let row = 0; row < litres.length; row++) litres[row] = registerMillilitres![row]! / 1000
  return `{"frameId":"${frameId}","sentAt":"${sentAt}","readings":{"meter":[${meter}],"at":[${times}],"litres":[${litres}]}}`
}

const sameTextsMax = 32_000
const texts = new Map<string, string>()
/** A column that the first meter or the first instant and the length distinguish from others of its shape. */
const sameTexts = (key: string, make: () => { join(): string }): string => {
  const known = texts.get(key)
  if (known !== undefined) return known
  if (texts.size >= sameTextsMax) texts.clear()
  const text = make().join()
  texts.set(key, text)
  return text
}

const objectsText = ({ meters, meterIndex, at, registerMillilitres }: ReadingColumns, frameId: string): string => {
  const readings = Array.from(meterIndex, (index, row) => ({
    meter: meters[index]!,
    at: at[row],
    litres: registerMillilitres![row]! / 1000,
  }))
  return JSON.stringify({ frameId, sentAt, readings })
}

/** Dictionaries as Arrow senders write repeated texts, and this one's library writes any: each text once, and its place in every row. */
const words = new Dictionary(new Utf8(), new Int32())

const arrowBody = (columns: ReadingColumns, frameId: string): Buffer => {
  const numbers = makeTable({ at: columns.at, litres: columns.registerMillilitres!.map((millilitres) => millilitres / 1000) })
  const meter = vectorFromArray(
    Array.from(columns.meterIndex, (index) => columns.meters[index]!),
    words,
  )
  const schema = new Schema(
    [Field.new('meter', words), Field.new('at', new Float64()), Field.new('litres', new Float64())],
    new Map([
      ['frameId', frameId],
      ['sentAt', sentAt],
    ]),
  )
  const table = new Table(schema, { meter, at: numbers.getChild('at')!, litres: numbers.getChild('litres')! })
  return Buffer.from(RecordBatchStreamWriter.writeAll(table).toUint8Array(true))
}
