import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { unpackFrame } from '@nightflow/domain/metering/unpack-frame'
import { openFrameBuffer } from '@nightflow/ingest/frame-buffer/frame-buffer'
import { encodeFrameMessage } from '@nightflow/ingest/frame-buffer/frame-message'
import { deadLetterTopic, withAdmin } from '@nightflow/ingest/frame-buffer/frame-topics'
import { openKafka } from '@nightflow/ingest/frame-buffer/kafka-connection'
import { keepInBuffer } from '@nightflow/ingest/frame-buffer/keep-in-buffer'
import { readSinkLag } from '@nightflow/ingest/frame-buffer/sink-lag'
import pg from 'pg'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { ingestApp } from '../../support/data/ingest-app.ts'
import { byForm } from '../../support/full-form.ts'
import { type FramePath, openFramePath } from '../../support/kafka/frame-path.ts'
import { findWayToKafka, type KafkaBroker } from '../../support/kafka/kafka-broker.ts'
import { frameIdsInLog, numberedFrame, waitUntilDrained } from '../../support/kafka/kafka-frames.ts'
import { kafkaOfRun } from '../../support/kafka/kafka-of-run.ts'
import { runNightflow, waitUntil } from '../../support/process/server-process.ts'

const way = findWayToKafka()
if ('absent' in way) console.info(way.absent)

const tower = { tenant: 'north', name: 'tower' }
const reading = (meter: string, litres: number) => ({ meter, at: '2026-01-01T00:00:00Z', litres })

describe.skipIf('absent' in way)('frames that come through Kafka', () => {
  let broker: KafkaBroker
  let { database, log, settings, buffer, startSink, remove } = {} as FramePath

  beforeAll(async () => {
    broker = await kafkaOfRun()
  })
  beforeEach(async () => {
    ;({ database, log, settings, buffer, startSink, remove } = await openFramePath(broker))
  })
  afterEach(() => remove())

  const produce = async (...messages: { key: string; value: Buffer }[]): Promise<void> => {
    const producer = openKafka(settings, 'test').producer()
    await producer.connect()
    for (const message of messages) await producer.send({ topic: settings.topic, messages: [message] })
    await producer.disconnect()
  }

  test('a frame is acknowledged without a position, and is stored in the log as without Kafka', async () => {
    const direct = await ingestApp(log)
    const buffered = await ingestApp(log, { keepFrame: keepInBuffer(buffer) })
    const frame = { sentAt: '2026-01-01T00:00:00Z', readings: [reading('1', 1), reading('2', 2), reading('2', 2), reading('3', -1)] }
    const different = { frameId: '', receivedAt: '', raw: '' }
    await direct.post({ frameId: 'direct', ...frame })
    const answer = await buffered.post({ frameId: 'buffered', ...frame })
    expect(answer.statusCode).toBe(202)
    expect(answer.json()).toMatchObject({ frameId: 'buffered', accepted: 2, duplicates: 1, rejected: [{ index: 3 }], position: null })
    expect(await log.head()).toBe(1)

    startSink()
    expect(await waitUntil(async () => (await log.head()) === 2)).toBe(true)
    const [first, second] = await log.readAll(0)
    expect({ ...second?.data, ...different }).toEqual({ ...first?.data, ...different })
    expect(second).toMatchObject({ type: first?.type, metadata: first?.metadata, stream: first?.stream, version: 2 })
    expect(Buffer.from(second!.packed!)).toEqual(Buffer.from(first!.packed!))
    expect(unpackFrame(second!.packed!).count).toBe(2)
    for await (const broken of log.verify()) expect(broken).toBeUndefined()
  })

  test('a frame that is sent again gets the first answer and is stored once, whichever gateway process it reaches', async () => {
    const first = await ingestApp(log, { keepFrame: keepInBuffer(buffer) })
    const otherBuffer = openFrameBuffer(settings, log)
    const other = await ingestApp(log, { keepFrame: keepInBuffer(otherBuffer) })
    const frame = { frameId: 'again', sentAt: '2026-01-01T00:00:00Z', readings: [reading('1', 1)] }
    const answers = await Promise.all([first.post(frame), first.post(frame), other.post(frame)])
    const late = await first.post({ ...frame, readings: [reading('1', 1), reading('2', 2)] })
    for (const answer of [...answers, late]) expect([answer.statusCode, answer.json()]).toEqual([202, answers[0]?.json()])
    startSink()
    expect(await waitUntilDrained(settings)).toBe(true)
    expect(await frameIdsInLog(database.pool, tower)).toEqual(['again'])
    await otherBuffer.close()
  })

  test('a gateway’s frames keep their order', async () => {
    const frames = Array.from({ length: 400 }, (_, index) => numberedFrame(tower, index))
    await Promise.all(frames.map(({ buffered }) => buffer.put(buffered)))
    startSink()
    expect(await waitUntilDrained(settings)).toBe(true)
    expect(await frameIdsInLog(database.pool, tower)).toEqual(frames.map(({ written }) => written.data.frameId))
  })

  test('messages that are delivered twice are stored once', async () => {
    const messages = Array.from({ length: 20 }, (_, index) => ({
      key: 'north/tower',
      value: encodeFrameMessage(numberedFrame(tower, index).buffered),
    }))
    await buffer.put(numberedFrame(tower, 0).buffered)
    await produce(...messages, ...messages)
    const sink = startSink()
    expect(await waitUntilDrained(settings)).toBe(true)
    expect(sink.settled()).toBe(41)
    expect(await frameIdsInLog(database.pool, tower)).toHaveLength(20)
  })

  test('a frame that cannot be appended is a dead letter with its bytes and reason, blocks no other frame, and can be put back', async () => {
    await buffer.put(numberedFrame(tower, 0).buffered)
    const damaged = encodeFrameMessage(numberedFrame(tower, 1).buffered)
    damaged[damaged.length - 1]! ^= 1
    await produce({ key: 'north/tower', value: damaged })
    await database.pool.query(`alter table log.events add constraint no_frame_2 check (data->>'frameId' <> 'frame-000002')`)
    for (const index of [2, 3]) await buffer.put(numberedFrame(tower, index).buffered)
    startSink()
    expect(await waitUntilDrained(settings)).toBe(true)
    expect(await frameIdsInLog(database.pool, tower)).toEqual(['frame-000000', 'frame-000003'])

    const command = (name: 'list' | 'replay', ...more: string[]) =>
      runNightflow('dead-letters', '--kafka-brokers', settings.brokers.join(','), '--kafka-topic', settings.topic, name, ...more)
    const listed = await command('list', '--raw')
    expect(listed.code).toBe(0)
    const letters = listed.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(letters).toMatchObject([
      { reason: expect.stringContaining('checksum differs'), key: 'north/tower', raw: damaged.toString('base64') },
      { reason: expect.stringContaining('no_frame_2'), key: 'north/tower', setAsideAt: expect.stringMatching(/^\d{4}-/) },
    ])

    await database.pool.query('alter table log.events drop constraint no_frame_2')
    expect(await command('replay')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^2 put back/) })
    expect(await waitUntilDrained(settings)).toBe(true)
    expect(await frameIdsInLog(database.pool, tower)).toEqual(['frame-000000', 'frame-000003', 'frame-000002'])
    const left = (await command('list')).stdout.trim().split('\n')
    expect(left.map((line) => JSON.parse(line))).toMatchObject([{ reason: expect.stringContaining('checksum differs'), offset: '2' }])
  })

  test('a log that stalls and then goes away holds the sink up and loses nothing', async () => {
    const frames = Array.from({ length: 60 }, (_, index) => numberedFrame(tower, index))
    const lock = await database.pool.connect()
    await lock.query('begin')
    await lock.query('select from log.head for update')
    const sink = startSink()
    for (const { buffered } of frames.slice(0, 30)) await buffer.put(buffered)
    // Longer than a sink may be silent: it has to say that it lives while the log keeps it waiting.
    await sleep(settings.sessionMilliseconds + 2_000)
    expect(sink.settled()).toBe(0)
    await lock.query('rollback')
    lock.release()
    expect(await waitUntilDrained(settings)).toBe(true)
    expect([sink.settled(), sink.errors]).toEqual([30, []])

    const name = new URL(database.connectionString).pathname.slice(1)
    const setAllowed = async (allowed: boolean): Promise<void> => {
      const url = new URL(database.connectionString)
      url.pathname = '/postgres'
      const client = new pg.Client(url.href)
      await client.connect()
      await client.query(`alter database ${pg.escapeIdentifier(name)} allow_connections ${allowed}`)
      if (!allowed) await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
      await client.end()
    }
    await setAllowed(false)
    for (const { buffered } of frames.slice(30)) await buffer.put(buffered)
    expect(await waitUntil(() => sink.errors.length > 1)).toBe(true)
    expect(await readSinkLag(settings)).toBe(30)
    await setAllowed(true)
    expect(await waitUntilDrained(settings)).toBe(true)
    expect(await frameIdsInLog(database.pool, tower)).toEqual(frames.map(({ written }) => written.data.frameId))
    const deadLetters = await withAdmin(openKafka(settings, 'test'), (admin) => admin.fetchTopicOffsets(deadLetterTopic(settings.topic)))
    expect(deadLetters).toMatchObject([{ high: '0' }])
  })

  test('a sink that lags by very many readings catches up', async () => {
    const frameCount = byForm({ full: 500, short: 100 })
    const gateways = Array.from({ length: 4 }, (_, index) => ({ tenant: 'north', name: `gateway-${index}` }))
    const frames = Array.from({ length: frameCount }, (_, index) => numberedFrame(gateways[index % 4]!, index, 2_000))
    await Promise.all(frames.map(({ buffered }) => buffer.put(buffered)))
    expect(await readSinkLag(settings)).toBe(frameCount)
    const begun = performance.now()
    startSink()
    expect(await waitUntilDrained(settings)).toBe(true)
    console.info(`${frameCount * 2_000} readings caught up in ${Math.round(performance.now() - begun)} ms`)
    const { rows } = await database.pool.query<{ frames: number; readings: number }>(
      `select count(*)::int as frames, sum((data->>'accepted')::int)::int as readings from log.events`,
    )
    expect(rows).toEqual([{ frames: frameCount, readings: frameCount * 2_000 }])
  })

  test('the topics are created with the settings that are documented', async () => {
    await buffer.put(numberedFrame(tower, 0).buffered)
    const topics = [settings.topic, deadLetterTopic(settings.topic)]
    const found = await withAdmin(openKafka(settings, 'test'), async (admin) => {
      const { resources } = await admin.describeConfigs({ includeSynonyms: false, resources: topics.map((name) => ({ type: 2, name })) })
      const { topics: described } = await admin.fetchTopicMetadata({ topics })
      return topics.map((name) => ({
        partitions: described.find((topic) => topic.name === name)?.partitions.length,
        ...Object.fromEntries(
          resources
            .find((resource) => resource.resourceName === name)
            ?.configEntries.map((entry) => [entry.configName, entry.configValue]) ?? [],
        ),
      }))
    })
    const kept = { 'min.insync.replicas': '1', 'cleanup.policy': 'delete', 'message.timestamp.type': 'LogAppendTime' }
    const both = { ...kept, 'compression.type': 'producer' }
    expect(found).toMatchObject([
      { partitions: 3, 'retention.ms': '3600000', 'max.message.bytes': '33554432', ...both },
      { partitions: 1, 'retention.ms': '-1', 'max.message.bytes': '33619968', ...both },
    ])
  })

  test('a frame that the topic’s owner does not take is refused by itself, and those that were sent with it are acknowledged', async () => {
    await withAdmin(openKafka(settings, 'test'), (admin) =>
      admin.createTopics({
        topics: [{ topic: settings.topic, numPartitions: 3, configEntries: [{ name: 'max.message.bytes', value: '100000' }] }],
        waitForLeaders: true,
      }),
    )
    const small = [numberedFrame(tower, 0).buffered, numberedFrame(tower, 1).buffered]
    // Of a gateway whose partition is another.
    const { stream, event } = numberedFrame({ tenant: 'north', name: 'mill' }, 2).buffered
    const large = { stream, event: { ...event, packed: Buffer.alloc(200_000) } }
    const answers = await Promise.allSettled([...small, large].map((frame) => buffer.put(frame)))
    expect(answers).toMatchObject([{ status: 'fulfilled' }, { status: 'fulfilled' }, { status: 'rejected', reason: { code: 'too-large' } }])
    startSink()
    expect(await waitUntilDrained(settings)).toBe(true)
    expect(await frameIdsInLog(database.pool, tower)).toEqual(['frame-000000', 'frame-000001'])
  })

  test('a frame that waited behind others is refused when its own time is over, not after as long again', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const unanswered = openFrameBuffer({ ...settings, brokers: [`127.0.0.1:${port}`] }, log)
    const clock = vi.spyOn(performance, 'now').mockReturnValueOnce(performance.now() - 24_500)
    const answer = unanswered.put(numberedFrame(tower, 0).buffered).catch((error) => error)
    clock.mockRestore()
    // As long again would be 25 s.
    expect(await Promise.race([answer, sleep(20_000, 'nothing')])).toMatchObject({ code: 'unavailable' })
    await unanswered.close()
    silent.close()
  })

  test('without brokers a gateway gets a 503 and sends again', async () => {
    const away = openFrameBuffer({ ...settings, brokers: ['127.0.0.1:1'] }, log)
    const { post } = await ingestApp(log, { keepFrame: keepInBuffer(away) })
    const refused = await post({ frameId: 'early', sentAt: '2026-01-01T00:00:00Z', readings: [reading('1', 1)] })
    expect(refused.statusCode).toBe(503)
    expect(refused.headers['retry-after']).toBe('5')
    expect(refused.json()).toMatchObject({ code: 'unavailable', detail: expect.stringContaining('send this frame again') })
    await away.close()
  })
})
