import { findChangedConcentrators } from '@nightflow/projections/devices/concentrators'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

let running: RunningApi
beforeAll(async () => {
  running = await startApi('devices')
})
afterAll(() => running?.stop())

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Answer = {
  code: number
  msg: string
  reason?: string
  data?: Record<string, unknown>
  rows?: Record<string, unknown>[]
  total?: number
}
const ask = async (method: Method, path: string, payload?: object, tenant = 'north', language = 'en'): Promise<Answer> =>
  (await running.ask(tenant, { method, url: `/prod-api/business/${path}`, ...(payload && { payload, headers: { language } }) })).json()
const register = (number: string) =>
  running.ask('north', { method: 'POST', url: '/api/v1/meters', payload: { meters: [{ number, hasValve: false }] } })
const historyOf = async (path: string) => (await running.ask('north', { url: `/api/v1/${path}/history` })).json().rows

describe('a concentrator', () => {
  const number = 'GW-1'
  let concentratorId: number
  it('is added by number and manufacturer, found, listed by its state, and belongs to its utility', async () => {
    const made = await ask('POST', 'concentrator', { concentratorNo: number, manufacturer: 'Hiwatch' })
    expect(made.code).toBe(200)
    concentratorId = made.data!.concentratorId as number
    expect((await ask('GET', 'concentrator/list?communicationState=0')).rows).toMatchObject([
      { concentratorId, concentratorNo: number, manufacturer: 'Hiwatch', meterCount: 0, communicationState: '0', statusChangeTime: null },
    ])
    expect(await ask('POST', 'concentrator', { concentratorNo: 'X', manufacturer: '' })).toMatchObject({ code: 500 })
    expect(await ask('POST', 'concentrator', { concentratorNo: number, manufacturer: 'Other' })).toMatchObject({ reason: 'name-taken' })
    expect((await ask('GET', 'concentrator/list', undefined, 'south')).total).toBe(0)
  })
  it('with associated meters cannot be changed or removed', async () => {
    await register('88010001')
    expect(await ask('PUT', `concentrator/associate/${concentratorId}`, { meters: ['88010001', 'nobody'] })).toMatchObject({
      reason: 'meter-not-registered',
    })
    expect((await ask('PUT', `concentrator/associate/${concentratorId}`, { meters: ['88010001'] })).code).toBe(200)
    const changed = { concentratorId, concentratorNo: number, manufacturer: 'Other' }
    expect(await ask('PUT', 'concentrator', changed)).toMatchObject({ reason: 'concentrator-has-meters' })
    expect(await ask('DELETE', `concentrator/${concentratorId}`)).toMatchObject({ reason: 'concentrator-has-meters' })
    const other = (await ask('POST', 'concentrator', { concentratorNo: 'GW-2', manufacturer: 'Hiwatch' })).data!.concentratorId
    expect(await ask('PUT', `concentrator/associate/${other}`, { meters: ['88010001'] })).toMatchObject({
      reason: 'meter-on-other-concentrator',
      msg: 'Meter 88010001 is associated with concentrator GW-1. Dissociate it there first.',
    })
    expect((await ask('PUT', `concentrator/dissociate/${concentratorId}`, { meters: ['88010001'] })).code).toBe(200)
    expect((await ask('PUT', 'concentrator', changed)).code).toBe(200)
    expect((await ask('DELETE', `concentrator/${other}`)).code).toBe(200)
    expect((await ask('GET', `concentrator/${other}`)).code).toBe(404)
    expect((await historyOf(`concentrators/${concentratorId}`)).map(({ step }: { step: string }) => step)).toEqual([
      'changed',
      'dissociated',
      'associated',
      'added',
    ])
  })
  it('is online by its frames, and offline once they stay out for longer than the utility allows', async () => {
    const before = new Date()
    await running.report('north', '88010001', `${before.toISOString().slice(0, 13)}:00:00Z`, [1000, 1001])
    const states = async (minutes: number) => findChangedConcentrators(running.pool, new Date(Date.now() + minutes * 60_000))
    expect(await states(59)).toMatchObject([{ tenant: 'north', concentratorNo: number, communicationState: '1' }])
    expect(await states(61)).toEqual([])
    await running.pool.query(
      `update platform.tenants set settings = jsonb_set(settings, '{concentratorTimeoutMinutes}', '180') where code = 'north'`,
    )
    expect(await states(170)).toHaveLength(1)
  })
})
