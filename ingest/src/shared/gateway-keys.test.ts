import { describe, expect, test } from 'vitest'
import type { Gateway } from './accept-frame.ts'
import { type GatewayKeyLimits, GatewayKeys, gatewayKeyLimits } from './gateway-keys.ts'

const authorization = 'Bearer nfk_towertowertowertower'
const tower: Gateway = { tenant: 'north', name: 'tower' }

test('a revoked key does not stay valid for as long as a clock was put back', async () => {
  let found: Gateway | undefined = tower
  const keys = new GatewayKeys(async () => found)
  const noon = Date.UTC(2026, 5, 1, 12)
  expect(await keys.authenticate(authorization, noon)).toEqual(tower)
  expect(keys.remembered(authorization, noon + gatewayKeyLimits.rememberMilliseconds - 1)).toEqual(tower)
  found = undefined
  const hourEarlier = noon - 3_600_000
  expect(keys.remembered(authorization, hourEarlier)).toBeUndefined()
  await expect(keys.authenticate(authorization, hourEarlier)).rejects.toMatchObject({ code: 'gateway-key-unknown' })
})

test('while keys cannot be looked up a gateway gets a 503, and its next frame is looked up anew', async () => {
  let isAway = true
  const keys = new GatewayKeys(async () => {
    if (isAway) throw new Error('connect ECONNREFUSED')
    return tower
  })
  const refused = { code: 'unavailable', retryAfterSeconds: 5, cause: { message: 'connect ECONNREFUSED' } }
  await expect(keys.authenticate(authorization, 0)).rejects.toMatchObject(refused)
  isAway = false
  expect(await keys.authenticate(authorization, 1)).toEqual(tower)
})

describe('while the database is away', () => {
  const away = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })
  const forgotten = gatewayKeyLimits.rememberMilliseconds
  const open = (limits: Partial<GatewayKeyLimits> = {}) => {
    const database: { answer: () => Promise<Gateway | undefined> } = { answer: async () => tower }
    const keys = new GatewayKeys(() => database.answer(), { ...gatewayKeyLimits, ...limits })
    const ask = (now: number, by = authorization) => keys.authenticate(by, now)
    return { database, ask }
  }

  test('its last answer about a key holds for a quarter of an hour, and no longer', async () => {
    const { database, ask } = open()
    await ask(0)
    database.answer = async () => Promise.reject(away)
    for (let now = forgotten; now < gatewayKeyLimits.outlastMilliseconds; now += 60_000) expect(await ask(now)).toEqual(tower)
    await expect(ask(gatewayKeyLimits.outlastMilliseconds)).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('a key that it called revoked stays refused, and one that it never looked up is unknown', async () => {
    const { database, ask } = open()
    await ask(0)
    database.answer = async () => undefined
    await expect(ask(forgotten)).rejects.toMatchObject({ code: 'gateway-key-unknown' })
    database.answer = async () => Promise.reject(away)
    await expect(ask(3 * forgotten)).rejects.toMatchObject({ code: 'gateway-key-unknown' })
    await expect(ask(3 * forgotten, 'Bearer nfk_millmillmillmillmillmill')).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('a database that answers, and be it with a refusal, is not away', async () => {
    const { database, ask } = open()
    await ask(0)
    const denied = Object.assign(new Error('permission denied for table gateways'), { code: '42501' })
    database.answer = async () => Promise.reject(denied)
    await expect(ask(forgotten)).rejects.toMatchObject({ code: 'unavailable', cause: denied })
  })

  test('one that says nothing is waited for once, and its late answer counts', async () => {
    const { database, ask } = open({ patienceMilliseconds: 50 })
    await ask(0)
    const late = Promise.withResolvers<Gateway | undefined>()
    database.answer = () => late.promise
    expect(await ask(forgotten)).toEqual(tower)
    late.resolve(undefined)
    await new Promise((resume) => setImmediate(resume))
    await expect(ask(forgotten + 1)).rejects.toMatchObject({ code: 'gateway-key-unknown' })
  })

  test('keys that wait for an answer do not keep those out that are known', async () => {
    const { database, ask } = open({ patienceMilliseconds: 50, lookupsMax: 1 })
    await ask(0)
    database.answer = () => new Promise(() => undefined)
    expect(await ask(forgotten)).toEqual(tower)
    expect(await ask(2 * forgotten - 1)).toEqual(tower)
    expect(await ask(2 * forgotten)).toEqual(tower)
    await expect(ask(2 * forgotten, 'Bearer nfk_millmillmillmillmillmill')).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('rubbish does not push out what is known of a gateway, other gateways do', async () => {
    const { database, ask } = open({ entriesMax: 3 })
    await ask(0)
    database.answer = async () => undefined
    for (let index = 0; index < 10; index += 1) await ask(0, `Bearer nfk_rubbishrubbishrubbish${index}`).catch(() => undefined)
    database.answer = async () => Promise.reject(away)
    expect(await ask(forgotten)).toEqual(tower)
    database.answer = async () => tower
    for (let index = 0; index < 3; index += 1) await ask(2 * forgotten, `Bearer nfk_othersothersothersothers${index}`)
    database.answer = async () => Promise.reject(away)
    await expect(ask(4 * forgotten)).rejects.toMatchObject({ code: 'unavailable' })
  })
})

describe('when a key was revoked or replaced', () => {
  const away = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })

  test('it ends at once, and not when what is remembered is old', async () => {
    let found: Gateway | undefined = tower
    const keys = new GatewayKeys(async () => found)
    await keys.authenticate(authorization, 0)
    found = undefined
    expect(keys.remembered(authorization, 1)).toEqual(tower)
    keys.forget(true)
    expect(keys.remembered(authorization, 1)).toBeUndefined()
    await expect(keys.authenticate(authorization, 1)).rejects.toMatchObject({ code: 'gateway-key-unknown' })
  })

  test('an answer that was on its way is not remembered', async () => {
    const answers: ((gateway: Gateway | undefined) => void)[] = []
    const keys = new GatewayKeys(() => new Promise((answer) => answers.push(answer)))
    const first = keys.authenticate(authorization, 0)
    keys.forget(true)
    answers[0]!(tower)
    await first
    expect(keys.remembered(authorization, 1)).toBeUndefined()
    const second = keys.authenticate(authorization, 1)
    answers[1]!(undefined)
    await expect(second).rejects.toMatchObject({ code: 'gateway-key-unknown' })
  })

  test('it does not outlast the database; a lost connection alone ends nothing', async () => {
    const database: { answer: () => Promise<Gateway | undefined> } = { answer: async () => tower }
    const keys = new GatewayKeys(() => database.answer())
    await keys.authenticate(authorization, 0)
    database.answer = async () => Promise.reject(away)
    keys.forget(false)
    expect(await keys.authenticate(authorization, 1)).toEqual(tower)
    keys.forget(true)
    await expect(keys.authenticate(authorization, 2)).rejects.toMatchObject({ code: 'unavailable' })
  })
})
