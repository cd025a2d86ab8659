import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backOfficeOf } from '../../support/api/back-office.ts'
import { type Clerk, clerkAt, setUpBy } from '../../support/api/office-clerk.ts'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'
import { billOf, decideAt, line } from '../../support/billing/money-story.ts'

type Worker = Clerk & { userId: number }

let running: RunningApi
const agents: Worker[] = []
const readers: Worker[] = []
beforeAll(async () => {
  running = await startApi('data_scope_people')
  const office = backOfficeOf(running)
  const admin = clerkAt(office, await office.logIn('admin'))
  const { newRole, roleId, worker } = setUpBy(() => admin, office, running.pool)
  const agentRole = await roleId('agent')
  // The permissions that the built-in role had before the sales desk: a utility may still give them.
  const earlierRole = await newRole('agent_of_before', ['system:agent:list', 'dashboard:figures:read'], { dataScope: '5' })
  for (const name of ['agent_one', 'agent_two']) agents.push(await worker(name, agentRole, { roleIds: [agentRole, earlierRole] }))
  for (const { userId } of agents)
    await admin.done('POST', 'system/user/agentRecharge', { rechargeId: randomUUID(), userId, amount: 100 + userId, purchaseMethod: '1' })
  await running.ask('north', { method: 'POST', url: '/api/v1/meters', payload: { meters: [{ number: 'm-1' }, { number: 'm-2' }] } })
  const holder = { customerName: 'Ada North', telephone: '13877775555', address: '1 Canal Street' }
  await admin.done('POST', 'business/customer', { accountNo: 'L-1', ...holder, meterNo: 'm-1' })
  const billed = { accountNo: 'L-1', billId: randomUUID(), month: '2026-09', until: '2026-10-01', dueOn: '2026-10-10', meterNo: 'm-1' }
  await decideAt(running.log, '2026-10-02T09:00:00Z', billOf({ ...billed, lines: [line('volume', 1, 77_000, 8_000, 1_000)] }))
  const readerRole = await newRole('round_reader', ['metering:manualReading:take', 'metering:readings:read', 'dashboard:figures:read'], {
    dataScope: '5',
  })
  for (const name of ['reader_one', 'reader_two']) readers.push(await worker(name, readerRole))
  for (const [nth, { userId }] of readers.entries())
    await admin.done('POST', 'business/walkBy', {
      ...{ planId: randomUUID(), name: `Round ${nth + 1}`, startDate: '2026-10-01', endDate: '2026-12-31' },
      ...{ numbers: [`m-${nth + 1}`], readerId: userId },
    })
}, 60_000)
afterAll(() => running.stop())

test('an agent saw the other agents and their balances', async () => {
  const { rows } = await agents[0]!.done<{ rows: { userName: string }[] }>('GET', 'system/agent/list?pageSize=50')
  expect(rows.map(({ userName }) => userName)).toEqual(['agent_one'])
})

test('an agent saw what the utility earns', async () => {
  const figures = JSON.stringify([
    await agents[0]!.call('GET', 'business/dashboard/topData'),
    await agents[0]!.call('GET', 'business/dashboard/statisticsBillData'),
  ])
  expect(figures).not.toContain('84700')
  expect(figures).not.toContain('847')
})

test('a reader saw the rounds of other readers', async () => {
  for (const [nth, reader] of readers.entries()) {
    const { rows } = await reader.done<{ rows: { name: string; walkById: number }[] }>('GET', 'business/walkBy/list')
    expect(rows.map(({ name }) => name)).toEqual([`Round ${nth + 1}`])
    const round = await reader.call('GET', `business/walkBy/${rows[0]!.walkById}/round`)
    expect([round.code, JSON.stringify(round)]).toEqual([200, expect.stringContaining(`m-${nth + 1}`)])
    const other = (await running.pool.query(`select walk_by_id as id from views.walk_by_plans where name <> $1`, [`Round ${nth + 1}`]))
      .rows[0]
    expect(await reader.refused('GET', `business/walkBy/${other.id}/round`)).toBeDefined()
  }
})

test('a reader takes readings of the own round, and of no other meter', async () => {
  const [reader] = readers
  const plan = (await running.pool.query(`select plan_id as id from views.walk_by_plans where name = 'Round 1'`)).rows[0]
  const reading = { at: '2026-10-05T08:00:00Z', litres: 1_000, isConfirmed: true }
  const taken = await reader!.call('POST', 'business/manualReading', {
    readingId: '019ab000-0000-7000-8000-000000000001',
    number: 'm-1',
    planId: plan.id,
    ...reading,
  })
  expect(taken.code, JSON.stringify(taken)).toBe(200)
  expect(
    await reader!.refused('POST', 'business/manualReading', {
      readingId: '019ab000-0000-7000-8000-000000000002',
      number: 'm-2',
      ...reading,
    }),
  ).toBe('not-found')
})
