import { randomUUID } from 'node:crypto'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { readPdfText } from '@nightflow/worker/pdf/read-pdf-text'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backOfficeOf } from '../../support/api/back-office.ts'
import { type Clerk, clerkAt, setUpBy } from '../../support/api/office-clerk.ts'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'
import { vendingOf } from '../../support/prepaid/vending-of-tests.ts'
import { dayOfNorth } from '../../support/two-utilities.ts'

let running: RunningApi
type Agent = Clerk & { userId: number }
let ama: Agent
let bob: Agent
let admin: Clerk
type Sale = { saleNo: number; saleId: string; status: string; commissionMinor: number; tokens: string[]; accountNo: string }
type Float = Record<
  'balanceMinor' | 'availableMinor' | 'heldMinor' | 'unpaidMinor' | 'soldTodayMinor' | 'salesToday' | 'earnedTodayMinor',
  number
>

const pan = '600727000000000009'
const generation = { supplyGroupCode: '123457', tariffIndex: '01', keyRevisionNumber: 1, keyType: '2', algorithm: '11', baseDate: '2014' }
const desk = 'business/agentDesk'
const floatOf = (agent: Agent) => agent.done<Float>('GET', `${desk}/float`)
const recharge = (agent: Agent, amount: number) =>
  admin.done('POST', 'system/user/agentRecharge', { rechargeId: randomUUID(), userId: agent.userId, amount })
const saleOf = (change: object = {}) => ({ saleId: randomUUID(), kind: '0', accountNo: 'D-2', amount: 10, ...change })
const tokenOf = (amount: number) => saleOf({ kind: '2', accountNo: 'D-1', meterNo: 'd1', panLastFour: '0009', amount })
const sell = (agent: Agent, sale: object) => agent.done<Sale>('POST', `${desk}/sell`, sale)
const balanceOf = async (accountNo: string) =>
  (await admin.done<{ balanceMinor: number }>('GET', `business/payment/balance?accountNo=${accountNo}`)).balanceMinor
const ledger = async (account: string): Promise<number> => {
  const { rows } = await running.pool.query(
    `select coalesce(sum(credit_minor - debit_minor), 0)::int as owed from views.postings where tenant = 'north' and ledger_account = $1`,
    [account],
  )
  return rows[0].owed
}

beforeAll(async () => {
  running = await startApi('agent_desk', { openVending: await vendingOf('north') })
  const office = backOfficeOf(running)
  admin = clerkAt(office, await office.logIn('admin'))
  const { worker, roleId } = setUpBy(() => admin, office, running.pool)
  ama = await worker('ama', await roleId('agent'))
  bob = await worker('bob', await roleId('agent'))
  const scheme = { priceSchemeName: 'Households', billingMonths: 1, accumulationMonths: 12, vatRate: 10, startTime: '2026-01-01' }
  const steps = [{ startVolume: 0, endVolume: -1, unitPrice: 2 }]
  const { priceSchemeId } = await admin.done<{ priceSchemeId: number }>('POST', 'business/priceScheme', { ...scheme, steps })
  await admin.done('PUT', `business/priceScheme/publish/${priceSchemeId}`, {})
  const meters = ['d1', 'd2'].map((number) => ({ number, timeZone: 'UTC', caliberMillimetres: 15 }))
  await running.ask('north', { method: 'POST', url: '/api/v1/meters', payload: { meters } })
  for (const nth of ['1', '2']) {
    const limit = nth === '1' ? { purchaseLimit: 25 } : {}
    const customerName = nth === '1' ? 'Li Na' : 'Kofi Mensah'
    const holder = { customerName, telephone: `1380013800${nth}`, address: `${nth} Mill Lane` }
    await admin.done('POST', 'business/customer', {
      ...holder,
      ...limit,
      accountNo: `D-${nth}`,
      meterNo: `d${nth}`,
      priceScheme: 'Households',
    })
  }
  await admin.done('POST', 'business/stsMeter', { meterNo: 'd1', pan, ...generation })
  await admin.done('PUT', `system/agent/terms/${ama.userId}`, { commissionPercent: 2.5 })
  await recharge(ama, 100)
}, 120_000)
afterAll(() => running?.stop())

describe('the desk of an agent', () => {
  it('finds any customer by the whole number, without the name, and own customers by any word', async () => {
    const find = async (agent: Agent, search: string) =>
      (await agent.done<{ customers: { accountNo: string; customerName: string | null }[] }>('GET', `${desk}/find?search=${search}`))
        .customers
    expect(await find(ama, 'mensah')).toEqual([])
    expect(await find(ama, 'd2')).toEqual([
      expect.objectContaining({ accountNo: 'D-2', customerName: null, isOwn: false, address: '2 Mill Lane' }),
    ])
    expect(await find(ama, pan)).toEqual([expect.objectContaining({ accountNo: 'D-1', isOwn: false })])
    await sell(ama, saleOf({ amount: 1 }))
    expect(await find(ama, 'mensah')).toEqual([expect.objectContaining({ accountNo: 'D-2', customerName: 'Kofi Mensah', isOwn: true })])
    expect(await find(bob, 'mensah'), 'not those of another agent').toEqual([])
  })

  it('shows what a sale pays and brings before money is taken', async () => {
    const { availableMinor } = await floatOf(ama)
    const shown = await ama.done('POST', `${desk}/preview`, { kind: '2', accountNo: 'D-1', amount: 22 })
    expect(shown).toMatchObject({
      amountMinor: 2_200,
      restMinor: 2_200,
      commissionMinor: 55,
      availableMinor,
      leftMinor: availableMinor - 2_200,
    })
    expect(shown).toMatchObject({ litres: 10_002, meter: { meterNo: 'd1', panLastFour: '0009', lastToken: null, tokenCount: 1 } })
  })

  // requirement of Agents: A sale debits the float and earns the commission with the money | /billing/payment/agentDesk | POST /prod-api/business/agentDesk/sell
  it('sells: the account is paid, the float is debited, the commission is earned, each once', async () => {
    const before = await floatOf(ama)
    const paidBefore = await balanceOf('D-2')
    const sale = saleOf({ kind: '1', amount: 20 })
    const sold = await sell(ama, sale)
    expect(sold).toMatchObject({ status: '1', commissionMinor: 50, accountNo: 'D-2', tokens: [] })
    expect(await sell(ama, sale)).toEqual(sold)
    expect(await balanceOf('D-2')).toBe(paidBefore + 2_000)
    const after = await floatOf(ama)
    expect(after.balanceMinor).toBe(before.balanceMinor - 2_000)
    expect(after.unpaidMinor).toBe(before.unpaidMinor + 50)
    expect(after).toMatchObject({ heldMinor: 0, salesToday: before.salesToday + 1, soldTodayMinor: before.soldTodayMinor + 2_000 })
    expect(await ama.refused('POST', `${desk}/sell`, { ...sale, amount: 21 })).toBe('agent-sale-id-used')
  })

  it('sells tokens, and tells what became of a sale by its identifier', async () => {
    const sale = tokenOf(11)
    const sold = await sell(ama, sale)
    expect(sold.tokens).toEqual([expect.stringMatching(/^\d{20}$/)])
    expect((await sell(ama, sale)).tokens).toEqual(sold.tokens)
    expect(await ama.done('GET', `${desk}/sale/${sale.saleId}`)).toMatchObject({ status: '1', tokens: sold.tokens })
    expect(await bob.refused('GET', `${desk}/sale/${sale.saleId}`), 'a sale of another agent').toBe('not-found')
    expect(await bob.refused('GET', `${desk}/receipt/${sold.saleNo}`)).toBe('not-found')
  })

  it('gives two sales that race one float', async () => {
    await recharge(bob, 30)
    const answers = await Promise.all(Array.from({ length: 8 }, () => bob.call('POST', `${desk}/sell`, saleOf({ amount: 10 }))))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(3)
    expect(answers.filter(({ reason }) => reason === 'agent-float-short')).toHaveLength(5)
    expect(await floatOf(bob)).toMatchObject({ balanceMinor: 0, heldMinor: 0, availableMinor: 0 })
    expect(answers.find(({ reason }) => reason === 'agent-float-short')?.msg).toMatch(/^Float not enough: of 10\.00 there are \d+\.00 left/)
  })

  it('holds nothing for a sale that the account refuses', async () => {
    const before = await floatOf(ama)
    expect(await ama.refused('POST', `${desk}/sell`, saleOf({ accountNo: 'NONE' }))).toBe('account-not-found')
    expect(await ama.refused('POST', `${desk}/sell`, { ...tokenOf(5), panLastFour: '1111' })).toBe('sts-pan-differs')
    expect(await ama.refused('POST', `${desk}/sell`, { ...tokenOf(5), panLastFour: undefined })).toBe('agent-meter-missing')
    expect(await floatOf(ama)).toEqual(before)
  })

  // requirement of Tokens: A sale above the purchase limit of the account is refused before money is taken | /prepaid/tokenDesk | POST /prod-api/business/token/sell
  it('sells up to the purchase limit of the account: above it nothing is quoted or written, of an agent and of a clerk', async () => {
    const written = await running.log.head()
    const over = { kind: '2', accountNo: 'D-1', amount: 25.01 }
    expect(await ama.refused('POST', `${desk}/preview`, over)).toBe('recharge-over-limit')
    expect(await ama.refused('POST', `${desk}/sell`, tokenOf(25.01))).toBe('recharge-over-limit')
    expect(await ama.refused('POST', `${desk}/sell`, saleOf({ ...over, kind: '1' }))).toBe('recharge-over-limit')
    const sale = { requestId: randomUUID(), accountNo: 'D-1', meterNo: 'd1', panLastFour: '0009', amount: 25.01, payMethod: '0' }
    expect(await admin.refused('GET', 'business/token/quote?accountNo=D-1&amount=25.01')).toBe('recharge-over-limit')
    expect(await admin.refused('GET', 'business/token/quote?accountNo=D-1&cubicMetres=12')).toBe('recharge-over-limit')
    expect(await admin.refused('POST', 'business/token/sell', sale)).toBe('recharge-over-limit')
    expect(await running.log.head()).toBe(written)
    expect(await admin.refused('POST', 'business/token/sell', { ...sale, amount: 25 })).toBeUndefined()
  })

  // requirement of Tokens: An account with several meters is asked which one | /prepaid/tokenDesk | GET /prod-api/business/token/quote
  it('names the meters of an account that has several, and sells for the one that is chosen', async () => {
    const meterNo = 'd3'
    await running.ask('north', {
      ...{ method: 'POST', url: '/api/v1/meters' },
      payload: { meters: [{ number: meterNo, timeZone: 'UTC', caliberMillimetres: 15 }] },
    })
    await admin.done('POST', 'business/stsMeter', { meterNo, pan: '600727000000000017', ...generation })
    // No command of this version gives an account a second meter; a log may have it.
    const data = { accountNo: 'D-1', meterNo, reason: 'second flat', linkedAt: new Date().toISOString() }
    const event = {
      id: randomUUID(),
      type: 'customers.MeterLinked',
      schemaVersion: 1,
      metadata: { tenant: 'north', actor: 'user:1' },
      data,
    }
    await running.log.append('north/customers-account-D-1', 'any', [event])
    await waitForViews(running.pool, await running.log.head(), 60_000)
    const asked = { kind: '2', accountNo: 'D-1', amount: 5 }
    const refusal = { reason: 'sts-meter-unnamed', details: { meters: 'd1, d3' } }
    expect(await ama.call('POST', `${desk}/preview`, asked)).toMatchObject(refusal)
    expect(await admin.call('GET', 'business/token/quote?accountNo=D-1&amount=5')).toMatchObject(refusal)
    expect(await ama.done('POST', `${desk}/preview`, { ...asked, meterNo })).toMatchObject({ meter: { meterNo, panLastFour: '0017' } })
    const sold = await sell(ama, { ...tokenOf(5), meterNo, panLastFour: '0017' })
    expect(sold).toMatchObject({ status: '1', meterNo })
  })

  it('permits nothing else to an agent', async () => {
    for (const path of [
      'business/customer/list',
      'business/payment/list',
      'business/agentSale/list',
      'system/agent/list',
      'business/dashboard/topData',
      'business/bill/list',
      'system/user/list',
    ])
      expect((await ama.call('GET', path)).code, path).toBe(403)
    expect((await ama.call('POST', 'system/user/agentRecharge', {})).code).toBe(403)
    expect((await ama.call('PUT', `system/agent/terms/${ama.userId}`, {})).code).toBe(403)
    expect(await admin.refused('GET', `${desk}/float`), 'the desk is of agents').toBe('agent-unknown')
  })
})

describe('the back office', () => {
  it('pays the commission, settles, and the receipt adds up', async () => {
    const { unpaidMinor } = await floatOf(ama)
    const pay = { payoutId: randomUUID(), amount: 0.5, payTo: '0' }
    await admin.done('PUT', `system/agent/pay/${ama.userId}`, pay)
    await admin.done('PUT', `system/agent/pay/${ama.userId}`, pay)
    expect((await floatOf(ama)).unpaidMinor).toBe(unpaidMinor - 50)
    await admin.done('PUT', `system/agent/settle/${ama.userId}`, { settlementId: randomUUID() })
    const { rows } = await admin.done<{ rows: Record<string, number>[] }>('GET', `business/agentSettlement/list`)
    const [settled] = rows
    expect(rows).toHaveLength(1)
    const { openingMinor = 0, rechargedMinor = 0, soldMinor = 0, reversedMinor = 0, paidToFloatMinor = 0, closingMinor } = settled!
    expect(openingMinor + rechargedMinor - soldMinor + reversedMinor + paidToFloatMinor).toBe(closingMinor)
    expect(settled).toMatchObject({ settlementNumber: 1, rechargedMinor: 10_000, paidOutMinor: 50 })
    expect(closingMinor).toBe((await floatOf(ama)).balanceMinor)
  })

  it('has statements by day and month, whose closing is the next opening', async () => {
    const today = dayOfNorth()
    const url = `/api/v1/agents/${ama.userId}/statement?unit=month&from=${today.slice(0, 8)}01&to=${today}`
    const { rows } = (await running.ask('north', { url })).json()
    expect(rows).toEqual([
      expect.objectContaining({ openingMinor: 0, rechargedMinor: 10_000, closingMinor: (await floatOf(ama)).balanceMinor }),
    ])
  })

  // requirement of Agents: The receipt of a settlement is a PDF that adds up, in four languages | /billing/payment/agentSettlements | GET /prod-api/business/agentSettlement/receipt/:settlementNo
  it('prints the settlement for both sides to sign, in four languages', async () => {
    const { rows } = await admin.done<{ rows: Record<string, number>[] }>('GET', 'business/agentSettlement/list')
    const { settlementNo, openingMinor, rechargedMinor, soldMinor, paidToFloatMinor, closingMinor, earnedMinor, unpaidClosingMinor } =
      rows[0]!
    const titles = { en: 'Settlement of agent', 'zh-CN': '代理商结算单', fr: 'Décompte', id: 'Penyelesaian agen' }
    for (const [language, title] of Object.entries(titles)) {
      const url = `/prod-api/business/agentSettlement/receipt/${settlementNo}?language=${language}`
      const [page = ''] = await readPdfText((await running.ask('north', { url })).rawPayload)
      expect(page).toContain(title)
      expect(page, 'the agent is named').toContain('ama')
      if (language !== 'en') continue
      for (const minor of [openingMinor, rechargedMinor, soldMinor, paidToFloatMinor, closingMinor, earnedMinor, unpaidClosingMinor])
        expect(page).toContain((minor! / 100).toFixed(2))
    }
    expect(await admin.refused('GET', 'business/agentSettlement/receipt/999999')).toBe('not-found')
    expect((await ama.call('GET', `business/agentSettlement/receipt/${settlementNo}`)).code, 'not for agents').toBe(403)
  })

  // requirement of Agents: Statements of agents are a report with files made by the service | /report/agentStatements | POST /prod-api/business/agentStatement/export
  it('has the statements of all agents as a report: each opening is the closing before, and the sums are of all rows', async () => {
    const path = 'business/agentStatement'
    type Row = Record<'openingMinor' | 'rechargedMinor' | 'soldMinor' | 'reversedMinor' | 'paidToFloatMinor' | 'closingMinor', number>
    const { rows } = await admin.done<{ rows: (Row & { agent: string; period: string })[] }>('GET', `${path}/list?unit=month`)
    expect(rows.map(({ agent }) => agent).toSorted()).toEqual(['ama', 'bob'])
    for (const row of rows)
      expect(row.openingMinor + row.rechargedMinor - row.soldMinor + row.reversedMinor + row.paidToFloatMinor).toBe(row.closingMinor)
    const { sums } = await admin.done<{ sums: Record<string, number> }>('GET', `${path}/totals`)
    expect(sums.rechargedMinor).toBe(13_000)
    expect((await admin.done<{ points: { values: number[] }[] }>('GET', `${path}/chart`)).points).toHaveLength(1)
    const csv = await running.ask('north', {
      ...{ method: 'POST', url: `/prod-api/${path}/export` },
      payload: { format: 'csv', userId: ama.userId },
    })
    expect(csv.headers['content-type']).toContain('text/csv')
    expect(csv.body.trim().split('\r\n')).toEqual([expect.stringMatching(/^lineNo,period,agent,/), expect.stringContaining(',ama,')])
  })

  it('takes a payment of an agent back: the float gets it, and the commission goes', async () => {
    const before = await floatOf(ama)
    const sale = saleOf({ kind: '1', amount: 4 })
    await sell(ama, sale)
    const { rows } = await admin.done<{ rows: { paymentNo: number; paymentId: string }[] }>('GET', 'business/payment/list?accountNo=D-2')
    const { paymentNo } = rows.find(({ paymentId }) => paymentId === sale.saleId)!
    await admin.done('PUT', `business/payment/reverse/${paymentNo}`, { reason: 'sold to the wrong customer' })
    expect(await ledger('agentFloat'), 'the ledger gives it back with the payment').toBe(
      before.balanceMinor + (await floatOf(bob)).balanceMinor,
    )
  })

  it('has the float of the agents in its ledger', async () => {
    expect(await ledger('agentCommissions')).toBeGreaterThan(0)
    expect(await ledger('clearing')).toBe(0)
  })
})
