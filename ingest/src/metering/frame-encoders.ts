import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { WrittenFrame } from '../shared/accept-frame.ts'
import { ProblemError } from '../shared/problem.ts'
import { type EncodedBatch, joinFrames, partAnswers, placeSize, threadReady } from './encode-batch.ts'
import { encodeFrame, type SentFrame } from './encode-frame.ts'

export type EncoderLimits = {
  /** Frames and bytes of bodies that may wait; above, the gateway gets a 503 and retries. */
  waitingFrames: number
  waitingBytes: number
  /** A batch takes what waits, up to these. A larger frame goes alone. */
  batchFrames: number
  batchBytes: number
  /** JSON frames of so many bytes together, some thousand readings, are read where they are when nothing else is being read. */
  hereBytes: number
  /** A thread that owes an answer for so long is replaced. The largest frame takes a hundredth of it. */
  answerMilliseconds: number
  /** A thread that has not loaded its program for so long is replaced. */
  startMilliseconds: number
}

export const encoderLimits: EncoderLimits = {
  waitingFrames: 10_000,
  waitingBytes: 256 * 1024 * 1024,
  batchFrames: 32,
  batchBytes: 1024 * 1024,
  hereBytes: 64 * 1024,
  answerMilliseconds: 20_000,
  startMilliseconds: 60_000,
}

/** One core is for the event loop, which parses requests and feeds the log. */
export const defaultEncoderThreads = (): number => Math.max(1, Math.min(4, availableParallelism() - 1))

// With one batch in work and one queued a thread never waits for the event loop.
const batchesPerThread = 2
// A frame that takes its thread down twice is not tried again.
const attemptsMax = 2

type Waiting = { sent: SentFrame; attempts: number; resolve: (written: WrittenFrame) => void; reject: (error: Error) => void }

type EncoderThread = {
  worker: Worker
  slots: Uint8Array[]
  sent: number
  batches: Waiting[][]
  /** It has loaded its program: from then on the time of an answer counts. */
  isReady: boolean
  deadline: NodeJS.Timeout | undefined
}

/**
 * Encodes frames on threads of their own, so that a frame of 50,000 readings holds up no other request. Frames that wait when a thread has
 * room go over as one message, as in a group commit: a busy service spends less on each frame. A few small ones that come while nothing else
 * is read are read where they are: handing them over and taking them back would cost as much again, and wait for the processor twice.
 * Threads start with the first frame. One that crashes or does not answer is replaced; its frames are encoded again, each alone,
 * because one of them may be the reason. Without threads the caller's thread does the same.
 */
export class FrameEncoders {
  readonly #threadsMax: number
  readonly #limits: EncoderLimits
  readonly #entry: URL
  readonly #threads: EncoderThread[] = []
  #waiting: Waiting[] = []
  #waitingBytes = 0
  #isFlushing = false
  #isClosed = false

  /** `entry` is the program of a thread; only a test has another one. */
  constructor(threads = defaultEncoderThreads(), limits = encoderLimits, entry = new URL('./encoder-thread.ts', import.meta.url)) {
    this.#threadsMax = threads
    this.#limits = limits
    this.#entry = entry
  }

  /** @throws ProblemError what `encodeFrame` refuses, and `unavailable` when too much waits or the frame breaks its thread. */
  encode(sent: SentFrame): Promise<WrittenFrame> {
    return new Promise((resolve, reject) => {
      if (this.#threadsMax === 0) return resolve(encodeFrame(sent))
      if (this.#isClosed)
        return reject(new ProblemError('unavailable', 'the service is stopping; send the frame again', { retryAfterSeconds: 5 }))
      const { waitingFrames, waitingBytes } = this.#limits
      if (this.#waiting.length >= waitingFrames || (this.#waitingBytes > 0 && this.#waitingBytes + sent.body.length > waitingBytes))
        return reject(new ProblemError('unavailable', 'more frames wait than can be read; send this one again', { retryAfterSeconds: 1 }))
      this.#put({ sent, attempts: 0, resolve, reject })
    })
  }

  /** Frames that were taken are still answered. */
  async close(): Promise<void> {
    this.#isClosed = true
    while (this.#waiting.length > 0 || this.#threads.some((thread) => thread.batches.length > 0))
      await new Promise((resume) => setTimeout(resume, 5))
    await Promise.all(this.#threads.splice(0).map((thread) => thread.worker.terminate()))
  }

  #put(frame: Waiting): void {
    this.#waiting.push(frame)
    this.#waitingBytes += frame.sent.body.length
    if (this.#isFlushing) return
    this.#isFlushing = true
    // After this turn of the event loop, so that bodies which arrive together go over together.
    setImmediate(() => {
      this.#isFlushing = false
      this.#flush()
    })
  }

  #flush(): void {
    if (this.#areFewAndSmall()) for (const frame of this.#takeBatch()) this.#encodeHere(frame)
    while (this.#waiting.length > 0) {
      const thread = this.#threadWithRoom()
      if (!thread) return
      this.#send(thread, this.#takeBatch())
    }
  }

  #areFewAndSmall(): boolean {
    if (this.#waitingBytes > this.#limits.hereBytes || this.#threads.some(({ batches }) => batches.length > 0)) return false
    // Readings cannot outnumber the bytes of a text; a few bytes of Arrow or packed columns may be thousands of them.
    return this.#waiting.every(({ sent, attempts }) => attempts === 0 && (sent.contentType?.startsWith('application/json') ?? false))
  }

  #encodeHere({ sent, resolve, reject }: Waiting): void {
    try {
      resolve(encodeFrame(sent))
    } catch (error) {
      reject(error as Error)
    }
  }

  #threadWithRoom(): EncoderThread | undefined {
    let best: EncoderThread | undefined
    for (const thread of this.#threads) if (thread.batches.length < (best?.batches.length ?? batchesPerThread)) best = thread
    if ((best && best.batches.length === 0) || this.#threads.length >= this.#threadsMax) return best
    return this.#start()
  }

  #takeBatch(): Waiting[] {
    let count = 0
    let bytes = 0
    let bodyBytes = 0
    for (const { sent, attempts } of this.#waiting) {
      const isFull = count === this.#limits.batchFrames || bytes + placeSize(sent.body.length) > this.#limits.batchBytes
      if (count > 0 && (isFull || attempts > 0)) break
      count += 1
      bytes += placeSize(sent.body.length)
      bodyBytes += sent.body.length
      if (attempts > 0) break
    }
    this.#waitingBytes -= bodyBytes
    return this.#waiting.splice(0, count)
  }

  #start(): EncoderThread {
    const slots = Array.from({ length: batchesPerThread }, () => new Uint8Array(new SharedArrayBuffer(this.#limits.batchBytes)))
    const resourceLimits = { maxOldGenerationSizeMb: 512 }
    const worker = new Worker(this.#entry, { name: 'frame encoder', workerData: slots, resourceLimits })
    const thread: EncoderThread = { worker, slots, sent: 0, batches: [], isReady: false, deadline: undefined }
    worker.on('message', (message: EncodedBatch | typeof threadReady) => {
      if (message === threadReady) this.#begin(thread)
      else this.#answer(thread, message)
    })
    worker.on('error', (error) => this.#replace(thread, error.message))
    worker.on('exit', (code) => this.#replace(thread, `it ended with code ${code}`))
    worker.unref()
    this.#threads.push(thread)
    return thread
  }

  #send(thread: EncoderThread, batch: Waiting[]): void {
    // Batches are answered in the order in which they went, so the next slot has been read.
    const slot = thread.sent % batchesPerThread
    thread.sent += 1
    const message = joinFrames(
      batch.map(({ sent }) => sent),
      thread.slots,
      slot,
    )
    thread.worker.postMessage(message, message.bytes ? [message.bytes.buffer] : [])
    thread.batches.push(batch)
    if (thread.batches.length > 1) return
    thread.worker.ref()
    this.#expectAnswer(thread)
  }

  #begin(thread: EncoderThread): void {
    thread.isReady = true
    if (thread.batches.length > 0) this.#expectAnswer(thread)
  }

  #expectAnswer(thread: EncoderThread): void {
    const { answerMilliseconds, startMilliseconds } = this.#limits
    const milliseconds = thread.isReady ? answerMilliseconds : startMilliseconds
    clearTimeout(thread.deadline)
    thread.deadline = setTimeout(() => this.#replace(thread, `it did not answer within ${milliseconds} ms`), milliseconds)
  }

  #answer(thread: EncoderThread, encoded: EncodedBatch): void {
    const batch = thread.batches.shift()
    clearTimeout(thread.deadline)
    if (thread.batches.length > 0) this.#expectAnswer(thread)
    else thread.worker.unref()
    this.#flush()
    for (const [index, answer] of partAnswers(encoded).entries()) {
      if (answer instanceof Error) batch?.[index]?.reject(answer)
      else batch?.[index]?.resolve(answer)
    }
  }

  /** Gives up a thread. The frames of the batch it was at go again, each alone; those it had not begun simply go again. */
  #replace(thread: EncoderThread, reason: string): void {
    const place = this.#threads.indexOf(thread)
    if (place < 0) return
    this.#threads.splice(place, 1)
    clearTimeout(thread.deadline)
    void thread.worker.terminate()
    const [begun = [], ...others] = thread.batches.splice(0)
    for (const frame of begun) {
      frame.attempts += 1
      if (frame.attempts < attemptsMax) continue
      const detail = `the frame could not be read (${reason}); if it is refused again, send it in smaller parts`
      frame.reject(new ProblemError('unavailable', detail, { retryAfterSeconds: 5 }))
    }
    const again = [...begun.filter((frame) => frame.attempts < attemptsMax), ...others.flat()]
    this.#waiting = [...again, ...this.#waiting]
    for (const { sent } of again) this.#waitingBytes += sent.body.length
    this.#flush()
  }
}
