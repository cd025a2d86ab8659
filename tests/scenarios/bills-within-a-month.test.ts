import { billParts } from '@nightflow/policies/billing/bill-parts'
import { followReplacedMeters } from '@nightflow/policies/customers/follow-replaced-meters'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BilledUtility, startBilledUtility } from '../support/api/billed-utility.ts'
import { type RunningPolicies, runPolicies } from '../support/running-policies.ts'

/** A street of which households move out, leave for the summer, get new meters and new prices, each in the middle of a month of 2026. */
let street: BilledUtility
let policies: RunningPolicies
const zone = 'Europe/Rome'
const scheme = 'Street'
/** 2.4 m³ a day. */
const steady = () => 100

beforeAll(async () => {
  street = await startBilledUtility('bills_within_a_month')
  street.travelTo('2026-01-02T08:00:00Z')
  await street.setting({ billOnFreeze: true, billOnMeterChange: true, billOnTariffChange: true })
  await street.publish(scheme, '2026-01-01', 1, { fixedAmount: 31 })
  for (const name of ['move', 'freeze', 'meter', 'price', 'held'])
    await street.open(`A-${name}`, name, '2026-01-01T00:00:00Z', scheme, zone)
  await street.call('POST', '/api/v1/meters', { meters: [{ number: 'new', timeZone: zone, installedAt: '2026-01-01T00:00:00Z' }] })
  policies = runPolicies(street.running, [followReplacedMeters(street.running.pool), billParts(street.running.pool)])
})
afterAll(async () => {
  await policies?.stop()
  await street?.stop()
})

const partsOf = async (accountNo: string) =>
  (await street.billsOf(accountNo)).map(({ billType, periodFrom, periodTo }) => [billType, periodFrom, periodTo])
const until = (accountNo: string, bills: number) => expect.poll(() => partsOf(accountNo)).toHaveLength(bills)
const litresOf = async (accountNo: string) => (await street.billsOf(accountNo)).reduce((sum, { litres }) => sum + litres, 0)

// requirement of Bills and payments: Transfer bill | /billing/bills | –
test('the old holder is billed up to the transfer, and the new one from that day on, from the first step', async () => {
  await street.use('move', '2025-12-31T23:00:00Z', '2026-01-31T23:00:00Z', steady)
  street.travelTo('2026-01-11T09:00:00Z')
  const zhao = { customerName: 'Zhao Min', telephone: '13911112222', address: '8 Mill Lane' }
  await street.done('PUT', 'customer/A-move/transfer', { ...zhao, reason: 'house sold', closingRegisterCubicMetres: 25 })
  await until('A-move', 1)
  street.travelTo('2026-02-02T08:00:00Z')
  const rest = await street.issue('A-move', '2026-01')
  expect(await partsOf('A-move')).toEqual([
    ['4', '2026-01-01', '2026-01-11'],
    ['0', '2026-01-11', '2026-02-01'],
  ])
  const [first] = await street.billsOf('A-move')
  expect([first!.litres, rest.litres]).toEqual([24_000, 50_400])
  // Ten cubic metres of each are of the first step: what the old holder used does not fill the new one's.
  expect([first, rest].map((bill) => bill!.lines.find(({ step }) => step === 1)?.litres)).toEqual([10_000, 10_000])
  expect([first, rest].map((bill) => bill!.lines.find(({ kind }) => kind === 'fixed')?.amountMinor)).toEqual([1_000, 2_100])
})

// requirement of Bills and payments: Freeze bill | /billing/bills | –
test('a household that freezes for three months is billed up to the freeze, and pays no fixed part until it is back', async () => {
  await street.use('freeze', '2025-12-31T23:00:00Z', '2026-02-10T23:00:00Z', steady)
  street.travelTo('2026-02-02T09:00:00Z')
  await street.issue('A-freeze', '2026-01')
  street.travelTo('2026-02-11T09:00:00Z')
  await street.done('PUT', 'customer/A-freeze/freeze', { reason: 'away' })
  await until('A-freeze', 2)
  await street.use('freeze', '2026-02-10T23:00:00Z', '2026-05-31T22:00:00Z', () => 0, 100_800)
  street.travelTo('2026-05-11T09:00:00Z')
  await street.done('PUT', 'customer/A-freeze/unfreeze', { reason: 'back' })
  street.travelTo('2026-06-02T09:00:00Z')
  for (const month of ['2026-02', '2026-03', '2026-04', '2026-05']) await street.issue('A-freeze', month)
  expect(await partsOf('A-freeze')).toEqual([
    ...[
      ['0', '2026-01-01', '2026-02-01'],
      ['3', '2026-02-01', '2026-02-11'],
      ['0', '2026-02-11', '2026-03-01'],
    ],
    ...[
      ['0', '2026-03-01', '2026-04-01'],
      ['0', '2026-04-01', '2026-05-01'],
      ['0', '2026-05-01', '2026-06-01'],
    ],
  ])
  const fixed = (await street.billsOf('A-freeze')).map(({ lines }) =>
    lines.reduce((sum, { kind, amountMinor }) => sum + (kind === 'fixed' ? amountMinor : 0), 0),
  )
  // 31.00 a month: ten of the 28 days of February, 21 of the 31 of May.
  expect(fixed).toEqual([3_100, 1_107, 0, 0, 0, 2_100])
})

// requirement of Bills and payments: Meter change bill | /billing/bills | –
test('a meter that is replaced is billed up to its removal, and the month has every litre of both once', async () => {
  await street.use('meter', '2025-12-31T23:00:00Z', '2026-01-15T11:00:00Z', steady)
  street.travelTo('2026-01-15T11:30:00Z')
  const replacement = { replacedBy: 'new', replacedAt: '2026-01-15T11:00:00Z', finalLitres: 34_800, initialLitres: 0 }
  await street.call('POST', '/api/v1/meters/meter/replacement', replacement)
  await street.use('new', '2026-01-15T11:00:00Z', '2026-01-31T23:00:00Z', steady)
  // The day of the removal is in the bill, which therefore waits for its end.
  expect(await partsOf('A-meter')).toEqual([])
  street.travelTo('2026-01-16T06:00:00Z')
  await until('A-meter', 1)
  street.travelTo('2026-02-02T08:00:00Z')
  await street.issue('A-meter', '2026-01')
  expect(await partsOf('A-meter')).toEqual([
    ['2', '2026-01-01', '2026-01-16'],
    ['0', '2026-01-16', '2026-02-01'],
  ])
  expect((await street.billsOf('A-meter'))[0]!.volumes).toMatchObject([
    { meterNo: 'meter', litres: 34_800 },
    { meterNo: 'new', litres: 1_200 },
  ])
  expect(await litresOf('A-meter')).toBe(31 * 2_400)
})

// requirement of Bills and payments: Tariff renewal bill | /billing/bills | –
test('a version that begins in the middle of a month ends a bill, and its price holds for the rest', async () => {
  await street.use('price', '2026-05-31T22:00:00Z', '2026-06-30T22:00:00Z', steady)
  street.travelTo('2026-06-10T08:00:00Z')
  await street.publish(scheme, '2026-06-16', 2, { fixedAmount: 31 })
  street.travelTo('2026-06-16T05:00:00Z')
  await until('A-price', 1)
  street.travelTo('2026-07-02T08:00:00Z')
  await street.issue('A-price', '2026-06')
  const [old, renewed] = await street.billsOf('A-price')
  expect(await partsOf('A-price')).toEqual([
    ['5', '2026-06-01', '2026-06-16'],
    ['0', '2026-06-16', '2026-07-01'],
  ])
  const volumes = (lines: typeof old extends infer B | undefined ? (B extends { lines: infer L } ? L : never) : never) =>
    lines
      .filter(({ kind }) => kind === 'volume')
      .map(({ version, step, litres, unitPriceMinor }) => [version, step, litres, unitPriceMinor])
  // June is one billing cycle: its first ten cubic metres are used when the price changes.
  expect(volumes(old!.lines)).toEqual([
    [1, 1, 10_000, 100],
    [1, 2, 26_000, 200],
  ])
  expect(volumes(renewed!.lines)).toEqual([[2, 2, 36_000, 400]])
})

// requirement of Bills and payments: A bill whose days stay unknown is held for a person | /billing/heldBills | PUT /prod-api/business/heldBill/issue/:heldNo
test('a bill whose days stay unknown is tried once a day, then held for a person, who issues it when they are known', async () => {
  await street.use('held', '2025-12-31T23:00:00Z', '2026-01-08T23:00:00Z', steady)
  street.travelTo('2026-01-11T09:00:00Z')
  await street.done('PUT', 'customer/A-held/freeze', { reason: 'away' })
  const held = async () => (await street.business('GET', 'heldBill/list?accountNo=A-held')).rows
  for (let day = 11; day <= 18; day += 1) {
    street.travelTo(`2026-01-${day}T12:00:00Z`)
    const attempts = async () =>
      (
        await street.running.pool.query<{ attempt: number }>(
          `select (data->>'attempt')::int as attempt from platform.policy_timers where key like 'account/A-HELD/3/%'`,
        )
      ).rows.map(({ attempt }) => attempt)
    expect(policies.deadLetters).toEqual([])
    await expect.poll(attempts).toEqual(day < 17 ? [day - 9] : [])
  }
  await waitForViews(street.running.pool, await street.running.log.head(), 60_000)
  const [row] = await held()
  expect(row).toMatchObject({
    status: '0',
    billType: '3',
    heldFor: 'days-missing',
    periodFrom: '2026-01-01',
    periodTo: '2026-01-11',
    attempts: 7,
  })
  expect(await street.business('PUT', `heldBill/issue/${row.heldNo}`, {})).toMatchObject({ reason: 'bill-held-days-missing' })
  await street.use('held', '2026-01-08T23:00:00Z', '2026-01-10T23:00:00Z', steady, 19_200)
  await street.done('PUT', `heldBill/issue/${row.heldNo}`, {})
  expect(await partsOf('A-held')).toEqual([['3', '2026-01-01', '2026-01-11']])
  expect(await held()).toMatchObject([{ status: '1' }])
  expect(policies.deadLetters).toEqual([])
})

// requirement of Bills and payments: A cancelled account gets its last bill first | /customer/accounts | PUT /prod-api/business/customer/:accountNo/cancel
test('an account is cancelled only when what it used is billed', async () => {
  street.travelTo('2026-01-11T15:00:00Z')
  const cancel = () => street.business('PUT', 'customer/A-price/cancel', { reason: 'moves away', closingRegisterCubicMetres: 80 })
  street.travelTo('2026-07-02T08:00:00Z')
  await street.use('price', '2026-06-30T22:00:00Z', '2026-07-01T22:00:00Z', steady, 72_000)
  expect(await cancel()).toMatchObject({ reason: 'account-not-billed' })
  await street.issue('A-price', '2026-07', { lastDay: '2026-07-01' })
  expect(await cancel()).toMatchObject({ reason: 'account-balance-insufficient' })
})
