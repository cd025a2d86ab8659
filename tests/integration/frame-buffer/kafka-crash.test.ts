import { spawn } from 'node:child_process'
import { getEventListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openDeadLetters } from '@nightflow/ingest/frame-buffer/dead-letters'
import type { ExpiredFrames } from '@nightflow/ingest/frame-buffer/expired-frames'
import type { FrameSink } from '@nightflow/ingest/frame-buffer/frame-sink'
import { ensureTopics, sinkGroup, withAdmin } from '@nightflow/ingest/frame-buffer/frame-topics'
import { openKafka } from '@nightflow/ingest/frame-buffer/kafka-connection'
import { openProducer } from '@nightflow/ingest/frame-buffer/open-producer'
import { listDeadLetters } from '@nightflow/ingest/frame-buffer/replay-dead-letters'
import type { Gateway } from '@nightflow/ingest/shared/accept-frame'
import type { KafkaMessage } from 'kafkajs'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  answerMetadata,
  failInitProducerId,
  failProduce,
  failures,
  kafkaWithAlteredAnswers,
  producedPartitions,
  requests,
} from '../../support/database/altered-answers.ts'
import { byForm, fullFormSuffix, isFullForm } from '../../support/full-form.ts'
import { type FramePath, openFramePath } from '../../support/kafka/frame-path.ts'
import { findWayToKafka, type KafkaBroker, startKafka } from '../../support/kafka/kafka-broker.ts'
import { frameIdsInLog, numberedFrame, type RunningSink, waitUntilDrained } from '../../support/kafka/kafka-frames.ts'
import { waitUntil } from '../../support/process/server-process.ts'

const way = findWayToKafka()
if ('absent' in way) console.info(way.absent)

const gateways: Gateway[] = Array.from({ length: 6 }, (_, index) => ({ tenant: 'north', name: `gateway-${index}` }))

describe.skipIf('absent' in way)('when a part between gateway and log breaks', () => {
  let broker: KafkaBroker
  let { database, settings, buffer, startSink: startAnySink, remove } = {} as FramePath
  /** Frames that a sink reported as deleted by Kafka; none ever is. */
  let expired: ExpiredFrames[]

  beforeAll(async () => {
    broker = await startKafka()
  })
  afterAll(async () => broker?.stop())
  beforeEach(async () => {
    ;({ database, settings, buffer, startSink: startAnySink, remove } = await openFramePath(broker, 6))
    expired = []
  })
  afterEach(() => remove())

  const startSink = (more: Partial<FrameSink> = {}): RunningSink => startAnySink({ onExpired: (frames) => expired.push(frames), ...more })

  /** Gateways that send one frame after the other, each again until it is acknowledged, until the test stops them. */
  const startLoad = () => {
    let isStopped = false
    const acknowledged = new Map<Gateway, string[]>(gateways.map((gateway) => [gateway, []]))
    let refusals = 0
    const report = async (gateway: Gateway): Promise<void> => {
      for (let index = 0; !isStopped; index += 1) {
        const { buffered, written } = numberedFrame(gateway, index, 20)
        for (;;) {
          try {
            await buffer.put(buffered)
            break
          } catch {
            refusals += 1
            await sleep(100)
          }
        }
        acknowledged.get(gateway)?.push(written.data.frameId)
        await sleep(2)
      }
    }
    const ended = Promise.all(gateways.map(report))
    return {
      refusals: () => refusals,
      count: () => [...acknowledged.values()].reduce((sum, frames) => sum + frames.length, 0),
      stop: async () => {
        isStopped = true
        await ended
        return acknowledged
      },
    }
  }

  const expectEachOnceInOrder = async (acknowledged: Map<Gateway, string[]>): Promise<void> => {
    let lost = 0
    let duplicated = 0
    let sent = 0
    for (const [gateway, frames] of acknowledged) {
      const found = await frameIdsInLog(database.pool, gateway)
      sent += frames.length
      lost += frames.filter((frame) => !found.includes(frame)).length
      duplicated += found.length - new Set(found).size
      expect(found).toEqual(frames)
    }
    console.info(`${sent} frames acknowledged, ${lost} lost, ${duplicated} duplicated`)
    expect({ lost, duplicated, expired }).toEqual({ lost: 0, duplicated: 0, expired: [] })
  }

  test.skipIf(!isFullForm)(`sinks that come and go under load share the work and lose nothing${fullFormSuffix}`, async () => {
    const first = startSink()
    const load = startLoad()
    expect(await waitUntil(() => first.settled() > 50)).toBe(true)
    const second = startSink()
    expect(await waitUntil(() => second.settled() > 50)).toBe(true)
    const before = second.settled()
    const firstBefore = first.settled()
    expect(await waitUntil(() => second.settled() > before + 50 && first.settled() > firstBefore + 50)).toBe(true)
    await first.stop()
    const atEnd = second.settled()
    expect(await waitUntil(() => second.settled() > atEnd + 200)).toBe(true)
    const acknowledged = await load.stop()
    expect(await waitUntilDrained(settings)).toBe(true)
    await expectEachOnceInOrder(acknowledged)
  })

  test.skipIf(!isFullForm)(
    `a sink that is killed in the middle of a batch leaves frames that another one takes up${fullFormSuffix}`,
    async () => {
      const acknowledged = new Map<Gateway, string[]>()
      for (const gateway of gateways) {
        const frames = Array.from({ length: 1_000 }, (_, index) => numberedFrame(gateway, index, 20))
        await Promise.all(frames.map(({ buffered }) => buffer.put(buffered)))
        acknowledged.set(
          gateway,
          frames.map(({ written }) => written.data.frameId),
        )
      }
      const script = fileURLToPath(new URL('../../support/kafka/kafka-sink-process.ts', import.meta.url))
      const order = JSON.stringify({ settings, connectionString: database.connectionString })
      const child = spawn(process.execPath, [script, order], { stdio: ['ignore', 'pipe', 'inherit'] })
      const ended = new Promise((done) => child.once('exit', done))
      await new Promise((committed) => child.stdout.once('data', committed))
      child.kill('SIGKILL')
      await ended
      const { rows } = await database.pool.query<{ found: number }>('select count(*)::int as found from log.events')
      const found = rows[0]?.found ?? 0
      expect(found).toBeGreaterThan(0)
      expect(found).toBeLessThan(6_000)
      const heir = startSink()
      expect(await waitUntilDrained(settings)).toBe(true)
      // It was given frames again that the dead one had appended and not committed.
      expect(heir.settled()).toBeGreaterThan(6_000 - found)
      await expectEachOnceInOrder(acknowledged)
    },
  )

  test('a sink whose clock was put back by hours joins its group anew at once, and stays in it', async () => {
    const stopping = new AbortController()
    const sink = startSink({ signal: stopping.signal })
    const frame = numberedFrame(gateways[0]!, 0, 20)
    await buffer.put(frame.buffered)
    expect(await waitUntil(() => sink.settled() === 1)).toBe(true)
    const memberIds = async (): Promise<string[]> => {
      const { groups } = await withAdmin(openKafka(settings, 'test'), (admin) => admin.describeGroups([sinkGroup(settings.topic)]))
      return groups.flatMap(({ members }) => members.map(({ memberId }) => memberId))
    }
    const [before] = await memberIds()
    // A partition of a topic that was just made may have had no leader yet.
    const errorsBefore = sink.errors.length
    const trueNow = Date.now
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => trueNow() - 7 * 3_600_000)
    try {
      await expect.poll(memberIds).toEqual([expect.not.stringContaining(before!)])
      // It left by itself, before the group gave it up.
      expect(sink.errors[errorsBefore]?.message).toContain('the clock was put back')
      // The lost consumer waits for the end no more.
      expect(getEventListeners(stopping.signal, 'abort')).toHaveLength(1)
      const joined = await memberIds()
      // Long enough for the group to give up a member that is silent.
      await sleep(settings.sessionMilliseconds + 3_000)
      expect(await memberIds()).toEqual(joined)
    } finally {
      clock.mockRestore()
      stopping.abort()
    }
  })

  test('a dead letter that is acknowledged is there, though another partition’s was answered with a failure after it was written', async () => {
    await ensureTopics(openKafka(settings, 'test'), settings)
    let answered = 0
    const { kafka } = kafkaWithAlteredAnswers(broker.brokers, (request, answer) => {
      if (request !== requests.produce) return
      answered += 1
      if (answered === 1) failProduce(answer, failures.requestTimedOut)
    })
    const refused = (value: string) => [
      { message: { key: null, value: Buffer.from(value), offset: '0' } as KafkaMessage, reason: 'damaged' },
    ]
    const values = ['first', 'second', 'third']
    const deadLetters = await openDeadLetters(kafka, settings)
    await Promise.all(values.map((value, partition) => deadLetters.put(partition, refused(value))))
    await deadLetters.close()
    const waiting = async (): Promise<string[]> => {
      const found = new Set<string>()
      await listDeadLetters(settings, async ({ value }) => void found.add(value.toString()))
      return [...found].sort()
    }
    // A broker that is new loads its groups first.
    await expect.poll(waiting).toEqual(values)
  })

  test('a producer that the brokers give no number leaves no connection open', async () => {
    const { kafka, connections } = kafkaWithAlteredAnswers(broker.brokers, (request, answer) => {
      if (request === requests.initProducerId) failInitProducerId(answer, failures.clusterAuthorizationFailed)
    })
    await expect(openProducer(kafka, { idempotent: true })).rejects.toThrow('Cluster authorization failed')
    await expect.poll(connections).toBe(0)
  })

  test('a frame whose partition moves to a broker that has answered already is not acknowledged unless it is there', async ({ skip }) => {
    if (!broker.kill) return skip('the brokers that are given lead as they do')
    await ensureTopics(openKafka(settings, 'test'), settings)
    const port = broker.brokers[0]!.split(':')[1]!
    // One broker under two names passes for two.
    const brokers = [`127.0.0.1:${port}`, `localhost:${port}`]
    let leaders = [1, 2]
    let isThere = false
    const { kafka } = kafkaWithAlteredAnswers(brokers.slice(0, 1), (request, answer) => {
      if (request === requests.metadata) return answerMetadata(answer, { brokers, topic: settings.topic, leaders })
      if (request !== requests.produce || !producedPartitions(answer).includes(1)) return
      if (leaders[1] === 1) isThere = true
      else failProduce(answer, failures.notLeader)
      leaders = [1, 1]
    })
    const producer = await openProducer(kafka, { idempotent: true })
    const messages = [0, 1].map((partition) => ({ partition, value: 'frame' }))
    const isAcknowledged = await producer.send(settings.topic, messages).then(
      () => true,
      () => false,
    )
    await producer.disconnect()
    expect(leaders).toEqual([1, 1])
    expect(isAcknowledged).toBe(isThere)
  })

  test.skipIf(!isFullForm)(
    `a broker that is killed and comes back has every frame that it acknowledged${fullFormSuffix}`,
    async ({ skip }) => {
      if (!broker.kill || !broker.restart) return skip('the broker was given and is not ours to kill')
      const sink = startSink()
      const load = startLoad()
      for (let round = 1; round <= byForm({ full: 2, short: 1 }); round += 1) {
        const settled = sink.settled()
        expect(await waitUntil(() => sink.settled() > settled + 100)).toBe(true)
        await broker.kill()
        await sleep(1_500)
        await broker.restart()
        const count = load.count()
        expect(await waitUntil(() => load.count() > count + 100)).toBe(true)
      }
      const acknowledged = await load.stop()
      expect(await waitUntilDrained(settings)).toBe(true)
      await expectEachOnceInOrder(acknowledged)
    },
  )
})
