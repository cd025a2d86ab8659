import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { type Endpoint, isBackOffice } from '@nightflow/schemas/shared/endpoint'
import type { Language } from '@nightflow/schemas/shared/language'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Column, columnsOfRow } from '../resource/row-columns.ts'
import { wrapAnswer } from './back-office-envelope.ts'
import { arrowMediaType, csvMediaType, type Format } from './choose-format.ts'
import { type Row, rowsIn } from './pages.ts'
import { writeCsv } from './write-csv.ts'

/** Rows in one chunk of an answer: what is held as text or bytes at once. */
const chunkRows = 1000

/** The body of a response: the answer itself, or wrapped for the clients of the back office. */
export const bodyOf = (endpoint: Endpoint, answer: unknown, language: Language, message?: string): unknown =>
  isBackOffice(endpoint.path) ? wrapAnswer(endpoint, answer, language, message) : answer

/** Sends an answer as JSON. Long ones go out in chunks, so that their text is never in memory as a whole. */
export const sendJson = (reply: FastifyReply, endpoint: Endpoint, answer: unknown, language: Language): FastifyReply => {
  sayHowToKeep(reply)
  if (isBackOffice(endpoint.path) || !endpoint.row || rowsIn(answer).length <= chunkRows)
    return reply.send(bodyOf(endpoint, answer, language))
  return reply.type('application/json; charset=utf-8').send(Readable.from(writeJson(answer as { rows: readonly Row[] })))
}

/** Sends rows as CSV or Arrow; `pages` is read as fast as the caller takes it and no faster. */
export const sendRows = (
  request: FastifyRequest,
  reply: FastifyReply,
  {
    endpoint,
    format,
    pages,
  }: { endpoint: Endpoint & { row: NonNullable<Endpoint['row']> }; format: Exclude<Format, 'json'>; pages: AsyncIterable<readonly Row[]> },
): FastifyReply => {
  const columns = columnsOfRow(endpoint.row)
  const isCsv = format === 'csv'
  const name = fileName(request, isCsv ? 'csv' : 'arrow')
  sayHowToKeep(reply)
  reply.header('content-disposition', `attachment; filename="${name}"`)
  if (isCsv)
    return reply
      .type(`${csvMediaType}; charset=utf-8; header=present`)
      .send(Readable.from(writeCsv(columns, inChunks(pages)), { highWaterMark: 1 }))
  return reply.type(arrowMediaType).send(Readable.from(arrowOf(columns, inChunks(pages)), { highWaterMark: 1 }))
}

/** The library is loaded by the first answer of this form, so that no start waits for it. */
async function* arrowOf(columns: readonly Column[], pages: AsyncIterable<readonly Row[]>): AsyncGenerator<Uint8Array> {
  const { writeArrow } = await import('./write-arrow.ts')
  yield* writeArrow(columns, pages)
}

/** The bytes that a file endpoint answers, saved by the browser under `fileName`. */
export type FileAnswer = { fileName: string; mediaType: string; bytes: Buffer }

/** A file that is read part by part while it is sent; the parts are one gzip stream. */
export type PartedAnswer = { fileName: string; mediaType: string; parts: AsyncIterable<Buffer> }

/** Clients that read no gzip get the content itself. */
export const sendParts = (request: FastifyRequest, reply: FastifyReply, { fileName, mediaType, parts }: PartedAnswer): FastifyReply => {
  const packed = Readable.from(parts, { objectMode: false, highWaterMark: 1 })
  const takesGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
  reply.header('cache-control', 'private, no-store').header('content-disposition', dispositionOf(fileName)).type(mediaType)
  return takesGzip ? reply.header('content-encoding', 'gzip').send(packed) : reply.send(packed.pipe(createGunzip()))
}

export const dispositionOf = (fileName: string): string => `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`

export const sendFile = (reply: FastifyReply, { fileName, mediaType, bytes }: FileAnswer): FastifyReply =>
  reply.header('cache-control', 'private, no-store').header('content-disposition', dispositionOf(fileName)).type(mediaType).send(bytes)

/** Answers belong to one tenant and differ by format: no intermediary may cache them. */
const sayHowToKeep = (reply: FastifyReply): void => {
  reply.header('cache-control', 'private, no-cache').header('vary', 'accept, authorization')
}

/** `partitions-north-night-flow.csv` for `/api/v1/partitions/north/night-flow`. */
const fileName = (request: FastifyRequest, extension: string): string => {
  const [path = ''] = request.url.split('?')
  const words = decodeURIComponent(path)
    .replace('/api/v1/', '')
    .replaceAll(/[^0-9A-Za-z._-]+/g, '-')
  return `${words}.${extension}`
}

async function* inChunks(pages: AsyncIterable<readonly Row[]>): AsyncGenerator<readonly Row[]> {
  for await (const rows of pages) {
    for (let start = 0; start < rows.length; start += chunkRows) yield rows.slice(start, start + chunkRows)
  }
}

function* writeJson({ rows, ...rest }: { rows: readonly Row[] }): Generator<string> {
  const head = JSON.stringify(rest)
  yield `${head.slice(0, -1)}${head === '{}' ? '' : ','}"rows":[`
  for (let start = 0; start < rows.length; start += chunkRows) {
    const chunk = JSON.stringify(rows.slice(start, start + chunkRows))
    yield (start === 0 ? '' : ',') + chunk.slice(1, -1)
  }
  yield ']}'
}
