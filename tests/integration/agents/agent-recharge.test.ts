import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backOfficeOf } from '../../support/api/back-office.ts'
import { clerkAt, setUpBy } from '../../support/api/office-clerk.ts'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

let running: RunningApi
let agent: number
let staff: number
beforeAll(async () => {
  running = await startApi('agents')
  const userOf = async (username: string) =>
    Number((await running.pool.query('select user_id from platform.users where username = $1', [username])).rows[0].user_id)
  agent = await userOf('clerk')
  staff = await userOf('analyst')
  await running.pool.query(
    `insert into platform.user_roles (tenant, user_id, role_id) select tenant, $1, role_id from platform.roles where tenant = 'north' and role_key = 'agent'`,
    [agent],
  )
})
afterAll(() => running?.stop())

const recharge = async (payload: object, tenant = 'north') =>
  (
    await running.ask(tenant, {
      method: 'POST',
      url: '/prod-api/system/user/agentRecharge',
      payload: { rechargeId: randomUUID(), userId: agent, amount: 10, purchaseMethod: '1', ...payload },
    })
  ).json()
const balance = async () => (await running.ask('north', { url: '/prod-api/system/agent/list' })).json().rows[0]

describe('an agent', () => {
  it('is recharged, and the list says what there is and ever was', async () => {
    expect(await balance()).toMatchObject({ userName: 'clerk', balanceMinor: 0, recharges: 0, lastRechargedAt: null })
    expect(await recharge({ amount: 125.5 })).toMatchObject({ code: 200, data: { balanceMinor: 12_550 } })
    expect(await recharge({ amount: 0.01 })).toMatchObject({ data: { balanceMinor: 12_551 } })
    expect(await balance()).toMatchObject({ balanceMinor: 12_551, rechargedMinor: 12_551, recharges: 2 })
  })
  it('is recharged once however often the same recharge is requested', async () => {
    const rechargeId = randomUUID()
    const before = (await balance()).balanceMinor
    for (let time = 0; time < 3; time++)
      expect(await recharge({ rechargeId, amount: 5 })).toMatchObject({ data: { balanceMinor: before + 500 } })
    expect(await recharge({ rechargeId, amount: 6 })).toMatchObject({ code: 500, reason: 'recharge-id-reused' })
  })
  it('takes no amount that is not money', async () => {
    for (const amount of [0, -1, 1.234, 1_000_000.01, 'much']) expect((await recharge({ amount })).code).toBe(500)
  })
  it('is a person with an agent role in the same utility', async () => {
    expect(await recharge({ userId: staff })).toMatchObject({ reason: 'agent-unknown' })
    expect(await recharge({}, 'south')).toMatchObject({ reason: 'agent-unknown' })
  })
  it('is recharged by those alone who see them', async () => {
    const office = backOfficeOf(running)
    const admin = clerkAt(office, await office.logIn('admin'))
    const { newRole, worker } = setUpBy(() => admin, office, running.pool)
    const needs = ['system:agent:list', 'system:agent:recharge']
    const payload = { rechargeId: randomUUID(), userId: agent, amount: 1 }
    const blind = await worker('blind_cashier', await newRole('blind-cashiers', needs, { dataScope: '5' }))
    expect((await blind.call('GET', 'system/agent/list')).total).toBe(0)
    expect(await blind.refused('POST', 'system/user/agentRecharge', payload)).toBe('agent-unknown')
    const cashier = await worker('cashier', await newRole('cashiers', needs, { dataScope: '1' }))
    expect(await cashier.refused('POST', 'system/user/agentRecharge', payload)).toBeUndefined()
  })
  it('is recharged by an operator on a visit, whom the log does not take for one of the staff', async () => {
    const office = backOfficeOf(running)
    const operator = clerkAt(office, await office.logIn('operator'))
    const wanted = { code: 'north', reason: 'A recharge that failed', minutes: 5 }
    const { access_token } = await operator.done<{ access_token: string }>('POST', 'system/tenant/visit', wanted)
    await clerkAt(office, access_token).done('POST', 'system/user/agentRecharge', { rechargeId: randomUUID(), userId: agent, amount: 1 })
    const { rows } = (await running.ask('north', { url: '/api/v1/audit/events?type=agents.FloatRecharged&limit=1' })).json()
    expect(rows).toMatchObject([{ actor: 'operator:operator' }])
  })
  it('is recharged by those who may', async () => {
    const headers = { authorization: `Bearer ${running.tokenOf('north', 'clerk')}` }
    const answer = await running.ask('north', { method: 'POST', url: '/prod-api/system/user/agentRecharge', headers, payload: {} })
    expect(answer.json().code).toBe(403)
  })
})
