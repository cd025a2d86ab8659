import { afterAll, beforeAll, expect, test } from 'vitest'
import { backOfficeOf } from '../../support/api/back-office.ts'
import { clerkAt, setUpBy } from '../../support/api/office-clerk.ts'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

const typed = { customerName: 'Zoë Quillfeather', telephone: '13877775555', address: '77 Oxbow Lane', idNumber: '110101199003079999' }
const secrets = Object.values(typed)
const analystMay = ['audit:log:read', 'leakage:partition:read', 'devices:meter:read']

let running: RunningApi
const tokens: Record<string, string> = {}
beforeAll(async () => {
  running = await startApi('personal_of_events')
  const office = backOfficeOf(running)
  tokens.admin = await office.logIn('admin')
  const admin = clerkAt(office, tokens.admin)
  await admin.done('POST', 'business/customer', {
    accountNo: 'P-1',
    ...typed,
    agentName: 'Ben Quillfeather',
    agentTelephone: '13877775556',
  })
  const { newRole, worker } = setUpBy(() => admin, office, running.pool)
  await worker('reading', await newRole('reading', analystMay))
  await worker('auditor', await newRole('auditor', [...analystMay, 'audit:personal:reveal']))
  tokens.reading = await office.logIn('reading')
  tokens.auditor = await office.logIn('auditor')
})
afterAll(() => running.stop())

const see = async (reader: string, url: string, payload?: object) =>
  running.ask('north', {
    url: `/api/v1/audit${url}`,
    headers: { authorization: `Bearer ${tokens[reader]}` },
    ...(payload && { method: 'POST', payload }),
  })
const opening = async (): Promise<number> => (await see('admin', '/events?type=customers.AccountOpened')).json().rows[0].position
const reveals = async () =>
  (
    await running.pool.query(
      `select actor, subject, after, outcome from platform.operation_log where operation like '%/personal-data' order by at`,
    )
  ).rows

test.each(['reading', 'auditor', 'admin'])('one event showed %s the name, telephone and identity number of a customer', async (reader) => {
  const answer = await see(reader, `/events/${await opening()}`)
  expect(answer.statusCode).toBe(200)
  for (const secret of secrets) expect(answer.body).not.toContain(secret)
  expect(answer.json()).toMatchObject({ isMasked: true, data: { holder: { name: '(personal data)' } } })
  expect(await reveals()).toEqual([])
})

test('an auditor reads them with a reason, and the operation log has the person, the event and none of the values', async () => {
  const position = await opening()
  expect((await see('auditor', `/events/${position}/personal-data`, { reason: ' ' })).statusCode).toBe(400)
  const answer = await see('auditor', `/events/${position}/personal-data`, { reason: 'request 31' })
  expect(answer.json()).toMatchObject({ isMasked: false, data: { holder: { name: typed.customerName, identityNumber: typed.idNumber } } })
  const rows = await reveals()
  expect(rows).toMatchObject([
    { outcome: 'accepted', subject: { position, reason: 'request 31' }, after: { type: 'customers.AccountOpened' } },
  ])
  for (const secret of secrets) expect(JSON.stringify(rows)).not.toContain(secret)
})

test('reading them without the permission is refused, and the refusal is a row', async () => {
  const answer = await see('reading', `/events/${await opening()}/personal-data`, { reason: 'curious' })
  expect(answer.statusCode).toBe(403)
  expect((await reveals()).at(-1)).toMatchObject({ outcome: 'permission-missing' })
})

test('lists, streams, exports and Arrow have none of the values', async () => {
  for (const url of ['/events?limit=200', '/streams', '/set-aside-events', '/dead-letters'])
    for (const accept of ['application/json', 'text/csv', 'application/vnd.apache.arrow.stream']) {
      const answer = await running.ask('north', {
        url: `/api/v1/audit${url}`,
        headers: { authorization: `Bearer ${tokens.reading}`, accept },
      })
      for (const secret of secrets) expect(`${url} ${answer.body}`).not.toContain(secret)
    }
})
