import { type ComposedBill, openBillsMax } from '@nightflow/schemas/billing/bill'
import { type ChargingItem, chargingItemsMax } from '@nightflow/schemas/billing/charging-item'
import type { TypedStep } from '@nightflow/schemas/billing/price-scheme'
import { pricesMax, stepsMax } from '@nightflow/schemas/billing/tariff'
import { textOfRejection } from '@nightflow/schemas/shared/rejection-texts'
import type { Rejection, RejectionCode } from '@nightflow/schemas/shared/rejections'
import { expect, test } from 'vitest'
import { decide, expectMessages, stateAfter } from '../shared/decider-specification.ts'
import type { AccountBillsEvent } from './account-bills.ts'
import { accountBillsDecider } from './account-bills-decider.ts'
import type { AccountChargesEvent } from './account-charges.ts'
import { accountChargesDecider } from './account-charges-decider.ts'
import { accountCollectionDecider } from './account-collection-decider.ts'
import { refuseDirection } from './bank-entry-decider.ts'
import { refuseAnotherRun } from './bill-run-decider.ts'
import { refuseItems } from './charging-item-rules.ts'
import { openDebtsMax } from './debt-decisions.ts'
import { type PriceSchemeEvent, priceSchemeDecider, versionsMax } from './price-scheme-decider.ts'
import { type PriceSchemeValues, tariffOf } from './price-scheme-tariff.ts'
import { type SchemeEvent, surchargeSchemeDecider } from './surcharge-scheme-decider.ts'

const at = '2026-03-02T08:00:00.000Z'
const accountNo = '1001'
const idOf = (nth: number) => `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`
const many = <Made>(count: number, make: (nth: number) => Made): Made[] => Array.from({ length: count }, (_, nth) => make(nth + 1))

const step = (startVolume: number, endVolume: number, conditions: Partial<TypedStep> = {}): TypedStep => ({
  ...{ startVolume, endVolume, unitPrice: 2, caliberMillimetres: null, customerTypeId: null, firstMonth: null, lastMonth: null },
  ...conditions,
})
const scheme: PriceSchemeValues = {
  ...{ priceSchemeName: 'Household', accumulationMonths: 12, billingMonths: 1, startTime: '2026-06-01', vatRate: 9, chargingModel: '0' },
  ...{ fixedAmount: 0, minimumAmount: 0, steps: [step(0, -1)], remark: null },
}
const draft = (changed: Partial<PriceSchemeValues>) =>
  decide(priceSchemeDecider, priceSchemeDecider.initialState, { type: 'AddRecord', key: 'Household', values: { ...scheme, ...changed } })
const steps = (...typed: TypedStep[]) => draft({ steps: typed })

const item = (itemName: string, ratioBasisPoints = 100): ChargingItem => ({
  ...{ itemName, method: '0', enabledDate: '2026-01-01', ratioBasisPoints, amountMinor: null, frequency: null, vatBasisPoints: 0 },
})
const charges = accountChargesDecider.initialState
const debt = (nth: number, amountMinor: number) =>
  ({ accountNo, debtId: idOf(nth), debtType: '1', feeName: 'Meter', plan: null, remark: '', amountMinor }) as const
const debtAdded = (nth: number): AccountChargesEvent => ({ type: 'billing.DebtAdded', data: { ...debt(nth, 500), postings: [], at } })
const pay = (amountMinor: number) =>
  ({ type: 'PayDebt', accountNo, debtId: idOf(1), paymentId: idOf(99), amountMinor, payMethod: '0', remark: '' }) as const
const debtPaid: AccountChargesEvent = {
  type: 'billing.DebtPaid',
  data: {
    ...{ accountNo, debtId: idOf(1), paymentId: idOf(98), amountMinor: 500, payMethod: '0', remark: '', debtType: '1', feeName: 'Meter' },
    ...{ debtMinor: 500, residualMinor: 0, remainingDeductions: null, postings: [], at },
  },
}

const day = (nth: number) => new Date(Date.UTC(2020, 0, nth)).toISOString().slice(0, 10)
const bill = (nth: number, totalMinor: number): ComposedBill & { accountNo: string; billId: string } => ({
  ...{ accountNo, billId: idOf(nth), billType: '0', periodFrom: day(nth), periodTo: day(nth + 1), dueOn: '2026-04-01', litres: 0 },
  ...{ amountMinor: totalMinor, vatMinor: 0, totalMinor, volumes: [], lines: [], computedAtPosition: 1 },
})
const issued = (nth: number, totalMinor = 100): AccountBillsEvent => ({
  type: 'billing.BillIssued',
  data: { ...bill(nth, totalMinor), fromBalanceMinor: 0, postings: [], at },
})
const planned: AccountBillsEvent = {
  type: 'billing.InstalmentsPlanned',
  data: {
    ...{ accountNo, planId: idOf(50), instalments: [], reason: 'agreed', at },
    bills: [{ billId: idOf(1), plannedMinor: 100, parts: [{ dueOn: '2026-04-01', amountMinor: 100 }] }],
  },
}
const collect = accountCollectionDecider
const plan = (events: Parameters<typeof collect.evolve>[1][], changed: { count?: number; firstDay?: string; billIds?: string[] } = {}) =>
  decide(collect, stateAfter(collect, events), {
    ...{ type: 'PlanInstalments', accountNo, planId: idOf(51), billIds: [], count: 3, firstDay: '2026-04-01', reason: 'agreed' },
    ...changed,
  })

const schemeId = idOf(7)
const added: SchemeEvent = { type: 'billing.SurchargeSchemeAdded', data: { schemeId, schemeName: 'Homes', items: [item('Sewage')], at } }
const used: SchemeEvent = { type: 'billing.SurchargeSchemeUsed', data: { schemeId, at } }

/** The rule in the words of the specification, its code, and what breaks it. */
const rules: readonly [rule: string, code: RejectionCode, broken: () => unknown][] = [
  [
    'accumulation cycle greater than and a multiple of the billing cycle',
    'price-cycle-not-multiple',
    () => draft({ accumulationMonths: 5, billingMonths: 2 }),
  ],
  ['the last step must be chosen as the maximum', 'price-last-step-not-maximum', () => steps(step(0, 10))],
  ['end volume greater than start volume', 'price-step-end-not-greater', () => steps(step(0, 0), step(0, -1))],
  ['each step starts at the end of the one before', 'price-step-gap', () => steps(step(0, 10), step(11, -1))],
  ['a season has both of its months', 'price-season-incomplete', () => steps(step(0, -1), step(0, -1, { firstMonth: 6 }))],
  ['a price scheme has a price for all', 'price-for-all-missing', () => steps(step(0, -1, { caliberMillimetres: 15 }))],
  ['a price has so many steps', 'price-steps-full', () => steps(...many(stepsMax, (nth) => step(nth - 1, nth)), step(stepsMax, -1))],
  [
    'a price scheme has so many conditions',
    'price-conditions-full',
    () => steps(step(0, -1), ...many(pricesMax, (nth) => step(0, -1, { caliberMillimetres: nth }))),
  ],
  [
    'a price scheme has so many versions',
    'price-versions-full',
    () => {
      const drafted: PriceSchemeEvent = { type: 'billing.PriceSchemeDrafted', data: { ...scheme, steps: [...scheme.steps], at } }
      const version = (nth: number): PriceSchemeEvent => ({
        type: 'billing.PriceSchemePublished',
        data: { ...published, version: nth, effectiveFrom: day(nth), at },
      })
      const published = { priceSchemeName: 'Household', tariff: tariffOf(scheme) }
      const state = stateAfter(priceSchemeDecider, [drafted, ...many(versionsMax, version)])
      return decide(priceSchemeDecider, state, { type: 'PublishPriceScheme', priceSchemeName: 'Household', customerTypeIds: [] })
    },
  ],
  ['charging item name unique', 'charging-item-exists', () => refuseItems([item('Sewage'), item('SEWAGE')])],
  [
    'total cumulative deduction ratio at most 100 %',
    'deduction-ratio-too-large',
    () => refuseItems([item('Sewage', 9_000), item('Rain', 1_001)]),
  ],
  [
    'a surcharge scheme already in use cannot be disabled',
    'surcharge-scheme-used',
    () => decide(surchargeSchemeDecider, stateAfter(surchargeSchemeDecider, [added, used]), { type: 'DisableScheme', schemeId }),
  ],
  [
    'an account has so many personal surcharges',
    'personal-surcharges-full',
    () => {
      const state = many(chargingItemsMax, (nth) => item(`Item ${nth}`, 1)).reduce(
        (known, each) => accountChargesDecider.evolve(known, { type: 'billing.PersonalSurchargeAdded', data: { accountNo, ...each, at } }),
        charges,
      )
      return decide(accountChargesDecider, state, { type: 'AddPersonalSurcharge', accountNo, item: item('More', 1), schemeItems: [] })
    },
  ],
  [
    'this debt must be greater than 0',
    'debt-not-positive',
    () => decide(accountChargesDecider, charges, { type: 'AddDebt', ...debt(1, 0) }),
  ],
  [
    'debt payment amount must be greater than 0',
    'debt-not-positive',
    () => decide(accountChargesDecider, stateAfter(accountChargesDecider, [debtAdded(1)]), pay(0)),
  ],
  [
    'a debt that was paid in full is not paid again',
    'debt-paid-in-full',
    () => decide(accountChargesDecider, stateAfter(accountChargesDecider, [debtAdded(1), debtPaid]), pay(1)),
  ],
  [
    'no more is paid of a debt than is left',
    'debt-overpaid',
    () => decide(accountChargesDecider, stateAfter(accountChargesDecider, [debtAdded(1)]), pay(501)),
  ],
  [
    'an account has so many open debts',
    'debts-full',
    () => {
      const state = stateAfter(accountChargesDecider, many(openDebtsMax, debtAdded))
      return decide(accountChargesDecider, state, { type: 'AddDebt', ...debt(openDebtsMax + 1, 500) })
    },
  ],
  [
    'no day of an account is billed twice',
    'bill-period-billed',
    () =>
      decide(accountBillsDecider, stateAfter(accountBillsDecider, [issued(1)]), { type: 'IssueBill', ...bill(1, 100), billId: idOf(2) }),
  ],
  [
    'an account has so many open bills',
    'bills-full',
    () => {
      const state = stateAfter(
        accountBillsDecider,
        many(openBillsMax, (nth) => issued(nth)),
      )
      return decide(accountBillsDecider, state, { type: 'IssueBill', ...bill(openBillsMax + 1, 100) })
    },
  ],
  ['the first instalment is due from today on', 'plan-first-day-wrong', () => plan([issued(1)], { firstDay: '2026-03-01' })],
  ['instalments are of what is open', 'plan-nothing-open', () => plan([])],
  ['no instalment is less than a hundredth', 'plan-instalments-too-small', () => plan([issued(1, 2)])],
  ['a bill has one plan', 'bill-has-plan', () => plan([issued(1), planned], { billIds: [idOf(1)] })],
  [
    'a plan that is cancelled was there',
    'bill-without-plan',
    () => decide(collect, stateAfter(collect, [issued(1)]), { type: 'CancelInstalments', accountNo, billId: idOf(1), reason: 'moves' }),
  ],
  ['so many bill runs are at work', 'bill-runs-full', () => refuseAnotherRun(10)],
  ['money that came in takes no payment back', 'bank-entry-not-paid-out', () => refuseDirection(1, true)],
  ['money that went out pays no account', 'bank-entry-not-received', () => refuseDirection(-1, false)],
]

test.each(rules)('%s: %s, with a message in four languages', (_, code, broken) => {
  const refusal = broken() as Rejection
  expect(refusal.rejected).toBe(code)
  expectMessages(refusal)
})

test.each([
  ['charging-item-exists', 'The charging item name already exists!'],
  ['surcharge-scheme-used', 'The additional fee scheme has been used, not allowed to disable!'],
  ['deduction-ratio-too-large', 'Total cumulative deduction ratio is not allowed to be greater than 100%!'],
  ['debt-paid-in-full', "The user's debt has been paid in full!"],
  ['debt-not-positive', 'This debt must be greater than 0'],
  // requirement of Surcharges and debts: Messages of prices, surcharges, debts and bills, in four languages with what they name | /billing/debts | POST /prod-api/business/debt
] as const)('%s says word for word: %s', (code, message) => {
  expect(textOfRejection({ rejected: code }, 'en')).toBe(message)
})
