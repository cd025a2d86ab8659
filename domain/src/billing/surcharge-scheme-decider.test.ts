import { surchargeSchemes } from '@nightflow/schemas/billing/surcharge-scheme'
import { brokenRuleOf, textOfRule, valueAt } from '@nightflow/schemas/shared/field-rules'
import { languages } from '@nightflow/schemas/shared/language'
import { describe, expect, test } from 'vitest'
import { specificationOf } from '../shared/decider-specification.ts'
import { type SchemeEvent, schemesMax, surchargeSchemeDecider } from './surcharge-scheme-decider.ts'

const given = specificationOf(surchargeSchemeDecider)
const at = '2026-03-02T08:00:00.000Z'
const schemeId = '3f0f3ad8-5d6e-4b8c-9b0a-000000000001'
const otherId = '3f0f3ad8-5d6e-4b8c-9b0a-000000000002'
const nothing = { ratioBasisPoints: null, amountMinor: null, frequency: null, vatBasisPoints: 0 }
const share = (itemName: string, ratioBasisPoints: number) =>
  ({ ...nothing, itemName, method: '0', enabledDate: '2026-01-01', ratioBasisPoints }) as const
const sewage = share('Sewage', 2000)
const typed = { schemeId, schemeName: 'Households', items: [sewage] }
const beside = { names: [], ratioBasisPoints: 0 }
const added: SchemeEvent = { type: 'billing.SurchargeSchemeAdded', data: { ...typed, at } }
const used: SchemeEvent = { type: 'billing.SurchargeSchemeUsed', data: { schemeId, at } }
const disabled: SchemeEvent = { type: 'billing.SurchargeSchemeDisabled', data: { schemeId, at } }
const enabled: SchemeEvent = { type: 'billing.SurchargeSchemeEnabled', data: { schemeId, at } }

describe('the fields of a surcharge scheme', () => {
  const { shape } = surchargeSchemes.form
  const item = { itemName: 'Sewage', method: '0', enabledDate: '2026-01-01', ratioPercent: 20 }
  const items = (changed: object) => [{ ...item, ...changed }]

  test.each([
    ['scheme name required', shape.schemeName, '', 'a', 'required'],
    ['scheme name within 100 characters', shape.schemeName, 'a'.repeat(101), 'a'.repeat(100), 'characters-max'],
    ['charging item name required', shape.items, items({ itemName: '' }), items({}), 'required'],
    ['at least one item', shape.items, [], items({}), 'required'],
    ['VAT at least 0', shape.items, items({ vatRate: -0.01 }), items({ vatRate: 0 }), 'minimum'],
    ['VAT below 100', shape.items, items({ vatRate: 100 }), items({ vatRate: 99.99 }), 'below'],
  ] as const)('%s, with a message in four languages', (_, schema, wrong, right, code) => {
    expect(schema.safeParse(right).success).toBe(true)
    const [issue] = schema.safeParse(wrong).error!.issues
    const rule = brokenRuleOf(issue!, valueAt(wrong, issue!.path))
    expect(rule.code).toBe(code)
    expect(new Set(languages.map((language) => textOfRule(rule, language))).size).toBe(4)
  })
})

describe('a surcharge scheme', () => {
  test('is added once, and is enabled', () => {
    given([])
      .when({ type: 'AddScheme', ...typed })
      .then([added])
    given([added])
      .when({ type: 'AddScheme', ...typed })
      .then([])
    given([added]).when({ type: 'EnableScheme', schemeId }).then([])
  })
  test('has a name that no other scheme has', () => {
    given([added])
      .when({ type: 'AddScheme', ...typed, schemeId: otherId, schemeName: 'HOUSEHOLDS' })
      .refused('name-taken', { name: 'HOUSEHOLDS' })
    given([added])
      .when({ type: 'ChangeScheme', ...typed, schemeName: 'Homes', beside })
      .then([{ type: 'billing.SurchargeSchemeChanged', data: { ...typed, schemeName: 'Homes', at } }])
    given([added])
      .when({ type: 'ChangeScheme', ...typed, beside })
      .then([])
  })
  test('is not changed so that an account that has it has two items of one name', () =>
    given([added])
      .when({ type: 'ChangeScheme', ...typed, items: [sewage, share('Garden', 100)], beside: { names: ['garden'], ratioBasisPoints: 100 } })
      .refused('charging-item-exists', { name: 'Garden' }))
  // requirement of Surcharges and debts: Total cumulative deduction ratio at most 100 % | /billing/surchargeSchemes | PUT /prod-api/business/surchargeScheme
  test('is not changed so that it and the personal surcharges of an account that has it take more than 100 %', () => {
    const items = [share('Sewage', 2500)]
    given([added])
      .when({ type: 'ChangeScheme', ...typed, items, beside: { names: [], ratioBasisPoints: 7501 } })
      .refused('deduction-ratio-too-large')
    given([added])
      .when({ type: 'ChangeScheme', ...typed, items, beside: { names: [], ratioBasisPoints: 7500 } })
      .then([{ type: 'billing.SurchargeSchemeChanged', data: { ...typed, items, at } }])
  })
  test('not used is disabled and enabled again', () => {
    given([added]).when({ type: 'DisableScheme', schemeId }).then([disabled])
    given([added, disabled]).when({ type: 'DisableScheme', schemeId }).then([])
    given([added, disabled]).when({ type: 'EnableScheme', schemeId }).then([enabled])
  })
  test('that has been used is not disabled and not removed', () => {
    given([added, used]).when({ type: 'DisableScheme', schemeId }).refused('surcharge-scheme-used')
    given([added, used]).when({ type: 'RemoveScheme', schemeId }).refused('surcharge-scheme-kept')
    given([added])
      .when({ type: 'RemoveScheme', schemeId })
      .then([{ type: 'billing.SurchargeSchemeRemoved', data: { schemeId, at } }])
  })
  test('that is disabled is given to no account', () => {
    given([added]).when({ type: 'UseScheme', schemeId }).then([used])
    given([added, used]).when({ type: 'UseScheme', schemeId }).then([])
    given([added, disabled]).when({ type: 'UseScheme', schemeId }).refused('surcharge-scheme-disabled')
  })
  test('that does not exist is not changed, removed, enabled, disabled or used', () => {
    for (const type of ['RemoveScheme', 'EnableScheme', 'DisableScheme', 'UseScheme'] as const)
      given([]).when({ type, schemeId }).refused('not-found')
    given([])
      .when({ type: 'ChangeScheme', ...typed, beside })
      .refused('not-found')
  })
  test(`is one of ${schemesMax} at most`, () => {
    const many = Array.from({ length: schemesMax }, (_, nth): SchemeEvent => {
      const id = `3f0f3ad8-5d6e-4b8c-9b0b-${String(nth).padStart(12, '0')}`
      return { type: 'billing.SurchargeSchemeAdded', data: { ...typed, schemeId: id, schemeName: `Scheme ${nth}`, at } }
    })
    given(many)
      .when({ type: 'AddScheme', ...typed })
      .refused('surcharge-schemes-full', { max: schemesMax })
  })
})

describe('charging items', () => {
  const add = (...items: (typeof typed)['items'] | Parameters<typeof given>[0][number][]) =>
    given([]).when({ type: 'AddScheme', ...typed, items: items as (typeof typed)['items'] })
  // requirement of Surcharges and debts: Charging item name required and unique, at least one item | /billing/surchargeSchemes | POST /prod-api/business/surchargeScheme
  test('have unique names', () => add(sewage, share('sewage', 100)).refused('charging-item-exists', { name: 'sewage' }))
  // requirement of Surcharges and debts: Total cumulative deduction ratio at most 100 % | /billing/surchargeSchemes | PUT /prod-api/business/surchargeScheme
  test('have a total cumulative deduction ratio of 100 % at most', () => {
    add(share('A', 6000), share('B', 4001)).refused('deduction-ratio-too-large')
    add(share('A', 6000), share('B', 4000)).then([
      { type: 'billing.SurchargeSchemeAdded', data: { ...typed, items: [share('A', 6000), share('B', 4000)], at } },
    ])
  })
  test('have the ratio, the amount and the frequency that their method needs', () => {
    add({ ...sewage, ratioBasisPoints: null as never }).refused('charging-item-incomplete', { name: 'Sewage' })
    add({ ...sewage, method: '1' as never }).refused('charging-item-incomplete')
    add({ ...sewage, method: '2' as never, amountMinor: 100 as never }).refused('charging-item-incomplete')
  })
  test('keep nothing that their method does not use', () =>
    add({ ...sewage, amountMinor: 500 as never, frequency: '1' as never }).then([added]))
})
