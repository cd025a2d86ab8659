import { gunzip } from 'node:zlib'
import { frameLimits } from '@nightflow/schemas/metering/report-readings'
import { ProblemError } from './problem.ts'

/**
 * The bytes that were meant: as they came, or inflated when the sender says gzip. The limit holds for the inflated size too,
 * and inflating stops there, so a small body cannot become a large one.
 *
 * @throws ProblemError too-large, request-invalid, unsupported-media-type.
 */
export async function readBody(body: unknown, contentEncoding: string | undefined): Promise<Buffer> {
  if (!Buffer.isBuffer(body)) throw new ProblemError('request-invalid', 'the request has no body')
  const encoding = contentEncoding?.trim().toLowerCase() ?? 'identity'
  if (encoding === 'identity' || encoding === '') return body
  if (encoding !== 'gzip' && encoding !== 'x-gzip')
    throw new ProblemError('unsupported-media-type', 'send the body as it is or with Content-Encoding: gzip')
  return new Promise((resolve, reject) => {
    gunzip(body, { maxOutputLength: frameLimits.bodyBytesMax }, (error, inflated) => {
      if (!error) resolve(inflated)
      else if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
        reject(new ProblemError('too-large', `the body inflates to more than ${frameLimits.bodyBytesMax} bytes`))
      else reject(new ProblemError('request-invalid', `the body is not gzip: ${error.message}`))
    })
  })
}
