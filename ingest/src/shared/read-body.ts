import { gunzip } from 'node:zlib'
import { frameLimits } from '@nightflow/schemas/metering/report-readings'
import type { FastifyRequest } from 'fastify'
import type { BodyHold } from './collect-body.ts'
import { ProblemError } from './problem.ts'

/**
 * The bytes that were meant: as they came, or inflated when the sender says gzip. The limit holds for the inflated size too,
 * and inflating stops there, so a small body cannot become a large one; many at once fit the budget or get a 503.
 *
 * @throws ProblemError too-large, request-invalid, unsupported-media-type, unavailable.
 */
export async function readBody({ body, headers, bodyHold }: FastifyRequest): Promise<Buffer> {
  if (!Buffer.isBuffer(body)) throw new ProblemError('request-invalid', 'the request has no body')
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
  if (encoding === 'identity' || encoding === '') return body
  if (encoding !== 'gzip' && encoding !== 'x-gzip')
    throw new ProblemError('unsupported-media-type', 'send the body as it is or with Content-Encoding: gzip')
  const { bodyBytesMax } = frameLimits
  const declared = inflatedBytesTold(body)
  // A body that declares less than it has, as two concatenated ones do, is inflated again with the maximum.
  const inflated = declared < bodyBytesMax ? await inflate(body, declared, bodyHold) : undefined
  return inflated ?? (await inflate(body, bodyBytesMax, bodyHold)) ?? refuseTooLarge()
}

/** The last four bytes of a gzip say how much it inflates to. */
const inflatedBytesTold = (body: Buffer): number => (body.length < 4 ? 0 : body.readUInt32LE(body.length - 4))

/** Undefined when there are more bytes. Their room is taken beforehand, and what was not needed is given back. */
const inflate = async (body: Buffer, bytesMax: number, bodyHold: BodyHold): Promise<Buffer | undefined> => {
  bodyHold.take(bytesMax)
  let inflated: Buffer | undefined
  try {
    inflated = await gunzipWithin(body, bytesMax)
    return inflated
  } finally {
    bodyHold.giveBack(bytesMax - (inflated?.length ?? 0))
  }
}

const gunzipWithin = (body: Buffer, bytesMax: number): Promise<Buffer | undefined> =>
  new Promise((resolve, reject) => {
    // In one piece: pieces would have to be put together, which takes their room twice.
    gunzip(body, { maxOutputLength: Math.max(bytesMax, 1), chunkSize: Math.max(bytesMax + 1, 64) }, (error, inflated) => {
      if (!error) resolve(inflated)
      else if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') resolve(undefined)
      else reject(new ProblemError('request-invalid', `the body is not gzip: ${error.message}`))
    })
  })

const refuseTooLarge = (): never => {
  throw new ProblemError('too-large', `the body inflates to more than ${frameLimits.bodyBytesMax} bytes`)
}
