import { frameLimits } from '@nightflow/schemas/metering/report-readings'
import type { FastifyRequest } from 'fastify'
import { ProblemError } from './problem.ts'

export const bodyBytesInFlightMaxDefault = 512 * 1024 * 1024

/** Limit of the bodies of all requests together, from their first byte to the answer: many large ones at once must not take the memory. */
export class BodyBudget {
  readonly #bytesMax: number
  #bytes = 0

  constructor(bytesMax = bodyBytesInFlightMaxDefault) {
    this.#bytesMax = bytesMax
  }

  /** Whether so many more bytes are left for a request that holds some. One that is alone is never refused. */
  has(bytes: number, held: number): boolean {
    return this.#bytes === held || this.#bytes + bytes <= this.#bytesMax
  }

  add(bytes: number): void {
    this.#bytes += bytes
  }
}

/** The part of the budget that one request holds. A hold ends once: a sender that left while its key was looked up takes nothing afterwards. */
export class BodyHold {
  readonly #budget: BodyBudget
  #bytes = 0
  #isOver = false

  constructor(budget: BodyBudget) {
    this.#budget = budget
  }

  /** @throws ProblemError unavailable when so many more are not left. Nothing is held for them yet. */
  expect(bytes: number): void {
    if (this.#isOver || !this.#budget.has(bytes, this.#bytes))
      throw new ProblemError('unavailable', 'too much is being sent at once; send this again', { retryAfterSeconds: 1 })
  }

  /** @throws ProblemError unavailable when so many more are not left. */
  take(bytes: number): void {
    this.expect(bytes)
    this.#hold(bytes)
  }

  /** Gives back part of what it took. */
  giveBack(bytes: number): void {
    if (!this.#isOver) this.#hold(-bytes)
  }

  end(): void {
    this.giveBack(this.#bytes)
    this.#isOver = true
  }

  #hold(bytes: number): void {
    this.#bytes += bytes
    this.#budget.add(bytes)
  }
}

type Done = (error: Error | null, body?: Buffer) => void

declare module 'fastify' {
  interface FastifyRequest {
    /** The hold of its body on the budget, in every form of the body; ended when the request is over, however it ends. */
    bodyHold: BodyHold
  }
}

/**
 * Collects the body of a request, at most 16 MB, within the budget. A declared length above the remaining budget is refused at once, but only received bytes
 * are held: a sender that declares a large body and sends nothing takes no buffer from others. A body that came in one piece, as most do, is not copied.
 */
export const collectBody = (request: FastifyRequest, payload: NodeJS.ReadableStream, done: Done): void => {
  const { bodyHold } = request
  let received = 0
  const chunks: Buffer[] = []
  const finish = (error: Error | null) => {
    payload.removeListener('data', onData).removeListener('end', onEnd).removeListener('error', onError)
    // The request has ended, and the rest must be drained until the connection is closed.
    if (error) payload.resume()
    done(error, error ? undefined : chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, received))
  }
  const onData = (chunk: Buffer) => {
    try {
      received += chunk.length
      expectWithinLimit(received)
      bodyHold.take(chunk.length)
      chunks.push(chunk)
    } catch (error) {
      finish(error as Error)
    }
  }
  const onEnd = () => finish(null)
  const onError = () => finish(new ProblemError('request-invalid', 'the body ended before its end'))
  try {
    const announced = Number(request.headers['content-length'] ?? 0)
    expectWithinLimit(announced)
    bodyHold.expect(announced)
  } catch (error) {
    finish(error as Error)
    return
  }
  payload.on('data', onData).on('end', onEnd).on('error', onError)
}

const expectWithinLimit = (bytes: number): void => {
  const { bodyBytesMax } = frameLimits
  if (bytes > bodyBytesMax) throw new ProblemError('too-large', `a body has at most ${bodyBytesMax} bytes: split the frame`)
}
