import type { Socket } from 'node:net'
import type { RejectionCode } from '@nightflow/schemas/shared/rejections'
import { problemContentType, problemOf } from './problem.ts'

type Answer = { code: RejectionCode; reason: string; detail: string }

/** Errors of Node's parser before there is a request, by their code; the rest is malformed. */
const answers: Readonly<Record<string, Answer>> = {
  HPE_HEADER_OVERFLOW: {
    code: 'headers-too-large',
    reason: 'Request Header Fields Too Large',
    detail: 'The address and the headers are larger than 16 KiB together. Send a shorter query, or the filter in the body.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    code: 'request-timed-out',
    reason: 'Request Timeout',
    detail: 'The request did not arrive in time. Send it again.',
  },
}
const malformed: Answer = { code: 'request-invalid', reason: 'Bad Request', detail: 'This is no request of HTTP.' }

/**
 * Answers a client whose bytes never became a request, in the form of every other refusal: there is neither a route nor a reply then. The
 * connection is closed, because where the next request begins is not known.
 */
export const answerClientError = (error: Error & { code?: string }, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (!socket.writable) return void socket.destroy()
  const { code, reason, detail } = answers[error.code ?? ''] ?? malformed
  const problem = problemOf(code, { detail })
  const body = JSON.stringify(problem)
  const head = [
    `HTTP/1.1 ${problem.status} ${reason}`,
    `content-type: ${problemContentType}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
