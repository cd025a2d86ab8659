import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { makeRoomForExport } from '@nightflow/platform/jobs/export-jobs'
import { beginFile, finishFile, keepPart, partedBytesMax } from '@nightflow/platform/jobs/files'
import type { JobOutcome } from '@nightflow/platform/jobs/job-run'
import { rejected } from '@nightflow/schemas/shared/rejections'
import type { RequestContext } from '../http/request-context.ts'
import type { StreamedFile } from './export-routes.ts'

/** Of one part: what is held of a file while it is written and while it is sent. */
const partBytes = 1024 * 1024

type Keeping = { context: RequestContext; signal: AbortSignal; onRows: (rows: number) => void }

/** Writes a file of any length part by part, each in a transaction of its own, while its rows are read in one. */
export const keepStreamed = async (
  { fileName, mediaType, write }: StreamedFile,
  { context, signal, onRows }: Keeping,
): Promise<JobOutcome> => {
  const fileId = randomUUID()
  const by = context.caller.username
  await context.write((database) => beginFile(database, { fileId, fileName, mediaType }, by))
  let size = 0
  let part = 0
  await context.read(async (database) => {
    const packed = Readable.from(write(database, onRows), { objectMode: true, highWaterMark: 1 }).pipe(createGzip({ level: 4 }))
    for await (const bytes of inParts(packed)) {
      signal.throwIfAborted()
      size += bytes.length
      if (size > partedBytesMax) return
      await context.write((own) => keepPart(own, { fileId, part, bytes }))
      part += 1
    }
  })
  if (size > partedBytesMax) return { refusal: 'export-too-large', details: rejected('export-too-large', { rows: 100_000_000 }).details }
  return {
    ...{ fileName, fileId, result: null },
    store: async (database) => {
      await makeRoomForExport(database, by)
      return finishFile(database, fileId, size)
    },
  }
}

async function* inParts(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let size = 0
  for await (const chunk of chunks) {
    held.push(chunk)
    size += chunk.length
    if (size < partBytes) continue
    yield Buffer.concat(held)
    held = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(held)
}
