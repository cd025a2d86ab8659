import { randomUUID } from 'node:crypto'
import type { JsonObject } from '@nightflow/event-log/event-log'
import { lookAtProofs, tenantsToProve } from '@nightflow/platform/jobs/money-proofs'
import { followSales } from '@nightflow/policies/agents/follow-sales'
import { proveMoney } from '@nightflow/projections/joined/prove-money'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { ProofFault as faults, MoneyProof, type ProofDifference, type ProofFault } from '@nightflow/schemas/audit/money-proof'
import { type EventType, eventCatalogue } from '@nightflow/schemas/events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backOfficeOf } from '../../support/api/back-office.ts'
import { clerkAt } from '../../support/api/office-clerk.ts'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'
import { exampleOf } from '../../support/data/example-of-schema.ts'
import { appendFact } from '../../support/data/readings.ts'
import { vendingOf } from '../../support/prepaid/vending-of-tests.ts'
import { waitUntil } from '../../support/process/server-process.ts'
import { runPolicies } from '../../support/running-policies.ts'

const tenant = 'north'
const day = '2026-03-02T08:00:00Z'
let running: RunningApi
let agent: number

const ask = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
  (await running.ask(tenant, { method, url, ...(payload && { payload }) })).json()
const business = (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) => ask(method, `/prod-api/business/${path}`, payload)
const seen = async () => waitForViews(running.pool, await running.log.head(), 60_000)
const change = (sql: string, ...values: unknown[]) => running.pool.query(sql, values)
const generation = { supplyGroupCode: '123457', tariffIndex: '01', keyRevisionNumber: 1, keyType: '2', algorithm: '11', baseDate: '2014' }
const sale = () => ({ requestId: randomUUID(), accountNo: 'A-1', meterNo: 't1', panLastFour: '0009', amount: 22, payMethod: '0' })
let sold: ReturnType<typeof sale>
const paymentId = randomUUID()

beforeAll(async () => {
  running = await startApi('money_proof', { openVending: await vendingOf(tenant) })
  const steps = [{ startVolume: 0, endVolume: -1, unitPrice: 2 }]
  const scheme = { priceSchemeName: 'Households', billingMonths: 1, accumulationMonths: 12, vatRate: 10, startTime: '2026-01-01', steps }
  const { priceSchemeId } = (await business('POST', 'priceScheme', scheme)).data
  await business('PUT', `priceScheme/publish/${priceSchemeId}`, {})
  await ask('POST', '/api/v1/meters', { meters: [{ number: 't1', timeZone: 'UTC', caliberMillimetres: 15 }] })
  const holder = { customerName: 'Li Na', telephone: '13800138000', address: '8 Mill Lane' }
  await business('POST', 'customer', { ...holder, accountNo: 'A-1', meterNo: 't1', priceScheme: 'Households' })
  await business('POST', 'stsMeter', { meterNo: 't1', pan: '600727000000000009', ...generation })
  sold = sale()
  for (const each of [sold, sale(), sale()]) expect(await business('POST', 'token/sell', each)).toMatchObject({ code: 200 })
  expect(await business('POST', 'payment', { accountNo: 'A-1', paymentId, amount: 5 })).toMatchObject({ code: 200 })
  const { rows } = await running.pool.query(`select user_id::float8 as id from platform.users where username = 'clerk' and tenant = $1`, [
    tenant,
  ])
  agent = rows[0].id
  await change(
    `insert into platform.user_roles (tenant, user_id, role_id) select tenant, $1, role_id from platform.roles where tenant = 'north' and role_key = 'agent'`,
    agent,
  )
  const recharge = { rechargeId: randomUUID(), userId: agent, amount: 10, purchaseMethod: '1' }
  expect(await ask('POST', '/prod-api/system/user/agentRecharge', recharge)).toMatchObject({ code: 200 })
  await sellAsAgent()
  await fact('payments.OrderPlaced', { ...order, accountNo: 'A-1', orderMinor: 1_000 })
  await fact('payments.CallbackReceived', { callbackId: callback })
  await fact('cards.CardWritePrepared', card)
  await seen()
}, 120_000)
afterAll(() => running?.stop())

/** The agent sells for 2 and for 3 with ten percent of commission, the latter is taken back, and half of the commission goes into the float. */
const sellAsAgent = async () => {
  const office = backOfficeOf(running)
  const [admin, seller] = [clerkAt(office, await office.logIn('admin')), clerkAt(office, await office.logIn('clerk'))]
  await admin.done('PUT', `system/agent/terms/${agent}`, { commissionPercent: 10 })
  const wrong = { saleId: randomUUID(), kind: '1', accountNo: 'A-1', amount: 3 }
  for (const each of [{ ...wrong, saleId: randomUUID(), amount: 2 }, wrong]) await seller.done('POST', 'business/agentDesk/sell', each)
  await admin.done('PUT', `system/agent/pay/${agent}`, { payoutId: randomUUID(), amount: 0.1, payTo: '0' })
  await seen()
  const { rows } = await running.pool.query('select payment_no as "paymentNo" from views.payments where payment_id = $1', [wrong.saleId])
  await admin.done('PUT', `business/payment/reverse/${rows[0].paymentNo}`, { reason: 'sold to the wrong customer' })
  const policies = runPolicies(running, [followSales(running)])
  const isReversed = async () => {
    await seen()
    return (await floatOfAgent()).float === 810
  }
  expect(await waitUntil(isReversed)).toBe(true)
  await policies.stop()
}
const floatOfAgent = async (): Promise<{ float: number; unpaid: number }> => {
  const { rows } = await running.pool.query(
    'select float_minor::int as float, unpaid_minor::int as unpaid from views.agent_balances where user_id = $1',
    [agent],
  )
  return rows[0]
}
const order = { orderId: randomUUID(), orderNumber: 'ORDER-1' }
const callback = randomUUID()
const card = { accountNo: 'A-1', cardNo: '0A1B2C3D', operation: '0', operationId: randomUUID(), replacedCardNo: null }

/** An event that no decider would make. */
const fact = async (type: EventType, data: JsonObject): Promise<void> => {
  const example = exampleOf(eventCatalogue[type].data) as JsonObject
  await appendFact(running.log, tenant, 'planted', type, { ...example, at: day, ...('postings' in example && { postings: [] }), ...data })
}
const prove = async (): Promise<ProofDifference[]> => {
  await seen()
  return (await proveMoney({ pool: running.servicePool, log: running.log, tenant })).differences
}
const paid = (id: string, amountMinor = 100) =>
  fact('billing.PaymentReceived', { accountNo: 'A-1', paymentId: id, amountMinor, restMinor: amountMinor, allocations: [] })
const started = (requestId: string, amountMinor = 100) =>
  fact('prepaid.TokenSaleStarted', { requestId, amountMinor, meterNo: 't1', accountNo: 'A-1' })
const issued = (requestId: string, tokens = ['12345678901234567890']) => fact('prepaid.TokensIssued', { requestId, meterNo: 't1', tokens })
const soldTo = { meterPan: '600727000000000009', ...generation, keyExpiryNumber: 255 }
const requested = (requestId: string, tokenIdentifier: number, chargedMinor = 100) =>
  fact('prepaid.TokensRequested', { requestId, meterNo: 't1', chargedMinor, soldTo, parts: [{ units: 1, tokenIdentifier }] })
const written = (operation: string, more: JsonObject) =>
  fact('cards.CardWritten', { ...card, ...more, operation, operationId: randomUUID() })
const money = {
  orderId: order.orderId,
  purchaseMinor: 990,
  receivedMinor: 1_000,
  feeMinor: 10,
  payerAccountNo: 'A-1',
  orderNumber: 'ORDER-1',
}

test('a utility whose money is whole has no differences, and says how much was compared', async () => {
  await seen()
  const { differences, parts, position, events } = await proveMoney({ pool: running.servicePool, log: running.log, tenant })
  expect(differences).toEqual([])
  expect(position).toBe(await running.log.head())
  expect(events).toBeGreaterThan(12)
  const comparedOf = Object.fromEntries(parts.map(({ part, compared }) => [part, compared]))
  expect(comparedOf).toMatchObject({ accounts: 1, payments: 6, tokens: 3, orders: 1, agents: 1 })
  expect(comparedOf.ledger).toBeGreaterThanOrEqual(4)
})

test('an agent has recharges and what was reversed less sales, with the commission that was paid into the float', async () => {
  expect(await floatOfAgent()).toEqual({ float: 1_000 - 200 - 300 + 300 + 10, unpaid: 20 - 10 })
})

test('the money of another utility is no part of it', async () => {
  const { parts } = await proveMoney({ pool: running.servicePool, log: running.log, tenant: 'south' })
  expect(parts.every(({ compared, differing }) => compared + differing === 0)).toBe(true)
})

/** Differences to plant, by the fault that names each; later ones are found beside the earlier ones. */
const planted: readonly (readonly [ProofFault, string, () => Promise<unknown>])[] = [
  ['balance', 'A-1', () => change(`update views.account_balances set balance_minor = balance_minor + 1 where account_no = 'A-1'`)],
  [
    'receivables',
    'A-1',
    () =>
      fact('billing.BalanceApplied', {
        ...{ accountNo: 'A-1', allocations: [] },
        postings: [
          { ledgerAccount: 'receivables', amountMinor: 100 },
          { ledgerAccount: 'customerDebts', amountMinor: -100 },
        ],
      }),
  ],
  ['debts', 'A-1', async () => undefined],
  ['ledger-account', 'cash', () => change(`update views.postings set debit_minor = debit_minor + 1 where ledger_account = 'cash'`)],
  [
    'sum-not-zero',
    'billing.BalanceApplied',
    () => fact('billing.BalanceApplied', { accountNo: 'A-1', allocations: [], postings: [{ ledgerAccount: 'bank', amountMinor: 7 }] }),
  ],
  ['payment-amount', 'A-1', () => change('update views.payments set amount_minor = 501 where payment_id = $1', paymentId)],
  ['payment-twice', 'A-1', () => paid(paymentId, 500)],
  [
    'reversed-twice',
    'A-1',
    async () => {
      for (const _ of [1, 2]) await fact('billing.PaymentReversed', { accountNo: 'A-1', paymentId })
    },
  ],
  ['sale-amount', 't1', () => change('update views.sts_tokens set amount_minor = 1 where request_id = $1', sold.requestId)],
  ['sale-charged', 't1', () => change('update views.sts_tokens set charged_minor = 1 where request_id = $1', sold.requestId)],
  ['token-missing', 't1', () => change(`update views.sts_tokens set digits = '' where request_id = $1`, sold.requestId)],
  [
    'sale-unpaid',
    't1',
    async () => {
      const requestId = randomUUID()
      await started(requestId)
      await issued(requestId)
    },
  ],
  [
    'token-twice',
    't1',
    async () => {
      const requestId = randomUUID()
      await started(requestId)
      await paid(requestId)
      await issued(requestId, ['98765432109876543210'])
      await issued(requestId, ['98765432109876543210'])
    },
  ],
  [
    'sale-lost',
    't1',
    async () => {
      const requestId = randomUUID()
      await started(requestId)
      await paid(requestId)
    },
  ],
  [
    'water-sold',
    't1',
    async () => {
      const requestId = randomUUID()
      await started(requestId)
      await paid(requestId)
      await requested(requestId, 16_000_000)
      await issued(requestId, ['11111111111111111111'])
    },
  ],
  ['identifier-falls', 't1', () => requested(randomUUID(), 5)],
  ['order-amount', 'ORDER-1', () => change('update views.payment_orders set order_minor = 1 where order_id = $1', order.orderId)],
  ['order-money', 'ORDER-1', () => fact('payments.OrderPaid', { ...money, paymentId: randomUUID(), platformEventId: 'event-1' })],
  ['order-twice', 'ORDER-1', () => fact('payments.OrderMoneyCredited', { ...money, paymentId: randomUUID(), platformEventId: 'event-1' })],
  ['order-received', 'ORDER-1', () => change('update views.payment_orders set received_minor = 1 where order_id = $1', order.orderId)],
  ['order-returned', 'ORDER-1', () => fact('payments.OrderRefunded', { orderId: order.orderId, paymentId: randomUUID(), refundMinor: 5 })],
  ['order-refunded', 'ORDER-1', async () => undefined],
  ['callback-twice', callback, () => fact('payments.CallbackReceived', { callbackId: callback })],
  ['callback-missing', callback, () => change('delete from views.payment_callbacks where callback_id = $1', callback)],
  ['card-money', '0A1B2C3D', () => written('1', { purchaseNo: 1, amountMinor: 100 })],
  ['purchase-twice', 'A-1 1', () => written('1', { purchaseNo: 1, amountMinor: 100 })],
  ['card-counter', '0A1B2C3D', () => change(`update views.cards set recharge_count = 9 where card_no = '0A1B2C3D'`)],
  ['card-refund', '0A1B2C3D', () => written('2', { purchaseNo: 1, amountMinor: 100 })],
  [
    'card-cancelled',
    '0A1B2C3D',
    async () => {
      const operationId = randomUUID()
      await paid(operationId)
      await fact('cards.CardWriteCancelled', { ...card, operation: '1', operationId, amountMinor: 100 })
    },
  ],
  ['agent-balance', 'clerk', () => change('update views.agent_balances set float_minor = 1 where user_id = $1', agent)],
  [
    'agent-recharge-twice',
    'clerk',
    async () => {
      const recharge = { rechargeId: randomUUID(), userId: agent, amountMinor: 1, rechargedAt: day }
      for (const _ of [1, 2]) await fact('agents.AgentRecharged', recharge)
    },
  ],
  [
    'agent-sale-twice',
    'clerk',
    async () => {
      const twice = {
        saleId: randomUUID(),
        userId: agent,
        amountMinor: 1,
        commissionMinor: 0,
        balanceMinor: 1,
        unpaidMinor: 10,
        heldMinor: 0,
      }
      for (const _ of [1, 2]) await fact('agents.AgentSaleCompleted', twice)
    },
  ],
  ['agent-commission', 'clerk', () => change('update views.agent_balances set unpaid_minor = 1 where user_id = $1', agent)],
]

describe('a difference that was planted', () => {
  // requirement of Money proof: Each kind of difference is found and named | /audit/moneyProofs | GET /api/v1/audit/money-proofs/:id/differences
  test.each(planted)('is found and named: %s', async (fault, name, plant) => {
    await plant()
    expect(await prove()).toContainEqual(expect.objectContaining({ fault, name }))
  })
  test('is planted of every kind', () => {
    expect(planted.map(([fault]) => fault).toSorted()).toEqual(faults.options.toSorted())
  })
})

describe('the job', () => {
  const listed = async () => (await ask('GET', '/api/v1/audit/money-proofs')).rows as MoneyProof[]

  // requirement of Money proof: A person starts a proof and reads its result | /audit/moneyProofs | POST /api/v1/audit/money-proofs
  test('runs when a person starts it, and keeps its result with the position of the log', async () => {
    const proof = MoneyProof.parse(await ask('POST', '/api/v1/audit/money-proofs', {}))
    expect(proof).toMatchObject({ isNightly: false, parts: [] })
    await expect.poll(listed).toContainEqual(expect.objectContaining({ id: proof.id, status: 'succeeded' }))
    const [ended] = await listed()
    expect(ended!.position).toBe(await running.log.head())
    expect(ended!.parts.find(({ part }) => part === 'agents')).toMatchObject({ compared: 1, differing: 4 })
    const { rows } = await ask('GET', `/api/v1/audit/money-proofs/${proof.id}/differences`)
    expect(rows).toContainEqual(expect.objectContaining({ fault: 'agent-balance', name: 'clerk', rowNo: agent, shown: 3, derived: 810 }))
    expect((await ask('GET', `/api/v1/audit/money-proofs/${randomUUID()}/differences`)).status).toBe(404)
  })

  test('is one at a time: a second one is refused until it ends', async () => {
    const answers = await Promise.all([1, 2].map(() => ask('POST', '/api/v1/audit/money-proofs', {})))
    expect(answers.filter(({ code }) => code === 'money-proof-running')).toHaveLength(1)
    await expect.poll(async () => (await listed()).every(({ status }) => status === 'succeeded')).toBe(true)
  })

  // requirement of Money proof: A proof runs each night by itself | /audit/moneyProofs | GET /api/v1/audit/money-proofs
  test('starts by itself once a night for a utility that was there then', async () => {
    expect(await tenantsToProve(running.pool, 10), 'these were made after their night').toEqual([])
    await change(`update platform.tenants set created_at = now() - interval '3 days' where code in ('north', 'south')`)
    await change(`update platform.jobs set started_at = now() - interval '2 days' where kind = 'money-proof'`)
    await expect.poll(listed).toContainEqual(expect.objectContaining({ isNightly: true, status: 'succeeded' }))
    await expect.poll(() => tenantsToProve(running.pool, 10)).toEqual([])
    expect((await listed()).filter(({ isNightly }) => isNightly)).toHaveLength(1)
  })

  test('is in health by the last proof of each utility', async () => {
    await expect.poll(() => lookAtProofs(running.pool)).toMatchObject({ tenants: 2, failed: 0 })
    expect((await lookAtProofs(running.pool)).differing).toBeGreaterThan(20)
  })
})
