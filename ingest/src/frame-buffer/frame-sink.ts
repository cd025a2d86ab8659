import { setTimeout as sleep } from 'node:timers/promises'
import type { EventLog } from '@nightflow/event-log/event-log'
import type { EachBatchPayload, KafkaMessage } from 'kafkajs'
import { appendFrames } from './append-frames.ts'
import { type DeadLetters, openDeadLetters } from './dead-letters.ts'
import { type ExpiredFrames, ExpiryWatch } from './expired-frames.ts'
import { ensureTopics, sinkGroup } from './frame-topics.ts'
import { type KafkaLog, type KafkaSettings, openKafka } from './kafka-connection.ts'

export type FrameSink = {
  settings: KafkaSettings
  log: Pick<EventLog, 'append'>
  signal: AbortSignal
  /** Called for every failure that the sink recovers from, with its time. */
  onError?: (error: Error, retryMilliseconds: number) => void
  /** Called for every message that went to the dead letters. */
  onDeadLetter?: (reason: string, place: { partition: number; offset: string }) => void
  /** Called for acknowledged frames that Kafka deleted before a sink read them. */
  onExpired?: (frames: ExpiredFrames) => void
  /** Called with the number of settled messages before their offsets are committed. */
  onSettled?: (messages: number) => void
  onLog?: KafkaLog
}

const limits = {
  /** Messages that go to the log at once; the log groups them. */
  chunkMessages: 256,
  chunkBytes: 8 * 1024 * 1024,
  partitionsAtOnce: 3,
  bytesPerPartition: 4 * 1024 * 1024,
  bytesPerFetch: 16 * 1024 * 1024,
  pauseMilliseconds: { first: 250, max: 15_000 },
} as const

const pauseAfter = (failures: number): number =>
  Math.min(limits.pauseMilliseconds.max, limits.pauseMilliseconds.first * 2 ** Math.min(failures - 1, 10))

/**
 * Moves frames from Kafka into the log until the signal aborts; any number of sinks share the partitions. An offset is committed only after
 * the log has committed the frame, so a sink that crashes leaves frames that are delivered again, and the log recognises them by their event id.
 *
 * A log that is slow holds the sink up, since it fetches no more than it works on; a log that is away pauses the partition for a while.
 * Brokers that are away are tried again without end: there is nothing better to do, and what they hold is safe.
 */
export const runFrameSink = async (sink: FrameSink): Promise<void> => {
  const { signal, onError } = sink
  let failures = 0
  const onProgress = (): void => {
    failures = 0
  }
  while (!signal.aborted) {
    try {
      await consumeUntilFailure(sink, onProgress)
    } catch (error) {
      if (signal.aborted) return
      failures += 1
      onError?.(error as Error, pauseAfter(failures))
      await sleep(pauseAfter(failures), undefined, { signal }).catch(() => {})
    }
  }
}

const consumeUntilFailure = async (sink: FrameSink, onProgress: () => void): Promise<void> => {
  const { settings, signal, onLog } = sink
  const kafka = openKafka(settings, 'sink', { onLog })
  await ensureTopics(kafka, settings)
  const deadLetters = await openDeadLetters(kafka, settings)
  const consumer = kafka.consumer({
    groupId: sinkGroup(settings.topic),
    sessionTimeout: settings.sessionMilliseconds,
    heartbeatInterval: Math.floor(settings.sessionMilliseconds / 6),
    rebalanceTimeout: 60_000,
    maxWaitTimeInMs: 500,
    maxBytesPerPartition: limits.bytesPerPartition,
    maxBytes: limits.bytesPerFetch,
    retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 6, restartOnFailure: async () => false },
  })
  const pauses = new Pauses()
  const expiry = new ExpiryWatch(settings, (frames) => sink.onExpired?.(frames))
  const { promise: ended, resolve, reject } = Promise.withResolvers<unknown>()
  ended.catch(() => {})
  const watch = watchClock(reject)
  consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error))
  // The client library would ask six times more over the connection that is silent.
  consumer.on(consumer.events.REQUEST_TIMEOUT, ({ payload }) =>
    reject(new Error(`Kafka (${payload.broker}) did not answer ${payload.apiName}`)),
  )
  consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
    expiry.assigned(consumer, payload.memberAssignment[settings.topic] ?? []).catch(reject)
  })
  signal.addEventListener('abort', resolve)
  try {
    await consumer.connect()
    await consumer.subscribe({ topic: settings.topic, fromBeginning: true })
    await consumer.run({
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: limits.partitionsAtOnce,
      eachBatch: async (payload) => {
        onProgress()
        await settleBatch(sink, { deadLetters, pauses, expiry }, payload)
      },
    })
    if (!signal.aborted) await ended
  } finally {
    signal.removeEventListener('abort', resolve)
    clearInterval(watch)
    pauses.end()
    await withinTime(Promise.all([consumer.disconnect().catch(() => {}), deadLetters.close()]))
  }
}

const clockLookMilliseconds = 1_000

/**
 * The client library counts from one heartbeat to the next by the clock of the day: when that was put back by hours, it would be silent
 * towards the group for as long, and be taken for dead again and again. A new consumer begins to count anew.
 */
const watchClock = (onPutBack: (error: Error) => void): NodeJS.Timeout => {
  let latest = Date.now()
  return setInterval(() => {
    const now = Date.now()
    if (now < latest)
      onPutBack(new Error(`the clock was put back by ${Math.ceil((latest - now) / 1000)} s, and the sink joins its group anew`))
    latest = now
  }, clockLookMilliseconds)
}

/** The consumer leaves the group after the batch in hand. That takes no longer than it may: a broker that is away answers no farewell. */
const withinTime = (farewell: Promise<unknown>): Promise<unknown> => Promise.race([farewell, sleep(10_000, undefined, { ref: false })])

/** State of a consumer from its start to the failure that stops it. */
type Consuming = { deadLetters: DeadLetters; pauses: Pauses; expiry: ExpiryWatch }

/** Settles a batch chunk by chunk; what is resolved here is committed by the client when the batch ends, however it ends. */
const settleBatch = async (sink: FrameSink, { deadLetters, pauses, expiry }: Consuming, payload: EachBatchPayload): Promise<void> => {
  const { batch, resolveOffset, isRunning, isStale, pause } = payload
  const [first] = batch.messages
  if (first) expiry.begins(batch.partition, first.offset)
  for (const chunk of chunksOf(batch.messages)) {
    if (!isRunning() || isStale()) return
    const { settled, failure } = await whileAlive(payload, () => settleChunk(sink, deadLetters, batch.partition, chunk))
    const last = chunk[settled - 1]
    if (last) {
      resolveOffset(last.offset)
      expiry.settled(batch.partition, last.offset)
      pauses.succeeded(batch.partition)
      sink.onSettled?.(settled)
    }
    if (failure) {
      const milliseconds = pauses.pause(batch.partition, pause())
      sink.onError?.(failure, milliseconds)
      return
    }
  }
}

const settleChunk = async (
  { log, onDeadLetter }: FrameSink,
  deadLetters: DeadLetters,
  partition: number,
  chunk: readonly KafkaMessage[],
): Promise<{ settled: number; failure?: Error }> => {
  const { settled, refused, failure } = await appendFrames(log, chunk)
  if (refused.length > 0) {
    try {
      await deadLetters.put(partition, refused)
    } catch (error) {
      // Without their dead letter the refused ones are not settled, nor is anything after the first of them.
      return { settled: chunk.indexOf(refused[0]!.message), failure: error as Error }
    }
    for (const { message, reason } of refused) onDeadLetter?.(reason, { partition, offset: message.offset })
  }
  return failure ? { settled, failure } : { settled }
}

/** Sends a heartbeat while the log takes its time; its answer also announces a rebalance. */
const whileAlive = async <Result>({ heartbeat }: EachBatchPayload, work: () => Promise<Result>): Promise<Result> => {
  const timer = setInterval(() => void heartbeat().catch(() => {}), 1_000)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}

function* chunksOf(messages: readonly KafkaMessage[]): Generator<KafkaMessage[]> {
  let chunk: KafkaMessage[] = []
  let bytes = 0
  for (const message of messages) {
    const size = message.value?.byteLength ?? 0
    if (chunk.length === limits.chunkMessages || (chunk.length > 0 && bytes + size > limits.chunkBytes)) {
      yield chunk
      chunk = []
      bytes = 0
    }
    chunk.push(message)
    bytes += size
  }
  if (chunk.length > 0) yield chunk
}

/** Partitions that rest because the log did not take their frames, each longer with every failure in a row. */
class Pauses {
  readonly #failures = new Map<number, number>()
  readonly #timers = new Set<NodeJS.Timeout>()

  succeeded(partition: number): void {
    this.#failures.delete(partition)
  }

  /** Calls `resume` after the pause that is answered, milliseconds. */
  pause(partition: number, resume: () => void): number {
    const failures = (this.#failures.get(partition) ?? 0) + 1
    this.#failures.set(partition, failures)
    const milliseconds = pauseAfter(failures)
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      resume()
    }, milliseconds)
    this.#timers.add(timer)
    return milliseconds
  }

  end(): void {
    for (const timer of this.#timers) clearTimeout(timer)
  }
}
