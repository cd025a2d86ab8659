import { AccountForm } from '@nightflow/schemas/customers/account'
import { describe, test } from 'vitest'
import { specificationOf } from '../shared/decider-specification.ts'
import { type AccountEvent, accountDecider } from './account-decider.ts'
import { settingsOf } from './account-parties.ts'

const given = specificationOf(accountDecider)
const now = '2026-03-02T08:00:00.000Z'
const accountNo = '1001'
const reason = 'moved to trade'
const personId = '11111111-0000-4000-8000-000000000000'
const newPersonIds = { holder: personId, legalRepresentative: personId, agent: personId }
const li = { customerName: 'Li Na', telephone: '13800138000', address: '8 Mill Lane' }
const typed = (more: object) => ({ accountNo, country: 'CN', newPersonIds, ...AccountForm.parse({ ...li, ...more }) })
const open = (more: object) => ({ type: 'OpenAccount' as const, ...typed(more), isGenerated: false })
const change = (more: object) => ({ type: 'ChangeAccount' as const, ...typed(more), reason: 'asked at the counter' })
const settings = settingsOf(AccountForm.parse(li))
const holder = {
  personId,
  name: 'Li Na',
  telephone: '13800138000',
  idType: '0' as const,
  identityNumber: null,
  address: '8 Mill Lane',
  email: null,
}
const opened: AccountEvent = {
  type: 'customers.AccountOpened',
  data: { accountNo, holder, enterprise: null, agent: null, settings, isGenerated: false, openedAt: now },
}
const cancelled: AccountEvent = { type: 'customers.AccountCancelled', data: { accountNo, closing: null, reason, cancelledAt: now } }

describe('the price scheme of an account', () => {
  const known = { status: 'published' as const, firstDay: '2026-01-01' }
  const assign = (priceScheme: string, effectiveFrom: string, more: object = {}) => ({
    type: 'AssignPriceScheme' as const,
    ...{ accountNo, priceScheme, effectiveFrom, reason, knownScheme: known, ...more },
  })
  const assigned = (priceScheme: string | null, effectiveFrom: string, why = reason): AccountEvent => ({
    type: 'customers.PriceSchemeAssigned',
    data: { accountNo, priceScheme, effectiveFrom, reason: why, assignedAt: now },
  })
  const withHouseholds = { ...opened, data: { ...opened.data, settings: { ...settings, priceScheme: 'Households' } } } as AccountEvent
  const refusals = [
    [null, 'price-scheme-unknown'],
    [{ status: 'drafted', firstDay: null }, 'price-scheme-not-published'],
    [{ status: 'retired', firstDay: '2026-01-01' }, 'price-scheme-retired'],
  ] as const

  // requirement of Prices: Price scheme of an account is a published one | /customer/accounts | POST /prod-api/business/customer
  test('an account is opened with a published price scheme, and with no unknown, retired or never published one', () => {
    given([])
      .when({ ...open({ priceScheme: 'Households' }), knownScheme: known })
      .then([withHouseholds])
    for (const [knownScheme, code] of refusals)
      given([])
        .when({ ...open({ priceScheme: 'Households' }), knownScheme })
        .refused(code, { name: 'Households' })
  })

  test('changes from a day on, with the reason; the same again changes nothing', () => {
    given([withHouseholds])
      .when(assign('Trade', '2026-04-01'))
      .then([assigned('Trade', '2026-04-01')])
    given([withHouseholds, assigned('Trade', '2026-04-01')])
      .when(assign('Trade', '2026-05-01'))
      .then([])
    given([withHouseholds, assigned('Trade', '2026-04-01')])
      .when(assign('Households', '2026-04-01'))
      .then([assigned('Households', '2026-04-01')])
  })

  test('is refused where it is unknown, retired or never published, before its first version and before the opening', () => {
    for (const [knownScheme, code] of refusals)
      given([opened])
        .when(assign('Trade', '2026-04-01', { knownScheme }))
        .refused(code, { name: 'Trade' })
    given([opened])
      .when(assign('Trade', '2026-04-01', { knownScheme: { ...known, firstDay: '2026-05-01' } }))
      .refused('tariff-not-yet-valid', { day: '2026-05-01' })
    given([opened]).when(assign('Trade', '2026-03-01')).refused('price-scheme-before-opening', { day: '2026-03-02' })
    given([opened, cancelled]).when(assign('Trade', '2026-04-01')).refused('account-closed')
  })

  test('changed with the other settings holds from today on, and one that counts already stays though it was retired', () => {
    const knownScheme = { status: 'retired' as const, firstDay: '2026-01-01' }
    given([withHouseholds])
      .when({ ...change({ priceScheme: 'Trade' }), knownScheme: known })
      .then([assigned('Trade', '2026-03-02', 'asked at the counter')])
    given([withHouseholds])
      .when(change({}))
      .then([assigned(null, '2026-03-02', 'asked at the counter')])
    given([withHouseholds])
      .when({ ...change({ priceScheme: 'Households' }), knownScheme })
      .then([])
    given([withHouseholds])
      .when({ ...change({ priceScheme: 'Trade' }), knownScheme })
      .refused('price-scheme-retired')
  })

  test('of settings that were changed before schemes had days counts from the day of the change', () => {
    const changed: AccountEvent = {
      type: 'customers.BillingSettingsChanged',
      data: { accountNo, settings: { ...settings, priceScheme: 'Trade' }, reason, changedAt: now },
    }
    given([withHouseholds, changed]).when(assign('Trade', '2026-03-02')).then([])
  })
})
