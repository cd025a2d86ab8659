import { randomUUID } from 'node:crypto'
import { conditionsInReadModels } from '@nightflow/policies/alarms/conditions-in-read-models'
import { flaggedReadings } from '@nightflow/policies/alarms/flagged-readings'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import type { AlarmRow } from '@nightflow/schemas/alarms/alarm'
import { alarmCommands } from '@nightflow/schemas/alarms/alarm-lifecycle'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'
import { type IngestApp, ingestApp } from '../../support/data/ingest-app.ts'
import { waitFor } from '../../support/process/server-process.ts'
import { type RunningPolicies, runPolicies } from '../../support/running-policies.ts'
import { passwordOfAll } from '../../support/two-utilities.ts'

const path = '/prod-api/report/alarm/processed'
const dayMilliseconds = 86_400_000
let running: RunningApi
let ingest: IngestApp
let policies: RunningPolicies
beforeAll(async () => {
  running = await startApi('alarms')
  ingest = await ingestApp(running.log)
  policies = runPolicies(running, [flaggedReadings(200), conditionsInReadModels(200)])
})
afterAll(async () => {
  await policies.stop()
  await ingest.app.close()
  await running.stop()
})

const register = async (...numbers: string[]): Promise<void> => {
  const payload = { meters: numbers.map((number) => ({ number })) }
  expect((await running.ask('north', { method: 'POST', url: '/api/v1/meters', payload })).statusCode).toBe(200)
}

const report = async (...readings: object[]): Promise<void> => {
  const answer = await ingest.post({ frameId: randomUUID(), sentAt: new Date().toISOString(), readings })
  expect(answer.json()).toMatchObject({ accepted: readings.length })
  await waitForViews(running.pool, answer.json().position, 60_000)
}

const alarmsOf = async (meterNo: string, tenant = 'north'): Promise<AlarmRow[]> => {
  await waitForViews(running.pool, await running.log.head(), 60_000)
  return (await running.ask(tenant, { url: `${path}/list?meterNo=${meterNo}` })).json().rows
}

const alarmOf = async (meterNo: string): Promise<AlarmRow> => {
  await waitFor(async () => (await alarmsOf(meterNo)).length > 0)
  return (await alarmsOf(meterNo))[0]!
}

describe('events of a meter', () => {
  it('rings once for a burst that goes on, and says which meter', async () => {
    await register('burst1')
    const at = Date.now() - 3_600_000
    await report({ meter: 'burst1', at, litres: 10, flags: ['burst'] }, { meter: 'burst1', at: at + 900_000, litres: 99, flags: ['burst'] })
    await report({ meter: 'burst1', at: at + 1_800_000, litres: 200, flags: ['burst', 'low-battery'] })
    await waitFor(async () => (await alarmsOf('burst1')).length === 2)
    expect(await alarmsOf('burst1')).toMatchObject([
      { eventType: 'battery-low', alarmType: '0', alarmStatus: '0', meterNo: 'burst1' },
      { eventType: 'burst', alarmTime: new Date(at).toISOString(), meter: 'burst1', partition: null },
    ])
  })

  it('of days ago is history and raises no alarm', async () => {
    await register('old1', 'new1')
    await report({ meter: 'old1', at: Date.now() - 5 * dayMilliseconds, litres: 10, flags: ['burst'] })
    await report({ meter: 'new1', at: Date.now(), litres: 10, flags: ['tamper'] })
    await alarmOf('new1')
    expect((await alarmsOf('old1')).filter(({ eventType }) => eventType === 'burst')).toEqual([])
  })

  it('belongs to its tenant alone', async () => {
    expect(await alarmsOf('burst1', 'south')).toEqual([])
    const { alarmProcessedId } = await alarmOf('burst1')
    const answer = await running.ask('south', { url: `${path}/${alarmProcessedId}` })
    expect(answer.json()).toMatchObject({ code: 500, reason: 'alarm-unknown' })
  })
})

describe('an alarm of a meter that has an account', () => {
  const holder = { accountNo: 'A-1', customerName: 'Li Na', telephone: '13800138000', address: '8 Mill Lane', meterNo: 'burst1' }
  const detailFor = async (role: 'admin' | 'analyst') => {
    const { alarmProcessedId } = await alarmOf('burst1')
    const headers = { authorization: `Bearer ${running.tokenOf('north', role)}` }
    return (await running.ask('north', { url: `${path}/${alarmProcessedId}`, headers })).json().data
  }

  // requirement of Dashboard and alarms: Account, telephone and meter type in an alarm's details | /alarm/alarm | GET /prod-api/report/alarm/processed/:alarmProcessedId
  // requirement of Reports: Telephone and account in alarm details for those who may read accounts; masked for others | /alarm/alarm | GET /prod-api/report/alarm/processed/:alarmProcessedId
  it('names the holder and the telephone for those who may read accounts, and a masked telephone for others', async () => {
    const opened = await running.ask('north', { method: 'POST', url: '/prod-api/business/customer', payload: holder })
    expect(opened.json()).toMatchObject({ code: 200 })
    expect(await detailFor('admin')).toMatchObject({ accountName: 'Li Na · A-1', customerTel: '13800138000' })
    expect(await detailFor('analyst')).toMatchObject({ accountName: '', customerTel: '********000' })
  })
})

describe('conditions in the read models', () => {
  it('a meter that reported and fell silent is missed after two days, one that was silent for a year is not', async () => {
    await register('silent1', 'silent2')
    await report({ meter: 'silent1', at: Date.now() - 4 * dayMilliseconds, litres: 10 })
    await report({ meter: 'silent2', at: Date.now() - 300 * dayMilliseconds, litres: 10 })
    expect(await alarmOf('silent1')).toMatchObject({ eventType: 'meter-silent', alarmStatus: '0' })
    expect(await alarmsOf('silent2')).toEqual([])
  })
})

describe('answering', () => {
  const answer = (verb: 'ignore' | 'process' | 'reopen', id: number | string, payload: object = {}) =>
    running.ask('north', { method: 'PUT', url: `${path}/${verb}/${id}`, payload })

  it('goes from unprocessed over processing to processed, with who and why', async () => {
    const { alarmProcessedId } = await alarmOf('new1')
    expect((await answer('process', alarmProcessedId, { alarmStatus: '1' })).json()).toMatchObject({ code: 200 })
    expect(await alarmOf('new1')).toMatchObject({ alarmStatus: '1', processedBy: 'admin' })
    await answer('process', alarmProcessedId, { alarmStatus: '2', note: 'seal replaced' })
    expect(await alarmOf('new1')).toMatchObject({ alarmStatus: '2', note: 'seal replaced' })
    expect((await answer('ignore', alarmProcessedId)).json()).toMatchObject({ code: 500, reason: 'alarm-over' })
  })

  it('keeps a history of who did what and when, and names other alarms of the same condition', async () => {
    await register('history1')
    await report({ meter: 'history1', at: Date.now() - 3_600_000, litres: 10, flags: ['tamper'] })
    const { alarmProcessedId } = await alarmOf('history1')
    const answer = (payload: object) => running.ask('north', { method: 'PUT', url: `${path}/process/${alarmProcessedId}`, payload })
    expect((await answer({ alarmStatus: '1', note: 'on my way' })).json().code).toBe(200)
    expect((await answer({ alarmStatus: '2' })).json().code).toBe(200)
    const { data } = (await running.ask('north', { url: `${path}/${alarmProcessedId}` })).json()
    expect(data.history).toMatchObject([
      { step: 'raised', by: null, note: null, position: alarmProcessedId },
      { step: 'started', by: 'admin', note: 'on my way' },
      { step: 'processed', by: 'admin', note: null },
    ])
    expect(data.others).toEqual([])
  })

  it('can be taken back with a reason: the alarm is open again, and its history has the reason', async () => {
    const [{ alarmProcessedId }] = (await alarmsOf('history1')) as [AlarmRow]
    expect((await answer('reopen', alarmProcessedId)).json().code).toBe(500)
    expect((await answer('reopen', alarmProcessedId, { note: 'opened again' })).json()).toMatchObject({ code: 200 })
    expect(await alarmOf('history1')).toMatchObject({ alarmStatus: '0', processedBy: null, note: null })
    const { data } = (await running.ask('north', { url: `${path}/${alarmProcessedId}` })).json()
    expect(data.history.at(-1)).toMatchObject({ step: 'reopened', by: 'admin', note: 'opened again' })
    expect(
      (await running.ask('south', { method: 'PUT', url: `${path}/reopen/${alarmProcessedId}`, payload: { note: 'x' } })).json(),
    ).toMatchObject({
      reason: 'alarm-unknown',
    })
    expect((await answer('ignore', alarmProcessedId)).json()).toMatchObject({ code: 200 })
  })

  it('sent again with its requestId it answers the same, also when another person has answered since', async () => {
    await register('repeated1')
    await report({ meter: 'repeated1', at: Date.now() - 3_600_000, litres: 10, flags: ['tamper'] })
    const { alarmProcessedId } = await alarmOf('repeated1')
    const started = { alarmStatus: '1', requestId: '5d1b6f0e-4a44-4c39-8a4e-0f7b1c1f0a01' }
    expect((await answer('process', alarmProcessedId, started)).json()).toMatchObject({ code: 200 })
    expect((await answer('ignore', alarmProcessedId)).json()).toMatchObject({ code: 200 })
    expect((await answer('process', alarmProcessedId, started)).json()).toMatchObject({ code: 200 })
    expect((await answer('process', alarmProcessedId, { alarmStatus: '1' })).json()).toMatchObject({ code: 500, reason: 'alarm-over' })
    const { data } = (await running.ask('north', { url: `${path}/${alarmProcessedId}` })).json()
    expect(data.history.map(({ step }: { step: string }) => step)).toEqual(['raised', 'started', 'ignored'])
  })

  it('several at once, and none when one of them is unknown', async () => {
    const ids = (await alarmsOf('burst1')).map(({ alarmProcessedId }) => alarmProcessedId)
    expect((await answer('ignore', `${ids.join(',')},999999`)).json()).toMatchObject({ reason: 'alarm-unknown' })
    expect((await alarmsOf('burst1')).map(({ alarmStatus }) => alarmStatus)).toEqual(['0', '0'])
    expect((await answer('ignore', ids.join(','))).json()).toMatchObject({ code: 200 })
    expect((await alarmsOf('burst1')).map(({ alarmStatus }) => alarmStatus)).toEqual(['3', '3'])
  })

  it('a work order takes alarms of one meter', async () => {
    const burst = (await alarmsOf('burst1')).map(({ alarmProcessedId }) => alarmProcessedId)
    const ask = async (alarmProcessedIds: number[]) =>
      (await running.ask('north', { method: 'POST', url: `${path}/getSelectedAlarmInfo`, payload: { alarmProcessedIds } })).json().data
    expect(await ask(burst)).toMatchObject({ isSameMeter: true, meterNo: 'burst1' })
    expect(await ask([...burst, (await alarmOf('silent1')).alarmProcessedId])).toMatchObject({ isSameMeter: false, meterNo: '' })
  })
})

describe('the bell', () => {
  const person = async () => {
    const signedIn = await running.api.inject({
      method: 'POST',
      url: '/api/v1/session',
      payload: { username: 'clerk', password: passwordOfAll },
    })
    const headers = { authorization: `Bearer ${signedIn.json().token}` }
    const ask = async (method: 'GET' | 'POST', url: string, payload?: object) =>
      (await running.api.inject({ method, url: `${path}/${url}`, headers, ...(payload && { payload }) })).json()
    return { ask, bell: async () => (await ask('GET', 'listNotice')).data }
  }

  // requirement of Dashboard and alarms: Notices with the tabs all, meter and system, and their unread counts | /index | GET /prod-api/report/alarm/processed/listNotice
  // requirement of Dashboard and alarms: A notice that is opened is read, and clearing empties its tab | /index | POST /prod-api/report/alarm/processed/cleanNotice
  it('shows open alarms, forgets the read ones in its count, one or all, and the cleared ones altogether', async () => {
    const { ask, bell } = await person()
    const before = await bell()
    expect(before).toMatchObject({ systemAlarmCount: 0, allAlarmCount: before.meterAlarmCount })
    const [first] = before.meterAlarmList
    expect(first).toMatchObject({ noticeStatus: '0', meterNo: 'silent1', eventType: 'meter-silent' })
    await ask('POST', 'viewNotice', { alarmProcessedId: first.alarmProcessedId })
    const read = await bell()
    expect(read.meterAlarmCount).toBe(before.meterAlarmCount - 1)
    expect(read.meterAlarmList[0]).toMatchObject({ noticeStatus: '1' })
    await ask('POST', 'viewAllNotice', { alarmTypes: [1] })
    expect((await bell()).meterAlarmCount).toBe(read.meterAlarmCount)
    await ask('POST', 'viewAllNotice', { alarmTypes: [0] })
    const allRead = await bell()
    expect(allRead).toMatchObject({ allAlarmCount: 0, meterAlarmCount: 0 })
    expect(allRead.meterAlarmList).toHaveLength(read.meterAlarmList.length)
    await ask('POST', 'cleanNotice', { alarmTypes: [0] })
    expect(await bell()).toMatchObject({ allAlarmList: [], allAlarmCount: 0 })
  })
})

/** Every declared command is carried out, so that a further one needs no test of its call. */
describe.each(alarmCommands.list)('the declared command $name', ({ name, endpoint, fixed, event, isOffered = () => true }) => {
  it('changes the status of its alarm and is the last step of its history', async () => {
    const meter = `declared${name}`
    const put = (url: string, payload: object) => running.ask('north', { method: 'PUT', url, payload })
    await register(meter)
    await report({ meter, at: Date.now() - 3_600_000, litres: 10, flags: ['tamper'] })
    const alarm = await alarmOf(meter)
    const id = String(alarm.alarmProcessedId)
    if (!isOffered(alarm)) await put(`${path}/ignore/${id}`, {})
    const answer = await put(endpoint.path.replace(':alarmProcessedId', id), { ...fixed, note: 'as declared' })
    expect(answer.json()).toMatchObject({ code: 200 })
    const { steps, becomes } = alarmCommands as { steps: Record<string, object>; becomes: Record<string, { status: string }> }
    expect(await alarmOf(meter)).toMatchObject({ alarmStatus: becomes[event!]!.status })
    const { rows } = (await running.ask('north', { url: `${path}/${id}/history` })).json().data
    expect(rows.at(-1)).toMatchObject({ ...steps[event!], by: 'admin', note: 'as declared' })
  })
})
