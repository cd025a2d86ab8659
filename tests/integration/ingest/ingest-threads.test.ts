import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { createMemoryEventLog } from '@nightflow/event-log/memory/memory-event-log'
import { encodeFrame, type SentFrame } from '@nightflow/ingest/metering/encode-frame'
import { encoderLimits, FrameEncoders } from '@nightflow/ingest/metering/frame-encoders'
import { hashGatewayKey } from '@nightflow/ingest/shared/gateway-keys'
import { frameLimits } from '@nightflow/schemas/metering/report-readings'
import type { FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { ingestApp, northKey, southKey } from '../../support/data/ingest-app.ts'

const sentAt = '2026-03-01T12:00:00Z'
const receivedAt = Date.parse('2026-03-01T12:00:05Z')
const fragile = new URL('../../support/process/fragile-encoder-thread.ts', import.meta.url)

const sent = (body: Buffer | string, contentType = 'application/json'): SentFrame => ({
  body: Buffer.from(body),
  contentType,
  frameId: undefined,
  sentAt: undefined,
  gateway: { tenant: 'north', name: 'tower' },
  receivedAt,
})
/** Even few and small frames go to a thread. */
const handsOver = { ...encoderLimits, hereBytes: 0 }
const frameOf = (frameId: string, count = 1) => {
  const rows = Array.from({ length: count }, (_, row) => row)
  const readings = { meter: rows.map((row) => `M-${row % 700}`), at: rows.map((row) => receivedAt - row * 60_000), litres: rows }
  return sent(JSON.stringify({ frameId, sentAt, readings }))
}

const opened: FrameEncoders[] = []
const open = (...settings: ConstructorParameters<typeof FrameEncoders>) => {
  const encoders = new FrameEncoders(...settings)
  opened.push(encoders)
  return encoders
}
afterEach(async () => {
  for (const encoders of opened.splice(0)) await encoders.close()
})

const outcome = async (attempt: () => unknown) => {
  try {
    return await attempt()
  } catch (error) {
    return (error as Error).message
  }
}

describe('frames that are read on threads of their own', () => {
  it('mean what they mean where they are read at once, whatever is sent beside them', async () => {
    const encoders = open(2, handsOver)
    const frames = [
      ...Array.from({ length: 100 }, (_, index) => frameOf(`f${index}`, 1 + index * 7)),
      frameOf('large', frameLimits.readingsMax),
      frameOf('too large', frameLimits.readingsMax + 1),
      sent(`{"frameId":"bad","sentAt":"${sentAt}","readings":[{"meter":"7","at":"${sentAt}","litres":-1},7]}`),
      sent('rubbish'),
      sent(randomBytes(5_000), 'application/vnd.apache.arrow.stream'),
      sent('<xml/>', 'text/xml'),
      sent(''),
    ]
    const answers = await Promise.all(frames.map((frame) => outcome(() => encoders.encode(frame))))
    for (const [index, frame] of frames.entries()) expect(answers[index]).toEqual(await outcome(() => encodeFrame(frame)))
  })

  it('are not handed over when they are a few small texts; large ones, and columns that are not text, always are', async () => {
    const encoders = open(1, encoderLimits, fragile)
    const few = [frameOf('end'), frameOf('beside')]
    expect(await Promise.all(few.map((frame) => encoders.encode(frame)))).toEqual(few.map(encodeFrame))
    await expect(encoders.encode(sent('rubbish'))).rejects.toMatchObject({ code: 'request-invalid' })
    await expect(encoders.encode(frameOf('end', 5_000))).rejects.toMatchObject({ code: 'unavailable' })
    await expect(encoders.encode(sent('end', 'application/vnd.nightflow.frame'))).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('are read again by another thread when theirs ends, and only the one that ended it is refused', async () => {
    const encoders = open(1, handsOver, fragile)
    const good = Array.from({ length: 50 }, (_, index) => frameOf(`f${index}`))
    const answers = Promise.all(good.map((frame) => encoders.encode(frame)))
    await expect(encoders.encode(frameOf('end'))).rejects.toMatchObject({ code: 'unavailable' })
    expect(await answers).toEqual(good.map(encodeFrame))
    expect(await encoders.encode(frameOf('after'))).toEqual(encodeFrame(frameOf('after')))
  })

  it('are read again by another thread when theirs does not answer', async () => {
    const encoders = open(1, { ...handsOver, answerMilliseconds: 2_500 }, fragile)
    const hanging = encoders.encode(frameOf('hang'))
    const answer = encoders.encode(frameOf('beside'))
    await expect(hanging).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 5 })
    expect(await answer).toEqual(encodeFrame(frameOf('beside')))
  }, 30_000)

  it('wait in a line that has an end, in frames and in bytes', async () => {
    const few = open(1, { ...encoderLimits, waitingFrames: 2 })
    const taken = [few.encode(frameOf('1')), few.encode(frameOf('2'))]
    await expect(few.encode(frameOf('3'))).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 1 })
    const small = open(1, { ...encoderLimits, waitingBytes: frameOf('1').body.length })
    taken.push(small.encode(frameOf('1')))
    await expect(small.encode(frameOf('2'))).rejects.toMatchObject({ code: 'unavailable' })
    expect(await Promise.all(taken)).toHaveLength(3)
  })

  it('are answered when the service stops, and no more are taken', async () => {
    const encoders = open(1)
    const taken = Array.from({ length: 40 }, (_, index) => encoders.encode(frameOf(`f${index}`, 500)))
    const closed = encoders.close()
    await expect(encoders.encode(frameOf('late'))).rejects.toMatchObject({ code: 'unavailable' })
    await closed
    expect(await Promise.all(taken)).toHaveLength(40)
  })
})

describe('bodies of all requests together', () => {
  it('hold no more than is allowed, and what they held is given back, also by a sender that goes away', async () => {
    const log = createMemoryEventLog()
    const gate = Promise.withResolvers<void>()
    const append: typeof log.append = async (...event) => {
      await gate.promise
      return log.append(...event)
    }
    const { app, post } = await ingestApp({ ...log, append }, { bodyBytesInFlightMax: 10_000, now: () => receivedAt })
    const body = (frameId: string) => frameOf(frameId, 100).body
    const answers = Promise.all(['1', '2', '3'].map((frameId) => post(body(frameId))))
    const refused = await post(Buffer.concat([Buffer.alloc(6_000, 32), body('4')]))
    expect(refused.statusCode).toBe(503)
    expect(refused.headers['retry-after']).toBe('1')
    gate.resolve()
    expect((await answers).map((answer) => answer.statusCode)).toEqual([202, 202, 202])

    await app.listen({ port: 0, host: '127.0.0.1' })
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const socket = await beginToSend(app, 9_000, Buffer.alloc(8_999, 32))
      await expect.poll(async () => (await post(body('while'))).statusCode).toBe(503)
      socket.destroy()
      await expect.poll(async () => (await post(body('after'))).statusCode).toBe(202)
    }
    await app.close()
    await log.close()
  })

  it('take no room for a sender that left while its key was looked up', async () => {
    const log = createMemoryEventLog()
    const lookedUp = Promise.withResolvers<void>()
    const north = { tenant: 'north', name: 'tower' }
    const findGateway = async (hash: Buffer) => {
      if (!hash.equals(hashGatewayKey(southKey))) return north
      await lookedUp.promise
      return { tenant: 'south', name: 'tower' }
    }
    const { app, post } = await ingestApp(log, { bodyBytesInFlightMax: 10_000, now: () => receivedAt, findGateway })
    await app.listen({ port: 0, host: '127.0.0.1' })
    for (let sender = 0; sender < 4; sender += 1) {
      const socket = await beginToSend(app, 9_000, Buffer.alloc(8_999, 32), southKey)
      const closed = once(socket, 'close')
      socket.destroy()
      await closed
    }
    // Until the server knows that they have gone.
    await expect.poll(() => connectionsOf(app)).toBe(0)
    lookedUp.resolve()
    await lookedUp.promise
    await nextTurn()
    expect((await post(frameOf('after', 100).body)).statusCode).toBe(202)
    await app.close()
    await log.close()
  })

  it('take no room for what is announced and never sent', async () => {
    const log = createMemoryEventLog()
    const { app, post } = await ingestApp(log, { bodyBytesInFlightMax: 10_000, now: () => receivedAt })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const silent = await beginToSend(app, 9_999, Buffer.alloc(0))
    expect((await post(frameOf('beside', 100).body)).statusCode).toBe(202)
    silent.destroy()
    await app.close()
    await log.close()
  })

  it('are inflated only where there is room for what they become', async () => {
    const log = createMemoryEventLog()
    const { app, post } = await ingestApp(log, { bodyBytesInFlightMax: 4_000_000, now: () => receivedAt })
    const headers = { 'content-encoding': 'gzip' }
    const padded = (frameId: string) => gzipSync(Buffer.concat([Buffer.alloc(1_500_000, 32), frameOf(frameId, 10).body]))
    const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => post(padded(`many${index}`), { headers })))
    const counted = Map.groupBy(answers, ({ statusCode }) => statusCode)
    expect([...counted.keys()].toSorted()).toEqual([202, 503])
    expect(counted.get(202)!.length).toBeGreaterThanOrEqual(2)
    expect(counted.get(503)!.every((answer) => answer.headers['retry-after'] === '1')).toBe(true)
    // Each that was refused comes again, and finds the room given back.
    for (let index = 0; index < 12; index += 1) expect((await post(padded(`many${index}`), { headers })).statusCode).toBe(202)
    await app.close()
    await log.close()
  })

  it('that were written as several gzips one after the other are read whole', async () => {
    const log = createMemoryEventLog()
    const { app, post } = await ingestApp(log, { now: () => receivedAt })
    const { body } = frameOf('two parts', 100)
    const parts = Buffer.concat([gzipSync(body.subarray(0, 900)), gzipSync(body.subarray(900))])
    expect((await post(parts, { headers: { 'content-encoding': 'gzip' } })).statusCode).toBe(202)
    await app.close()
    await log.close()
  })
})

/** A gateway that announces so many bytes and sends these, once the server has its headers. */
const beginToSend = async (app: FastifyInstance, announced: number, bytes: Buffer, key = northKey): Promise<Socket> => {
  const { port } = app.server.address() as { port: number }
  const socket = connect({ port, host: '127.0.0.1' }).on('error', () => undefined)
  const heard = once(app.server, 'request')
  socket.write(
    `POST /ingest/v1/frames HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\ncontent-length: ${announced}\r\n\r\n`,
  )
  socket.write(bytes)
  await heard
  return socket
}

const connectionsOf = (app: FastifyInstance): Promise<number> =>
  new Promise((resolve, reject) => app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))))
