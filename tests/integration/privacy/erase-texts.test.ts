import { randomUUID } from 'node:crypto'
import { erasePersonalData } from '@nightflow/policies/privacy/erase-personal-data'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backOfficeOf } from '../../support/api/back-office.ts'
import { clerkAt } from '../../support/api/office-clerk.ts'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'
import { findInDatabase } from '../../support/database/find-in-database.ts'
import { type RunningPolicies, runPolicies } from '../../support/running-policies.ts'

const holder = { customerName: 'Zoë Quillfeather', telephone: '13877775555', address: '77 Oxbow Lane' }
const reference = 'for Zoë Quillfeather'
const remark = 'paid by Quillfeather’s daughter'
const reason = 'Zoë Quillfeather asked for it'

let running: RunningApi
let policies: RunningPolicies
let personId: string
beforeAll(async () => {
  running = await startApi('erase_texts')
  policies = runPolicies(running, [erasePersonalData(running.pool)])
  const office = backOfficeOf(running)
  const admin = clerkAt(office, await office.logIn('admin'))
  await admin.done('POST', 'business/customer', { accountNo: 'P-1', ...holder })
  await admin.done('POST', 'business/payment', { paymentId: randomUUID(), accountNo: 'P-1', amount: 10, payMethod: '1', reference, remark })
  await admin.done('POST', 'business/payment', { paymentId: randomUUID(), accountNo: 'P-1', amount: 5, payMethod: '0' })
  await admin.done('PUT', 'business/customer/P-1/freeze', { reason })
  await admin.done('POST', 'business/customer', {
    accountNo: 'P-2',
    ...holder,
    customerName: 'Ottoline Vander',
    telephone: '13877775556',
  })
  await admin.done('POST', 'business/payment', {
    paymentId: randomUUID(),
    accountNo: 'P-2',
    amount: 7,
    payMethod: '1',
    reference: 'for Vander',
  })
  const { rows } = await running.pool.query(`select person_id as id from views.persons where name = $1`, [holder.customerName])
  personId = rows[0].id
})
afterAll(async () => {
  await policies.stop()
  await running.stop()
})

const see = async (url: string) => (await running.ask('north', { url })).json()
const paymentsOf = async (accountNo: string) =>
  (await see(`/prod-api/business/payment/list?accountNo=${accountNo}`)).rows.map((row: { reference: string; remark: string }) => [
    row.reference,
    row.remark,
  ])

test('texts that name a person are listed before the erasure, with those that stay', async () => {
  const { rows } = await see(`/api/v1/persons/${personId}/texts`)
  expect(rows).toEqual([
    expect.objectContaining({ kind: 'account', id: 'P-1', text: reason, isOwn: false }),
    expect.objectContaining({ kind: 'payment', id: 'P-1', text: `${reference} ${remark}`, isOwn: true }),
  ])
})

test('no payment without a text gets a key, and none of them is a person in the list', async () => {
  expect((await see('/api/v1/persons')).total).toBe(2)
  const { rows } = await running.pool.query(
    `select count(*)::int as keys from log.person_keys where person_id in (select payment_id from views.payments)`,
  )
  expect(rows).toEqual([{ keys: 2 }])
})

test('the references of a person’s payments outlived the erasure of the person', async () => {
  expect(await paymentsOf('P-1')).toContainEqual([reference, remark])
  const erased = await running.ask('north', {
    method: 'POST',
    url: `/api/v1/persons/${personId}/erasure`,
    payload: { reason: 'request 7' },
  })
  expect(erased.statusCode, erased.body).toBe(200)
  await expect
    .poll(() => paymentsOf('P-1'))
    .toEqual([
      ['', ''],
      ['', ''],
    ])
  const transactions = await see('/prod-api/business/transaction/list?accountNo=P-1')
  expect(JSON.stringify(transactions)).not.toContain('Quillfeather')
  expect(JSON.stringify(await see('/prod-api/business/bill/statement/P-1'))).not.toContain('Quillfeather')
  expect(await paymentsOf('P-2')).toEqual([['for Vander', '']])
})

test('the log holds none of the texts that were recorded with a key, whatever reads it', async () => {
  expect(await findInDatabase(running.pool, [reference, remark])).toEqual([])
})
