import { frameLimits } from '@nightflow/schemas/metering/report-readings'
import type { FastifyRequest } from 'fastify'
import { ProblemError } from './problem.ts'

export const bodyBytesInFlightMaxDefault = 512 * 1024 * 1024

/** What the bodies of all requests together may hold, from their first byte to the answer: many large ones at once must not take the memory. */
export class BodyBudget {
  readonly #bytesMax: number
  #bytes = 0

  constructor(bytesMax = bodyBytesInFlightMaxDefault) {
    this.#bytesMax = bytesMax
  }

  /** Takes bytes if they are left. A request alone is never refused. */
  take(bytes: number): boolean {
    if (this.#bytes > 0 && this.#bytes + bytes > this.#bytesMax) return false
    this.#bytes += bytes
    return true
  }

  giveBack(bytes: number): void {
    this.#bytes -= bytes
  }
}

type Done = (error: Error | null, body?: Buffer) => void

declare module 'fastify' {
  interface FastifyRequest {
    /** What the request has taken of the budget; given back when it is over, however it ends. */
    bodyBytes: number
  }
}

/** Collects the body of a request, at most 16 MB, within the budget. A body that came in one piece, as most do, is not copied. */
export const collectBody =
  (budget: BodyBudget) =>
  (request: FastifyRequest, payload: NodeJS.ReadableStream, done: Done): void => {
    const { bodyBytesMax } = frameLimits
    const announced = Number(request.headers['content-length'] ?? 0)
    let taken = 0
    let received = 0
    let isOver = false
    const chunks: Buffer[] = []
    const finish = (error: Error | null) => {
      if (isOver) return
      isOver = true
      payload.removeListener('data', onData).removeListener('end', onEnd).removeListener('error', onError)
      // Nobody listens any more, and the rest has to go somewhere until the connection is closed.
      if (error) payload.resume()
      done(error, error ? undefined : chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, received))
    }
    const take = (bytes: number): boolean => {
      if (bytes > bodyBytesMax) finish(new ProblemError('too-large', `a body has at most ${bodyBytesMax} bytes: split the frame`))
      else if (bytes > taken && !budget.take(bytes - taken))
        finish(new ProblemError('unavailable', 'too much is being sent at once; send this again', { retryAfterSeconds: 1 }))
      else if (bytes > taken) {
        taken = bytes
        request.bodyBytes = taken
      }
      return !isOver
    }
    const onData = (chunk: Buffer) => {
      received += chunk.length
      if (take(received)) chunks.push(chunk)
    }
    const onEnd = () => finish(null)
    const onError = () => finish(new ProblemError('request-invalid', 'the body ended before its end'))
    if (!take(announced)) return
    payload.on('data', onData).on('end', onEnd).on('error', onError)
  }
