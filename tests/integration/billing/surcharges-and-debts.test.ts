import { randomUUID } from 'node:crypto'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { verifyViews } from '@nightflow/projections/views/replay'
import { languages } from '@nightflow/schemas/shared/language'
import { readPdfText } from '@nightflow/worker/pdf/read-pdf-text'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

let running: RunningApi
beforeAll(async () => {
  running = await startApi('surcharges_and_debts')
  const account = { customerName: 'Li Na', telephone: '13800138000', address: '8 Mill Lane' }
  for (const accountNo of ['S-1', 'S-2', 'S-3', 'S-4']) await ask('POST', 'customer', { ...account, accountNo })
})
afterAll(() => running?.stop())

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const ask = async (method: Method, path: string, payload?: object, { language = 'en', tenant = 'north' } = {}) =>
  (await running.ask(tenant, { method, url: `/prod-api/business/${path}`, headers: { language }, ...(payload && { payload }) })).json()
const history = async (path: string): Promise<string[]> =>
  (await running.ask('north', { method: 'GET', url: `/api/v1/${path}/history` })).json().rows.map(({ step }: { step: string }) => step)

const share = (itemName: string, ratioPercent: number) => ({ itemName, method: '0', enabledDate: '2026-01-01', ratioPercent, vatRate: 6 })
const fixed = (itemName: string, amount: number) => ({ itemName, method: '1', enabledDate: '2026-01-01', amount })
const addScheme = async (schemeName: string, ...items: object[]): Promise<number> =>
  (await ask('POST', 'surchargeScheme', { schemeName, items })).data.surchargeSchemeId
const addPersonal = (accountNo: string, item: object) => ask('POST', 'personalSurcharge', { accountNo, ...item })
const assign = (accountNo: string, surchargeSchemeId: number) => ask('PUT', 'personalSurcharge/scheme', { accountNo, surchargeSchemeId })
/** A recharge starts the deductions of the account by itself. */
const recharge = (accountNo: string, amount: number, more: object = {}) =>
  ask('POST', 'payment', { paymentId: randomUUID(), accountNo, amount, source: '1', payMethod: '0', ...more })
const addDebt = (debt: object) => ask('POST', 'debt', { debtId: randomUUID(), debtType: '1', feeName: 'Meter', accountNo: 'S-2', ...debt })

describe('a surcharge scheme', () => {
  it('shows its items as they were typed, and the share of a payment that they take', async () => {
    const surchargeSchemeId = await addScheme('Households', share('Sewage', 12.5), fixed('Collection', 1.5))
    const { rows } = await ask('GET', 'surchargeScheme/list?schemeName=House')
    expect(rows).toMatchObject([
      {
        surchargeSchemeId,
        status: '0',
        itemCount: 2,
        ratioPercent: 12.5,
        isUsed: false,
        items: [share('Sewage', 12.5), fixed('Collection', 1.5)],
      },
    ])
    expect((await ask('GET', 'surchargeScheme/list', undefined, { tenant: 'south' })).total).toBe(0)
  })

  // requirement of Surcharges and debts: Scheme name required, within 100 characters | /billing/surchargeSchemes | POST /prod-api/business/surchargeScheme
  // requirement of Surcharges and debts: VAT of a charging item at least 0 and below 100 | /billing/surchargeSchemes | POST /prod-api/business/surchargeScheme
  it('is refused in the words of its rules', async () => {
    const wrong = (...items: object[]) => ask('POST', 'surchargeScheme', { schemeName: 'Wrong', items })
    expect(await wrong(share('A', 1), share('a', 1))).toMatchObject({ msg: 'The charging item name already exists!' })
    expect(await wrong(share('A', 60), share('B', 40.01))).toMatchObject({
      msg: 'Total cumulative deduction ratio is not allowed to be greater than 100%!',
    })
    for (const items of [[], [{ ...share('A', 1), vatRate: 100 }], [{ ...share('A', 1), itemName: '' }]])
      expect(await wrong(...items)).toMatchObject({ code: 500 })
    expect(await ask('POST', 'surchargeScheme', { schemeName: 'a'.repeat(101), items: [share('A', 1)] })).toMatchObject({ code: 500 })
  })

  // requirement of Surcharges and debts: Trial calculation of a surcharge scheme | /billing/surchargeSchemes | POST /prod-api/business/surchargeScheme/trial
  it('is tried before it is given to an account', async () => {
    const items = [share('Sewage', 10), { ...fixed('Service', 2), method: '2', frequency: '1' }]
    const payment = { amount: 100, since: '2026-01-01', day: '2026-03-31' }
    const tried = await ask('POST', 'surchargeScheme/trial', { ...payment, items })
    expect(tried).toMatchObject({
      data: {
        lines: [
          { name: 'Sewage', amountMinor: 1000, vatMinor: 57 },
          { name: 'Service', units: 2, amountMinor: 400, vatMinor: 0 },
        ],
        deductedMinor: 1400,
        restMinor: 8600,
      },
    })
  })

  // requirement of Surcharges and debts: A surcharge scheme already in use cannot be disabled | /billing/surchargeSchemes | PUT /prod-api/business/surchargeScheme/disable/:surchargeSchemeId
  it('already in use cannot be disabled, in four languages, and not removed', async () => {
    const surchargeSchemeId = await addScheme('In use', share('Sewage', 10))
    expect(await assign('S-1', surchargeSchemeId)).toMatchObject({ code: 200 })
    const refused = await Promise.all(
      languages.map((language) => ask('PUT', `surchargeScheme/disable/${surchargeSchemeId}`, {}, { language })),
    )
    expect(refused[languages.indexOf('en')]).toMatchObject({ msg: 'The additional fee scheme has been used, not allowed to disable!' })
    expect(new Set(refused.map(({ msg }) => msg)).size).toBe(languages.length)
    expect(await ask('DELETE', `surchargeScheme/${surchargeSchemeId}`)).toMatchObject({ reason: 'surcharge-scheme-kept' })
    expect(await history(`surcharge-schemes/${surchargeSchemeId}`)).toEqual(['used', 'added'])
  })

  it('is changed only as far as the personal surcharges of its accounts leave room and names', async () => {
    const surchargeSchemeId = await addScheme('With personal', share('Sewage', 10))
    await assign('S-3', surchargeSchemeId)
    await addPersonal('S-3', share('Garden', 80))
    const change = (...items: object[]) => ask('PUT', 'surchargeScheme', { surchargeSchemeId, schemeName: 'With personal', items })
    expect(await change(share('Sewage', 20.01))).toMatchObject({ reason: 'deduction-ratio-too-large' })
    expect(await change(share('garden', 1))).toMatchObject({ reason: 'charging-item-exists' })
    expect(await change(share('Sewage', 20))).toMatchObject({ code: 200 })
  })
})

describe('personal surcharges', () => {
  // requirement of Surcharges and debts: Personal surcharges beside the scheme of an account | /billing/personalSurcharges | POST /prod-api/business/personalSurcharge
  it('of which one is not there are not removed at all', async () => {
    const { personalSurchargeId } = (await addPersonal('S-2', fixed('Rental', 3))).data
    const list = async () => (await ask('GET', 'personalSurcharge/list?accountNo=S-2')).rows
    expect(await ask('DELETE', `personalSurcharge/${personalSurchargeId},999999`)).toMatchObject({ reason: 'not-found' })
    expect(await list()).toMatchObject([{ itemName: 'Rental', amount: 3, ratioPercent: null, lastDeductionMinor: null }])
    expect(await ask('PUT', 'personalSurcharge', { personalSurchargeId, accountNo: 'S-2', ...fixed('Rental', 4) })).toMatchObject({
      code: 200,
    })
    expect(await list()).toMatchObject([{ itemName: 'Rental', amount: 4 }])
    expect(await ask('DELETE', `personalSurcharge/${personalSurchargeId}`)).toMatchObject({ code: 200 })
    expect(await list()).toEqual([])
  })

  it('are for accounts that exist', async () =>
    expect(await addPersonal('S-9', fixed('Rental', 3))).toMatchObject({ reason: 'account-not-found' }))
})

describe('the surcharges of an account', () => {
  // requirement of Surcharges and debts: An account shows its surcharges: fee type, method, amount, last settlement, cumulative purchased volume, last deduction | /customer/accounts | GET /prod-api/business/accountCharges/:accountNo
  it('are those of its scheme and its own, with what was last settled and deducted for each', async () => {
    const surchargeSchemeId = await addScheme('Shops', share('Sewage', 10), { ...fixed('Service', 2), method: '2', frequency: '0' })
    expect(await assign('S-4', surchargeSchemeId)).toMatchObject({ code: 200 })
    expect(await addPersonal('S-4', fixed('Rental', 3))).toMatchObject({ code: 200 })
    const charges = async () => (await ask('GET', 'accountCharges/S-4')).data
    const nothing = { lastSettlementDate: null, lastDeductionMinor: null, lastDeductionAt: null }
    expect(await charges()).toMatchObject({
      scheme: { surchargeSchemeId, schemeName: 'Shops', status: '0' },
      items: [
        { feeType: '0', itemName: 'Sewage', method: '0', ratioBasisPoints: 1000, ...nothing },
        { feeType: '0', itemName: 'Service', method: '2', frequency: '0', amountMinor: 200, ...nothing },
        { feeType: '1', itemName: 'Rental', method: '1', amountMinor: 300, ...nothing },
      ],
      cumulativeLitres: 0,
    })
    expect(await recharge('S-4', 100, { purchasedLitres: 4_000 })).toMatchObject({ code: 200 })
    const [sewage, service, rental] = (await charges()).items
    const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/)
    expect(sewage).toMatchObject({ lastSettlementDate: day, lastDeductionMinor: 1000, lastDeductionAt: expect.any(String) })
    expect(rental).toMatchObject({ lastSettlementDate: day, lastDeductionMinor: 300 })
    // Not a whole day has passed since the account got it.
    expect(service).toMatchObject({ lastDeductionMinor: null })
    expect((await charges()).cumulativeLitres).toBe(4_000)
    expect(await ask('GET', 'accountCharges/S-9')).toMatchObject({ reason: 'account-not-found' })
    expect(await ask('GET', 'accountCharges/S-4', undefined, { tenant: 'south' })).toMatchObject({ reason: 'account-not-found' })
  })
})

describe('a debt', () => {
  it('is refused without an amount above 0, and with half a repayment plan', async () => {
    expect(await addDebt({ amount: 0 })).toMatchObject({ msg: 'This debt must be greater than 0' })
    expect(await addDebt({ amount: 10, planDeductions: 3 })).toMatchObject({ reason: 'repayment-plan-incomplete' })
    expect(await addDebt({ amount: 10, planSource: '1' })).toMatchObject({ reason: 'repayment-plan-incomplete' })
  })

  // requirement of Surcharges and debts: Debt record with residual, operator and remaining deductions | /billing/debtRecords | GET /prod-api/business/debtRecord/list
  // requirement of Surcharges and debts: Deduction with its lines, previewed and made once | /billing/deductions | POST /prod-api/business/deduction
  it('is repaid by instalments of recharges and at the counter, and every transaction is recorded', async () => {
    const { debtNo } = (await addDebt({ amount: 90, planSource: '1', planDeductions: 3 })).data
    const payment = { deductionId: randomUUID(), accountNo: 'S-2', amount: 100, source: '1' }
    const preview = await ask('POST', 'deduction/preview', { accountNo: 'S-2', amount: 100, source: '1' })
    expect(preview.data).toMatchObject({ deductedMinor: 3000, restMinor: 7000 })
    expect(await ask('POST', 'deduction', payment)).toMatchObject({ reason: 'account-balance-insufficient' })
    const paymentId = randomUUID()
    const made = await recharge('S-2', 100, { paymentId })
    expect(await recharge('S-2', 100, { paymentId })).toMatchObject({ data: made.data })
    const pay = (amount: number) => ask('PUT', `debt/pay/${debtNo}`, { paymentId: randomUUID(), amount })
    expect(await pay(60.01)).toMatchObject({ reason: 'debt-overpaid' })
    expect(await pay(60)).toMatchObject({ data: { residualMinor: 0 } })
    expect(await pay(1)).toMatchObject({ msg: "The user's debt has been paid in full!" })
    expect((await ask('GET', 'debt/list?status=1')).rows).toMatchObject([{ debtNo, residualMinor: 0, remainingDeductions: 0 }])
    expect((await ask('GET', 'debtRecord/list')).rows).toMatchObject([
      { kind: '1', transactionMinor: 6000, residualMinor: 0, remainingDeductions: 0 },
      { kind: '2', transactionMinor: 3000, residualMinor: 6000, remainingDeductions: 2 },
      { kind: '0', transactionMinor: 9000, residualMinor: 9000, remainingDeductions: 3 },
    ])
    expect(await history(`debts/${debtNo}`)).toEqual(['paid', 'deducted', 'added'])
  })
})

describe('the order of deductions', () => {
  // requirement of Surcharges and debts: Deduction order explicit, configurable and stored | /billing/deductions | PUT /prod-api/business/deductionOrder
  it('is the tenant’s, and each deduction keeps the one of its time', async () => {
    await addDebt({ amount: 50, planSource: '1', planDeductions: 1 })
    await addPersonal('S-2', fixed('Rental', 3))
    const deduct = () => recharge('S-2', 2)
    await deduct()
    const debtsFirst = ['debt', 'percentage', 'fixed', 'frequency']
    expect(await ask('PUT', 'deductionOrder', { deductionOrder: ['debt', 'debt', 'fixed', 'frequency'] })).toMatchObject({
      reason: 'deduction-order-incomplete',
    })
    expect(await ask('PUT', 'deductionOrder', { deductionOrder: debtsFirst })).toMatchObject({ code: 200 })
    await deduct()
    expect((await ask('GET', 'deductionOrder')).data).toMatchObject({ deductionOrder: debtsFirst, setBy: 'admin' })
    // Clients other than our own read local times.
    const headers = { authorization: `Bearer ${running.tokenOf('north')}` }
    const local = await running.api.inject({ url: '/prod-api/business/deductionOrder', headers })
    expect(local.json().data.setAt).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    const { rows } = await ask('GET', 'deduction/list?accountNo=S-2&pageSize=2')
    expect(rows).toMatchObject([
      {
        deductionOrder: debtsFirst,
        lines: [
          { kind: 'debt', amountMinor: 200 },
          { kind: 'fixed', amountMinor: 0 },
        ],
      },
      {
        lines: [
          { kind: 'fixed', amountMinor: 200 },
          { kind: 'debt', amountMinor: 0 },
        ],
      },
    ])
  })
})

describe('a payment', () => {
  const open = async (accountNo: string) =>
    ask('POST', 'customer', { customerName: 'Li Na', telephone: '13800138000', address: '8 Mill Lane', accountNo })
  const preview = (asked: object) => ask('POST', 'payment/preview', { source: '1', ...asked })

  // requirement of Surcharges and debts: The allocation of an amount before it is paid | /billing/payments | POST /prod-api/business/payment/preview
  // requirement of Surcharges and debts: The allocation is stored with the transaction and is on the receipt | /billing/payments | GET /prod-api/business/payment/receipt/:paymentNo
  it('is divided as its preview said, keeps its lines, and is taken back with them', async () => {
    await open('S-5')
    await addPersonal('S-5', share('Waste water', 5))
    const { debtNo } = (await addDebt({ accountNo: 'S-5', amount: 30, planSource: '1', planDeductions: 3 })).data
    const asked = { accountNo: 'S-5', amount: 100 }
    const { data: seen } = await preview(asked)
    expect(seen).toMatchObject({ amountMinor: 10_000, deductedMinor: 1_500, bills: [], billsMinor: 0, restMinor: 8_500, litres: null })
    const { paymentNo } = (await recharge('S-5', 100)).data
    const [row] = (await ask('GET', 'payment/list?accountNo=S-5')).rows
    expect(row).toMatchObject({ paymentNo, source: '1', deductedMinor: 1_500, restMinor: 8_500, deductions: seen.lines })
    expect((await ask('GET', 'recharge/list?accountNo=S-5')).rows).toMatchObject([
      { rechargeNo: paymentNo, status: '0', amountMinor: 10_000, deductedMinor: 1_500, billsMinor: 0, restMinor: 8_500 },
    ])
    const receipt = await running.ask('north', {
      method: 'GET',
      url: `/prod-api/business/payment/receipt/${paymentNo}`,
      headers: { language: 'en' },
    })
    const [paper] = await readPdfText(receipt.rawPayload)
    for (const words of ['Waste water', 'Surcharges and instalments', '85.00']) expect(paper).toContain(words)
    const debtRow = async () => (await ask('GET', 'debt/list?accountNo=S-5')).rows[0]
    expect(await debtRow()).toMatchObject({ debtNo, residualMinor: 2_000, remainingDeductions: 2 })
    expect(await ask('PUT', `payment/reverse/${paymentNo}`, { reason: 'bounced' })).toMatchObject({ code: 200 })
    expect(await debtRow()).toMatchObject({ residualMinor: 3_000, remainingDeductions: 3, status: '0' })
    expect((await ask('GET', 'deduction/list?accountNo=S-5')).rows).toMatchObject([{ status: '1', deductedMinor: 1_500 }])
    expect((await ask('GET', 'personalSurcharge/list?accountNo=S-5')).rows).toMatchObject([{ lastDeductionMinor: null }])
    expect((await ask('GET', 'debtRecord/list?accountNo=S-5')).rows).toMatchObject([{ kind: '3' }, { kind: '2' }, { kind: '0' }])
    expect((await ask('GET', 'payment/balance?accountNo=S-5')).data).toMatchObject({ balanceMinor: 0, debtsMinor: 3_000 })
    expect(await history(`debts/${debtNo}`)).toEqual(['undeducted', 'deducted', 'added'])
    expect(await preview({ ...asked, amount: 0 })).toMatchObject({ reason: 'recharge-not-positive' })
    expect(await preview({ ...asked, accountNo: 'S-9' })).toMatchObject({ reason: 'account-not-found' })
  })

  it('of a scheme is deducted from by its items as they are now, in the order of the tenant', async () => {
    await open('S-6')
    const surchargeSchemeId = await addScheme('Now', share('Sewage', 10))
    await assign('S-6', surchargeSchemeId)
    await ask('PUT', 'surchargeScheme', { surchargeSchemeId, schemeName: 'Now', items: [share('Sewage', 20)] })
    await recharge('S-6', 50)
    expect((await ask('GET', 'deduction/list?accountNo=S-6')).rows).toMatchObject([
      { deductionOrder: (await ask('GET', 'deductionOrder')).data.deductionOrder, lines: [{ name: 'Sewage', amountMinor: 1_000 }] },
    ])
  })

  it('that recharges an account is at most the purchase limit of the account', async () => {
    await ask('POST', 'customer', {
      customerName: 'Li Na',
      telephone: '13800138000',
      address: '8 Mill Lane',
      accountNo: 'S-7',
      purchaseLimit: 80,
    })
    expect(await recharge('S-7', 80.01)).toMatchObject({ reason: 'recharge-over-limit', msg: expect.stringContaining('80.00') })
    expect(await recharge('S-7', 80)).toMatchObject({ code: 200 })
    expect(await recharge('S-7', 1.005)).toMatchObject({ code: 500 })
    expect(
      await ask('POST', 'payment/refund', { paymentId: randomUUID(), accountNo: 'S-7', amount: 80, payMethod: '0', reason: 'moves' }),
    ).toMatchObject({ data: { balanceMinor: 0 } })
  })
})

describe('a debt that is given up', () => {
  it('is written off by two people, and the read models are those of the log', async () => {
    const { debtNo } = (await addDebt({ accountNo: 'S-3', amount: 40 })).data
    const writeOff = (verb: string) => ask('PUT', `debt/${verb}WriteOff/${debtNo}`, { reason: 'Bankrupt' })
    expect(await writeOff('confirm')).toMatchObject({ reason: 'write-off-not-proposed' })
    expect(await writeOff('propose')).toMatchObject({ code: 200 })
    expect(await writeOff('confirm')).toMatchObject({ reason: 'write-off-same-person' })
    expect((await ask('GET', 'debt/list?accountNo=S-3')).rows).toMatchObject([{ status: '0', writeOffBy: 'admin' }])
    expect(await writeOff('dismiss')).toMatchObject({ code: 200 })
    expect(await history(`debts/${debtNo}`)).toEqual(['writeOffDismissed', 'writeOffProposed', 'added'])
    await waitForViews(running.pool, await running.log.head(), 30_000)
    expect(await verifyViews({ pool: running.pool, log: running.log })).toEqual([])
  })
})
