import { randomUUID } from 'node:crypto'
import { createUser } from '@nightflow/platform/people/users'
import { expect } from 'vitest'
import { waitFor } from '../process/server-process.ts'
import { passwordOfAll } from '../two-utilities.ts'
import { answerChallenge, type BackOffice, type Enveloped } from './back-office.ts'
import type { RunningApi } from './running-api.ts'

/** The service and the tokens for calls of the back office; filled before the first test. */
export type World = { running: RunningApi; office: BackOffice /** Tokens. */; admin: string; operator: string }

export const api = (url: string): string => `/prod-api${url}`

/** Rows that calls of the back office need first. */
export const preparing = (world: World) => {
  const idOf = async (sql: string): Promise<number> => Number(Object.values((await world.running.pool.query(sql)).rows[0])[0])
  const alarmId = () => idOf('select min(alarm_id) from views.alarms')
  const userIdOf = (name: string) => idOf(`select user_id from platform.users where username = '${name}'`)
  const made = async (url: string, payload: object, id: string, by = world.admin): Promise<number> => {
    const answer = await world.office.call({ method: 'POST', url: api(url), payload, token: by })
    expect(answer.code, JSON.stringify(answer)).toBe(200)
    return Number((answer.data as Record<string, unknown>)[id])
  }
  /** A separate person for each call that ends a session or changes a password. */
  const fresh = async (): Promise<{ username: string; userId: number; token: string }> => {
    const username = `u${randomUUID().slice(0, 12).replaceAll('-', '_')}`
    await createUser(world.running.pool, { tenant: 'north', username, password: passwordOfAll, role: 'analyst' })
    return { username, userId: await userIdOf(username), token: await world.office.logIn(username) }
  }
  const parameter = () => ({ configName: 'A parameter', configKey: `k.${randomUUID().slice(0, 8)}`, configValue: '1' })
  const entry = () => ({ dictType: 'alarm_status', dictValue: randomUUID().slice(0, 8), dictLabel: 'Another', dictSort: 1 })
  const aUser = () => ({ userName: `n${randomUUID().slice(0, 8)}`, nickName: 'New', roleIds: [] })
  const sent = async (purpose: 'register' | 'recover', more: object): Promise<string> => {
    const captcha = (await world.office.call({ url: api('/auth/code') })) as Enveloped & { uuid: string }
    await answerChallenge(world.running.pool, captcha.uuid, '7')
    const payload = { purpose, ...more, uuid: captcha.uuid, code: '7' }
    const answer = await world.office.call({
      method: 'POST',
      url: api('/system/msg/send'),
      payload,
      from: `198.51.100.${Math.floor(Math.random() * 250)}`,
    })
    expect(answer.code, JSON.stringify(answer)).toBe(200)
    const { uuid } = answer.data as { uuid: string }
    await waitFor(async () => (await idOf(`select count(*) from platform.challenges where id = '${uuid}'`)) === 1)
    await answerChallenge(world.running.pool, uuid, '123456')
    return uuid
  }
  return { idOf, alarmId, userIdOf, made, fresh, parameter, entry, aUser, sent }
}
