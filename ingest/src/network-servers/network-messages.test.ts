import { describe, expect, it } from 'vitest'
import { decodeChirpstack } from './decode-chirpstack.ts'
import { decodeTheThingsStack } from './decode-the-things-stack.ts'

const deviceInfo = { deviceProfileName: 'Axioma Qalcosonic W1', deviceProfileId: '7f…', devEui: '0101010101010101', tags: { key: 'value' } }
const up = {
  deduplicationId: '3ac7e3c4-4401-4b8d-9386-a5c902f9202d',
  time: '2022-07-18T09:34:15.775023242+00:00',
  deviceInfo,
  fPort: 1,
  data: 'qg==',
  object: { total: 1 },
}

describe('ChirpStack', () => {
  it('an uplink of version 4 has the deduplication id as its key', () => {
    expect(decodeChirpstack('up', up, 'content')).toMatchObject({
      kind: 'uplink',
      frameId: '3ac7e3c4-4401-4b8d-9386-a5c902f9202d',
      device: '0101010101010101',
      profiles: ['Axioma Qalcosonic W1', '7f…'],
      receivedAt: Date.parse('2022-07-18T09:34:15.775Z'),
      decoded: { total: 1 },
      payload: { bytes: Buffer.from([0xaa]), port: 1 },
    })
  })

  it('without it, device, frame counter and time; an absent counter is frame 0', () => {
    const { deduplicationId, ...rest } = up
    expect(decodeChirpstack('up', rest, 'content').frameId).toBe('0101010101010101:0:2022-07-18T09:34:15.775023242+00:00')
    expect(decodeChirpstack('up', { ...rest, fCnt: 7 }, 'content').frameId).toBe('0101010101010101:7:2022-07-18T09:34:15.775023242+00:00')
  })

  it('an uplink of version 3 has its identifier in base64 and its object in a text', () => {
    const body = {
      applicationID: '1',
      deviceProfileName: 'flowIQ',
      devEUI: 'AgICAgICAgI=',
      rxInfo: [{ gatewayID: 'AwMDAwMDAwM=', time: '2019-11-08T13:59:25.048445Z' }],
      fCnt: 10,
      fPort: 5,
      data: 'qg==',
      objectJSON: '{"volume":1.5}',
    }
    expect(decodeChirpstack('up', body, 'content')).toMatchObject({
      kind: 'uplink',
      device: '0202020202020202',
      frameId: '0202020202020202:10:2019-11-08T13:59:25.048445Z',
      decoded: { volume: 1.5 },
      profiles: ['flowIQ'],
    })
  })

  it.each([
    ['txack', {}, 'sent'],
    ['ack', { acknowledged: true, fCntDown: 4 }, 'confirmed'],
    ['ack', { fCntDown: 4 }, 'failed'],
  ])('%s %j means that a downlink was %s', (event, more, outcome) => {
    const body = { deduplicationId: 'd', deviceInfo, queueItemId: 'item', ...more }
    const message = decodeChirpstack(event, body, 'content')
    expect(message).toMatchObject({ kind: 'downlink', outcome, device: '0101010101010101', frameId: `${event}:d` })
    expect(message).toHaveProperty('candidates', expect.arrayContaining(['item']))
  })

  it.each(['status', 'join', 'log', 'location'])('%s is acknowledged and changes nothing', (event) => {
    expect(decodeChirpstack(event, { deduplicationId: 'd', deviceInfo, margin: 5 }, 'content')).toMatchObject({ kind: 'notice', event })
  })

  it('an event that the query does not name is known by its fields', () => {
    expect(decodeChirpstack(undefined, up, 'content').kind).toBe('uplink')
    expect(decodeChirpstack(undefined, { deviceInfo, queueItemId: 'i', acknowledged: true }, 'content')).toMatchObject({
      outcome: 'confirmed',
    })
    expect(decodeChirpstack(undefined, { deviceInfo, queueItemId: 'i', gatewayId: 'g' }, 'content')).toMatchObject({ outcome: 'sent' })
    expect(decodeChirpstack(undefined, { deviceInfo, margin: 3 }, 'content')).toMatchObject({ kind: 'notice', event: 'status' })
  })

  it('a message without a device is kept as unreadable', () => {
    expect(decodeChirpstack('up', [1], 'content')).toMatchObject({ kind: 'unreadable', field: 'body', frameId: 'content' })
    expect(decodeChirpstack('up', { data: 'qg==' }, 'content')).toMatchObject({ kind: 'unreadable', field: 'deviceInfo.devEui' })
  })
})

const ttsUplink = {
  end_device_ids: { device_id: 'dev1', application_ids: { application_id: 'app1' }, dev_eui: '0004A30B001C0530' },
  received_at: '2020-02-12T15:15:46.014773143Z',
  uplink_message: {
    session_key_id: 'AXA5',
    f_cnt: 1,
    f_port: 1,
    frm_payload: 'gkHe',
    decoded_payload: { volume: 1 },
    version_ids: { brand_id: 'axioma', model_id: 'qalcosonic-w1' },
  },
}

describe('The Things Stack', () => {
  it('an uplink has device, session and frame counter as its key', () => {
    expect(decodeTheThingsStack(ttsUplink, 'content')).toMatchObject({
      kind: 'uplink',
      frameId: '0004A30B001C0530:AXA5:1',
      device: '0004A30B001C0530',
      profiles: ['axioma qalcosonic-w1', 'app1'],
      receivedAt: Date.parse('2020-02-12T15:15:46.014Z'),
      decoded: { volume: 1 },
    })
  })

  it('an absent frame counter is frame 0', () => {
    const { f_cnt, ...uplink_message } = ttsUplink.uplink_message
    expect(decodeTheThingsStack({ ...ttsUplink, uplink_message }, 'content').frameId).toBe('0004A30B001C0530:AXA5:0')
  })

  it('a simulated uplink is acknowledged and not kept', () => {
    expect(decodeTheThingsStack({ ...ttsUplink, simulated: true }, 'content')).toMatchObject({ kind: 'notice', event: 'simulated' })
  })

  it.each([
    ['downlink_sent', 'sent'],
    ['downlink_ack', 'confirmed'],
    ['downlink_nack', 'failed'],
    ['downlink_failed', 'failed'],
  ])('%s means that a downlink was %s, wherever its correlation ids stand', (field, outcome) => {
    const { end_device_ids } = ttsUplink
    const above = decodeTheThingsStack({ end_device_ids, correlation_ids: ['as:downlink:01', 'operation'], [field]: {} }, 'content')
    expect(above).toMatchObject({ kind: 'downlink', outcome, candidates: ['as:downlink:01', 'operation'] })
    const inside = decodeTheThingsStack({ end_device_ids, [field]: { downlink: { correlation_ids: ['operation'] } } }, 'content')
    expect(inside).toMatchObject({ kind: 'downlink', outcome, candidates: ['operation'] })
  })

  it('a queued downlink and a join change nothing', () => {
    expect(decodeTheThingsStack({ end_device_ids: {}, downlink_queued: {} }, 'content')).toMatchObject({
      kind: 'notice',
      event: 'downlink_queued',
    })
    expect(decodeTheThingsStack({ end_device_ids: {}, join_accept: {} }, 'content')).toMatchObject({ kind: 'notice', event: 'join_accept' })
  })
})
