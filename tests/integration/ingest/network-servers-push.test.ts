import { existsSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { unpackFrame } from '@nightflow/domain/metering/unpack-frame'
import type { EventLog } from '@nightflow/event-log/event-log'
import { createMemoryEventLog } from '@nightflow/event-log/memory/memory-event-log'
import type { DeviceProfileMapping } from '@nightflow/schemas/platform/gateway'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type IngestApp, ingestApp, northKey } from '../../support/data/ingest-app.ts'

const heardAt = new Date(Date.now() - 5_000).toISOString()
const ownMapping: DeviceProfileMapping = { profile: 'Brass meter', litres: { path: 'total', unit: 'l' }, meter: '$.deviceInfo.tags.meter' }

let log: EventLog
let ingest: IngestApp
beforeAll(async () => {
  log = createMemoryEventLog()
  ingest = await ingestApp(log, {
    findMapping: async (tenant, profile) => (tenant === 'north' && profile === ownMapping.profile ? ownMapping : undefined),
  })
})
afterAll(async () => {
  await ingest.app.close()
  await log.close()
})

const push = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
  const answer = await ingest.post(body, { url: `/ingest/v1/${path}`, headers })
  return { status: answer.statusCode, body: answer.json() }
}
const stored = async (position: number) => (await log.readAll(position - 1, { limit: 1 }))[0]!

const chirpstackUp = (more: object = {}) => ({
  deduplicationId: '3ac7e3c4-4401-4b8d-9386-a5c902f9202d',
  time: heardAt,
  deviceInfo: { deviceProfileName: 'Brass meter', devEui: '0101010101010101', tags: { meter: '4711' } },
  fPort: 1,
  data: 'qg==',
  object: { total: 1234 },
  ...more,
})

describe('ChirpStack', () => {
  it('an uplink becomes a reading by the tenant’s own mapping, and its repetition is answered the same', async () => {
    const first = await push('chirpstack?event=up', chirpstackUp())
    expect(first).toMatchObject({
      status: 202,
      body: { frameId: '3ac7e3c4-4401-4b8d-9386-a5c902f9202d', accepted: 1, duplicates: 0, rejected: [] },
    })
    expect(await push('chirpstack?event=up', chirpstackUp())).toEqual(first)
    const event = await stored(first.body.position)
    expect(event.data).toMatchObject({ source: 'chirpstack', gateway: 'tower' })
    const columns = unpackFrame(event.packed!)
    expect([columns.meters, [...columns.registerMillilitres!], [...columns.at]]).toEqual([['4711'], [1_234_000], [Date.parse(heardAt)]])
  })

  // requirement of Devices: A flow meter shows the signal with which the network heard it last (LoRaWAN, wM-Bus) | /device/flowMeters | GET /prod-api/business/flowMeter/list
  it('the strongest of the receptions of an uplink is the signal of its meter', async () => {
    const rxInfo = [{ gatewayId: 'a', rssi: -97, snr: 4 }, { gatewayId: 'b', rssi: -81 }, { gatewayId: 'c' }]
    const { body } = await push('chirpstack?event=up', chirpstackUp({ deduplicationId: 'heard twice', rxInfo }))
    expect((await stored(body.position)).data.signals).toEqual([{ meter: '4711', decibelMilliwatt: -81 }])
  })

  it('a device without a mapping is kept with its body and answered well', async () => {
    const body = chirpstackUp({ deduplicationId: 'unknown', deviceInfo: { deviceProfileName: 'Who knows', devEui: '02' } })
    const { status, body: answer } = await push('chirpstack?event=up', body)
    expect([status, answer.accepted, answer.rejected]).toEqual([
      202,
      0,
      [{ index: 0, reason: 'unknown-device', field: 'profile', value: 'Who knows' }],
    ])
    expect((await stored(answer.position)).data.raw).toBe(JSON.stringify(body))
  })

  it('an unknown payload is kept with its bytes and accepted', async () => {
    const { object, ...body } = chirpstackUp({ deduplicationId: 'raw' })
    expect(await push('chirpstack?event=up', body)).toMatchObject({
      status: 202,
      body: { accepted: 0, rejected: [{ reason: 'undecodable-payload', field: 'data', value: expect.stringContaining('aa') }] },
    })
  })

  it.each(['status', 'join', 'log', 'location', 'ack', 'txack'])('the event %s is acknowledged', async (event) => {
    const { status, body } = await push(`chirpstack?event=${event}`, {
      deduplicationId: 'd',
      deviceInfo: { devEui: '01' },
      queueItemId: 'x',
    })
    expect([status, body.accepted, body.rejected]).toEqual([202, 0, []])
  })
})

describe('The Things Stack', () => {
  const uplink = (more: object = {}) => ({
    end_device_ids: { device_id: 'dev1', application_ids: { application_id: 'app1' }, dev_eui: '0004A30B001C0530' },
    received_at: heardAt,
    uplink_message: {
      session_key_id: 'AXA5',
      f_port: 100,
      frm_payload: Buffer.from(
        '01AEAC986A003217000000000000000000008003800054000E4005100048000240020000200000000000000000000000000000',
        'hex',
      ).toString('base64'),
      received_at: heardAt,
    },
    ...more,
  })

  it('the raw bytes of a meter that we know become a day of registers', async () => {
    const { status, body } = await push('the-things-stack', uplink())
    expect([status, body.frameId]).toEqual([202, '0004A30B001C0530:AXA5:0'])
    expect(body.accepted + body.rejected.length).toBe(24)
  })

  it('the signal of an uplink is that of its meter', async () => {
    const { uplink_message, ...rest } = uplink()
    const heard = { ...uplink_message, f_cnt: 1, rx_metadata: [{ rssi: -104 }, { rssi: -35, snr: 5 }] }
    const { body } = await push('the-things-stack', { ...rest, uplink_message: heard })
    expect((await stored(body.position)).data.signals).toEqual([{ meter: '0004A30B001C0530', decibelMilliwatt: -35 }])
  })

  it('a simulated uplink is acknowledged and not stored', async () => {
    const head = await log.head()
    expect(await push('the-things-stack', uplink({ simulated: true }))).toMatchObject({ status: 202, body: { accepted: 0, rejected: [] } })
    expect(await log.head()).toBe(head)
  })
})

describe('wmbusmeters', () => {
  const telegram = {
    media: 'water',
    meter: 'iperl',
    name: 'MyTapWater',
    id: '33225544',
    max_flow_m3h: 0,
    total_m3: 123.529,
    timestamp: heardAt,
  }

  it('one telegram heard by two collectors is stored once', async () => {
    const first = await push('wmbusmeters', { ...telegram, device: 'one' })
    expect(first).toMatchObject({ status: 202, body: { accepted: 1, rejected: [] } })
    expect(await push('wmbusmeters', { ...telegram, device: 'two' })).toEqual(first)
  })

  it('telegrams carry the signal of their meters, and what is no signal is left out', async () => {
    const { body } = await push('wmbusmeters', [
      { ...telegram, id: '31', rssi_dbm: -76 },
      { ...telegram, id: '32' },
      { ...telegram, id: '33', rssi_dbm: -9999 },
    ])
    expect(body.accepted).toBe(3)
    expect((await stored(body.position)).data.signals).toEqual([{ meter: '31', decibelMilliwatt: -76 }])
  })

  it('an array keeps the good telegrams beside the others', async () => {
    const { status, body } = await push('wmbusmeters', [
      telegram,
      { ...telegram, media: 'gas', id: '1' },
      7,
      { ...telegram, id: '2', total_m3: -1 },
    ])
    expect([status, body.accepted, body.rejected.map(({ index, reason }: { index: number; reason: string }) => [index, reason])]).toEqual([
      202,
      1,
      [
        [1, 'unknown-device'],
        [2, 'undecodable-payload'],
        [3, 'negative'],
      ],
    ])
  })

  const samples = new URL('../../../../shared/data/wmbus/wmbusmeters_water.jsonl', import.meta.url)
  it.skipIf(!existsSync(samples))(
    'every sample telegram, as printed, is accepted but the one for gas (skipped without ../shared/data)',
    async () => {
      const lines = readFileSync(samples, 'utf8').trim().split('\n')
      const answers = []
      for (const line of lines) answers.push(await push('wmbusmeters', (JSON.parse(line) as { json: object }).json))
      expect(answers.every(({ status }) => status === 202)).toBe(true)
      const refused = answers.flatMap(({ body }, index) => (body.accepted === 1 ? [] : [[index, body.rejected[0].value]]))
      expect(refused).toEqual([[1, 'gas']])
    },
  )
})

describe('every network server', () => {
  it.each(['chirpstack?event=up', 'the-things-stack', 'wmbusmeters'])(
    '%s: what is no JSON is malformed, and no key is no entry',
    async (path) => {
      expect(await push(path, '{"half":')).toMatchObject({ status: 400, body: { code: 'request-invalid' } })
      expect(await push(path, {}, { authorization: '' })).toMatchObject({ status: 401, body: { code: 'gateway-key-unknown' } })
    },
  )

  it('may send its key as a password or in a header of its own, and its body by gzip', async () => {
    const basic = Buffer.from(`chirpstack:${northKey}`).toString('base64')
    expect((await push('chirpstack?event=join', {}, { authorization: `Basic ${basic}` })).status).toBe(202)
    const { app } = ingest
    const url = '/ingest/v1/chirpstack?event=join'
    expect((await app.inject({ method: 'POST', url, payload: '{}', headers: { 'x-api-key': northKey } })).statusCode).toBe(202)
    expect(
      (await app.inject({ method: 'POST', url, payload: '{}', headers: { 'x-api-key': 'nfk_wrongwrongwrongwrong' } })).statusCode,
    ).toBe(401)
    const packed = await ingest.post(gzipSync('{}'), { url, headers: { 'content-encoding': 'gzip' } })
    expect(packed.statusCode).toBe(202)
  })

  it('any JSON that it sends is answered 202 and never stops the next one', async () => {
    const field = fc.constantFrom(
      ...[
        'deviceInfo',
        'object',
        'data',
        'time',
        'end_device_ids',
        'uplink_message',
        'id',
        'meter',
        'total_m3',
        'status',
        'timestamp',
        'rssi_dbm',
      ],
    )
    const value = fc.oneof(
      fc.jsonValue(),
      fc.constant({ devEui: '01', deviceProfileName: 'flowIQ' }),
      fc.constant({ dev_eui: '01' }),
      fc.constant({ frm_payload: 'eER', decoded_payload: { values: [{}, null, 3], latestVolume: 'x' } }),
      fc.constant(1e300),
    )
    const body = fc.oneof(fc.jsonValue(), fc.dictionary(field, value), fc.array(fc.dictionary(field, value), { maxLength: 4 }))
    const path = fc.constantFrom('chirpstack?event=up', 'chirpstack?event=ack', 'chirpstack', 'the-things-stack', 'wmbusmeters')
    await fc.assert(
      fc.asyncProperty(path, body, async (where, what) => {
        expect((await push(where, JSON.stringify(what))).status).toBe(202)
      }),
      { numRuns: 300 },
    )
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    for (const where of ['chirpstack?event=up', 'the-things-stack', 'wmbusmeters']) {
      expect((await push(where, deep)).status).toBe(202)
      expect(
        (await push(where, `{"id":"1","meter":"iperl","total_m3":${deep},"deviceInfo":{"devEui":"1"},"object":{"status":${deep}}}`)).status,
      ).toBe(202)
    }
    expect(await push('chirpstack?event=up', chirpstackUp({ deduplicationId: 'last' }))).toMatchObject({ body: { accepted: 1 } })
  })
})
