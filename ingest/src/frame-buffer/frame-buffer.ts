import type { EventLog } from '@nightflow/event-log/event-log'
import { AppendTooLarge } from '@nightflow/event-log/event-log-errors'
import type { Message } from 'kafkajs'
import { ProblemError } from '../shared/problem.ts'
import { type BufferedFrame, encodeFrameMessage, messageBytesMax } from './frame-message.ts'
import { ensureTopics } from './frame-topics.ts'
import { type KafkaLog, type KafkaSettings, openKafka } from './kafka-connection.ts'
import { type KafkaProducer, openProducer } from './open-producer.ts'

/** Holds frames durably until a sink has put them into the log. */
export type FrameBuffer = {
  /**
   * Settles once all in-sync replicas have the frame.
   *
   * @throws ProblemError `unavailable`: not known to be durable, sending the same frame again is safe; `too-large`. AppendTooLarge: the log
   * could never take it.
   */
  put(frame: BufferedFrame): Promise<void>
  /** Sends what waits, then closes. */
  close(): Promise<void>
}

/** A group takes what waits, up to these; no more waits than `waitingFrames` or `waitingBytes`. */
const limits = {
  groupFrames: 500,
  groupBytes: 4 * 1024 * 1024,
  waitingFrames: 10_000,
  waitingBytes: 128 * 1024 * 1024,
  /** A gateway is answered within this, whatever the brokers do and however many requests are before it. */
  answerMilliseconds: 25_000,
} as const

/** Head of a record and of its batch; a message fits when it and they are below the topic's limit. */
const overheadBytes = 1_024

type Waiting = { message: Message; bytes: number; putAtMilliseconds: number; resolve: () => void; reject: (error: Error) => void }

/**
 * Group commit as in the log: whatever waits when the brokers are free goes out as one request. One request at a time, so a gateway's
 * frames, which share a partition by their key, keep their order. `log` is the one that the frames are on their way to: what it could not
 * take is not acknowledged.
 */
export const openFrameBuffer = (
  settings: KafkaSettings,
  log: Pick<EventLog, 'appendBytesMax' | 'bytesOf'>,
  { onError, onLog }: { onError?: (error: Error) => void; onLog?: KafkaLog } = {},
): FrameBuffer => {
  const kafka = openKafka(settings, 'gateway', { onLog })
  const waiting: Waiting[] = []
  let waitingBytes = 0
  let working: Promise<void> | undefined
  let opened: Promise<KafkaProducer> | undefined
  let isClosed = false

  const put = (frame: BufferedFrame): Promise<void> =>
    new Promise((resolve, reject) => {
      const inLog = log.bytesOf(frame.event)
      if (inLog > log.appendBytesMax) return reject(new AppendTooLarge(frame.stream, inLog, log.appendBytesMax))
      const message = messageOf(frame)
      const bytes = message.value?.length ?? 0
      if (bytes + overheadBytes > messageBytesMax) return reject(tooLarge(bytes))
      if (isClosed) return reject(unavailable('the frame buffer is closing; send this frame again', 1))
      const isFull = waiting.length >= limits.waitingFrames || (waiting.length > 0 && waitingBytes + bytes > limits.waitingBytes)
      if (isFull) return reject(unavailable('more frames wait than the frame buffer can take; send this one again', 1))
      waiting.push({ message, bytes, putAtMilliseconds: performance.now(), resolve, reject })
      waitingBytes += bytes
      working ??= work()
    })

  const work = async (): Promise<void> => {
    while (waiting.length > 0) {
      // One turn of the event loop: callers that were answered together ask together again, and share the next group.
      await new Promise((resume) => setImmediate(resume))
      const group = takeGroup()
      try {
        await send(group)
      } catch (error) {
        onError?.(error as Error)
        await dropProducer()
        // Brokers that are away are away for all who wait: they hear of it now instead of one group after the other.
        for (const { reject } of [...group, ...takeAll()])
          reject(unavailable('the frame buffer does not acknowledge frames now; send this frame again', 5))
      }
    }
    working = undefined
  }

  const takeGroup = (): Waiting[] => {
    let count = 0
    let bytes = 0
    for (const frame of waiting) {
      if (count === limits.groupFrames || (count > 0 && bytes + frame.bytes > limits.groupBytes)) break
      count += 1
      bytes += frame.bytes
    }
    waitingBytes -= bytes
    return waiting.splice(0, count)
  }

  const takeAll = (): Waiting[] => {
    waitingBytes = 0
    return waiting.splice(0)
  }

  const send = async (group: Waiting[]): Promise<void> => {
    try {
      // The first has waited longest; when its time is over, all are refused.
      await withinTime(sendMessages(group), group[0]!.putAtMilliseconds + limits.answerMilliseconds)
      for (const { resolve } of group) resolve()
    } catch (error) {
      if (!isTooLarge(error)) throw error
      // A topic with a smaller limit than ours takes fewer at once; one frame alone that is too large must be split by its gateway.
      if (group.length === 1) return group[0]?.reject(tooLarge(group[0].bytes))
      // Other partitions may have taken their part of the group: this producer has lost count of it.
      await dropProducer()
      for (const frame of group) await send([frame])
    }
  }

  const sendMessages = async (group: Waiting[]): Promise<void> => {
    opened ??= ensureTopics(kafka, settings).then(() => openProducer(kafka, { idempotent: true }))
    const producer = await opened
    await producer.send(
      settings.topic,
      group.map(({ message }) => message),
    )
  }

  /** A producer that failed has lost count of what the brokers have; a new one counts from the beginning. */
  const dropProducer = async (): Promise<void> => {
    const lost = opened
    opened = undefined
    lost?.then((producer) => producer.disconnect()).catch(() => {})
  }

  return {
    put,
    close: async () => {
      isClosed = true
      while (working) await working
      const last = await opened?.catch(() => undefined)
      await last?.disconnect()
    },
  }
}

const messageOf = (frame: BufferedFrame): Message => ({
  key: `${frame.event.metadata.tenant}/${String(frame.event.data.gateway)}`,
  value: encodeFrameMessage(frame),
})

const withinTime = async <Result>(work: Promise<Result>, deadlineMilliseconds: number): Promise<Result> => {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`Kafka did not acknowledge a frame within ${limits.answerMilliseconds / 1000} s`)),
      Math.max(0, deadlineMilliseconds - performance.now()),
    )
  })
  try {
    return await Promise.race([work, tooLate])
  } finally {
    clearTimeout(timer)
  }
}

const isTooLarge = (error: unknown): boolean =>
  ['MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE'].includes(String((error as { type?: unknown }).type))

const unavailable = (detail: string, retryAfterSeconds: number): ProblemError =>
  new ProblemError('unavailable', detail, { retryAfterSeconds })

const tooLarge = (bytes: number): ProblemError =>
  new ProblemError('too-large', `with what was rejected the frame has ${bytes} bytes, more than the frame buffer takes: split it`)
