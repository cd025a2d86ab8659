import { closeValvesOfAccounts } from '@nightflow/policies/customers/close-valves-of-accounts'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningApi, startApi } from '../support/api/running-api.ts'
import { waitFor } from '../support/process/server-process.ts'
import { type RunningPolicies, runPolicies } from '../support/running-policies.ts'

/** One meter at one place: a household leaves for the summer, comes back, moves out, and another one moves in. */
let running: RunningApi
let policies: RunningPolicies
beforeAll(async () => {
  running = await startApi('household')
  policies = runPolicies(running, [closeValvesOfAccounts(running.pool)])
  await running.ask('north', { method: 'POST', url: '/api/v1/meters', payload: { meters: [{ number: '5001', hasValve: true }] } })
  await report(0, [100_000, 100_400, 100_900])
})
afterAll(async () => {
  await policies.stop()
  await running.stop()
})

const hour = 3_600_000
const begin = Math.floor(Date.now() / hour) * hour - 12 * hour
const report = (hoursIn: number, registers: readonly number[]) =>
  running.report('north', '5001', new Date(begin + hoursIn * hour).toISOString(), registers)

const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) => {
  const answer = await running.ask('north', { method, url, ...(payload && { payload }) })
  await waitForViews(running.pool, await running.log.head(), 60_000)
  return answer.json()
}
const account = '/prod-api/business/customer'
const done = { code: 200 }
const closingReasons = async (): Promise<string[]> => (await call('GET', '/api/v1/meters/5001')).closingReasons

const wu = { customerName: 'Wu Jie', telephone: '13800138000', address: '8 Mill Lane' }
const zhao = { customerName: 'Zhao Min', telephone: '13911112222', address: '8 Mill Lane' }

test('the valve is closed while the account is frozen, and no person opens it meanwhile', async () => {
  expect(await call('POST', account, { ...wu, accountNo: 'H-1', meterNo: '5001' })).toMatchObject(done)
  expect(await call('PUT', `${account}/H-1/freeze`, { reason: 'away for the summer' })).toMatchObject(done)
  await waitFor(async () => (await closingReasons()).length === 1)
  expect(await closingReasons()).toEqual(['freeze'])
  const opening = { operationId: crypto.randomUUID(), position: 'open' }
  expect(await call('POST', '/api/v1/meters/5001/valve', opening)).toMatchObject({ code: 'valve-closed-for-freeze' })
  expect(await call('PUT', `${account}/H-1/unfreeze`, { reason: 'back home' })).toMatchObject(done)
  await waitFor(async () => (await closingReasons()).length === 0)
})

// requirement of Scenarios: A household moves out and another moves in | /customer/accounts | PUT /prod-api/business/customer/:accountNo/transfer
test('the account goes over with the closing register, and meter, readings and history stay', async () => {
  await report(3, [101_200])
  expect(await call('PUT', `${account}/H-1/transfer`, { ...zhao, reason: 'house sold', closingRegisterCubicMetres: 101.2 })).toMatchObject(
    done,
  )
  await report(4, [101_500])
  const { data } = await call('GET', `${account}/H-1`)
  expect(data).toMatchObject({ customerName: 'Zhao Min', meterNo: '5001', status: '0' })
  const { data: history } = await call('GET', `${account}/H-1/history`)
  expect(history.rows.map(({ step }: { step: string }) => step)).toEqual(['transferred', 'unfrozen', 'frozen', 'meterLinked', 'opened'])
  expect(history.rows[0].facts).toEqual({ closingLitres: 101_200 })
})

test('the household that left can be erased, and the one that lives there is not touched', async () => {
  const leaving = await call('GET', '/api/v1/persons?search=wu')
  expect(leaving.rows).toHaveLength(1)
  expect((await call('GET', `/api/v1/persons/${leaving.rows[0].personId}`)).uses).toEqual([])
  const [{ personId }] = (await call('GET', '/api/v1/persons?search=zhao')).rows
  expect((await call('GET', `/api/v1/persons/${personId}`)).uses).toEqual([{ kind: 'account', id: 'H-1', name: 'H-1' }])
  await call('POST', `/api/v1/persons/${leaving.rows[0].personId}/erasure`, { reason: 'request by letter' })
  expect((await call('GET', '/api/v1/persons?search=wu')).rows).toEqual([])
  expect((await call('GET', `${account}/H-1`)).data).toMatchObject({ customerName: 'Zhao Min', telephone: '13911112222' })
})
