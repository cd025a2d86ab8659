import { AccountForm } from '@nightflow/schemas/customers/account'
import type { OpenAccount } from '@nightflow/schemas/customers/account-lifecycle'
import { describe, expect, test } from 'vitest'
import { specificationOf } from '../shared/decider-specification.ts'
import { type AccountEvent, accountDecider } from './account-decider.ts'
import { settingsOf } from './account-parties.ts'

const given = specificationOf(accountDecider)
const now = '2026-03-02T08:00:00.000Z'
const accountNo = '1001'
const person = (digit: number) => `${String(digit).repeat(8)}-0000-4000-8000-000000000000`
const newPersonIds = { holder: person(1), legalRepresentative: person(2), agent: person(3) }

const li = { customerName: 'Li Na', telephone: '13800138000', address: '8 Mill Lane' }
const asTyped = (typed: object = {}) => ({ accountNo, country: 'CN', newPersonIds, ...AccountForm.parse({ ...li, ...typed }) })
const open = (typed: object = {}, more: Partial<OpenAccount> = {}) => ({
  type: 'OpenAccount' as const,
  ...asTyped(typed),
  isGenerated: false,
  ...more,
})
const change = (typed: object, ids: object = {}) => ({
  type: 'ChangeAccount' as const,
  ...asTyped(typed),
  newPersonIds: { ...newPersonIds, ...ids },
  reason: 'asked at the counter',
})
const transfer = (typed: object = {}, closingLitres?: number) => ({
  type: 'TransferAccount' as const,
  ...asTyped({ customerName: 'Wang Wei', ...typed }),
  newPersonIds: { ...newPersonIds, holder: person(4) },
  closingLitres,
  reason: 'the flat was sold',
})
const reason = 'moved away'
const freeze = { type: 'FreezeAccount' as const, accountNo, reason }
const unfreeze = { type: 'UnfreezeAccount' as const, accountNo, reason }
const cancel = (closingLitres?: number) => ({ type: 'CancelAccount' as const, accountNo, closingLitres, reason })

const holder = {
  ...{ personId: person(1), name: 'Li Na', telephone: '13800138000', idType: '0' as const, identityNumber: null },
  ...{ address: '8 Mill Lane', email: null },
}
const settings = settingsOf(AccountForm.parse(li))
const opened: AccountEvent = {
  type: 'customers.AccountOpened',
  data: { accountNo, holder, enterprise: null, agent: null, settings, isGenerated: false, openedAt: now },
}
const linked: AccountEvent = { type: 'customers.MeterLinked', data: { accountNo, meterNo: '7001', reason: null, linkedAt: now } }
const frozen: AccountEvent = { type: 'customers.AccountFrozen', data: { accountNo, meterNo: null, reason, frozenAt: now } }
const unlinked = (registerLitres: number, wasFrozen: boolean): AccountEvent => ({
  type: 'customers.MeterUnlinked',
  data: { accountNo, meterNo: '7001', registerLitres, wasFrozen, reason, unlinkedAt: now },
})
const cancelled: AccountEvent = { type: 'customers.AccountCancelled', data: { accountNo, closing: null, reason, cancelledAt: now } }

describe('opening an account', () => {
  test('keeps holder and settings, and links the meter at the place', () => {
    given([]).when(open()).then([opened])
    given([])
      .when(open({}, { meterNo: '7001' }))
      .then([opened, linked])
  })

  // requirement of Customers: Account number unique | /customer/accounts | POST /prod-api/business/customer
  test('an account number is unique', () => {
    given([opened]).when(open()).refused('account-already-exists', { accountNo })
    given([opened, cancelled]).when(open()).refused('account-already-exists')
  })

  // requirement of Customers: Customer name 2-20 characters | /customer/accounts | POST /prod-api/business/customer
  test('customer name 2-20 characters', () => {
    const named = (customerName: string) => AccountForm.safeParse({ ...li, customerName }).success
    expect(['L', 'Li', 'x'.repeat(20), 'x'.repeat(21)].map(named)).toEqual([false, true, true, false])
  })

  // requirement of Customers: Mobile number 11 digits | /customer/accounts | POST /prod-api/business/customer
  test('mobile number 11 digits, whatever blanks it is typed with', () => {
    given([])
      .when(open({ telephone: '138 0013 8000' }))
      .then([opened])
    for (const telephone of ['1380013800', '138001380000', '010 6552 9988', 'none'])
      given([]).when(open({ telephone })).refused('mobile-not-11-digits')
  })

  test('a telephone number of another country keeps the rule of that country', () => {
    const inFrance = (telephone: string) => ({ ...open({ telephone }), country: 'FR' })
    given([])
      .when(inFrance('06 12 34 56 78'))
      .then([{ ...opened, data: { ...opened.data, holder: { ...holder, telephone: '612345678' } } } as AccountEvent])
    given([]).when(inFrance('13800138000')).refused('telephone-not-of-country', { country: 'FR' })
  })

  // requirement of Customers: ID number 18 digits | /customer/accounts | POST /prod-api/business/customer
  test('ID number 18 digits, of an identity card, and any number of other documents', () => {
    const withId = (idNumber: string, idType = '0') => open({ idNumber, idType })
    const kept = (identityNumber: string, idType: '0' | '1' = '0'): AccountEvent[] => [
      { ...opened, data: { ...opened.data, holder: { ...holder, identityNumber, idType } } } as AccountEvent,
    ]
    given([]).when(withId('110101199003078888')).then(kept('110101199003078888'))
    given([]).when(withId('11010119900307888x')).then(kept('11010119900307888X'))
    given([]).when(withId('P123', '1')).then(kept('P123', '1'))
    for (const idNumber of ['11010119900307888', '1101011990030788888', '11010119900307A888'])
      given([]).when(withId(idNumber)).refused('identity-number-not-18')
  })

  // requirement of Customers: Remarks up to 100 characters | /customer/accounts | POST /prod-api/business/customer
  test('remarks up to 100 characters', () => {
    const remarked = (length: number) => AccountForm.safeParse({ ...li, remarks: 'x'.repeat(length) }).success
    expect([100, 101].map(remarked)).toEqual([true, false])
  })

  // requirement of Customers: Enterprise: company name, credit code, legal representative | /customer/accounts | POST /prod-api/business/customer
  test('an enterprise has a company name, a credit code and a legal representative', () => {
    const enterprise = { companyName: 'Harbour Brewery', creditCode: '91110000100000000X', legalRepresentative: 'Zhao Min' }
    given([])
      .when(open({ natureOfUse: '1', ...enterprise }))
      .then([
        {
          ...opened,
          data: { ...opened.data, enterprise: { ...enterprise, personId: person(2) }, settings: { ...settings, natureOfUse: '1' } },
        } as AccountEvent,
      ])
    for (const missing of Object.keys(enterprise))
      given([])
        .when(open({ natureOfUse: '1', ...enterprise, [missing]: undefined }))
        .refused('enterprise-incomplete')
  })

  // requirement of Customers: Agent of an account | /customer/accounts | POST /prod-api/business/customer
  test('an agent has a name', () => {
    given([])
      .when(open({ agentTelephone: '13900139000' }))
      .refused('agent-without-name')
    given([])
      .when(open({ agentName: 'Sun Li', agentTelephone: '139' }))
      .refused('mobile-not-11-digits')
  })

  // requirement of Customers: Open time, not in the future | /customer/accounts | POST /prod-api/business/customer
  test('is not of the future', () => {
    given([])
      .when(open({}, { openedAt: '2026-03-02T08:00:01Z' }))
      .refused('opening-in-future')
  })

  // requirement of Customers: Purchase limit, arrears closing threshold and balance threshold, two decimals at most | /customer/accounts | POST /prod-api/business/customer
  test('thresholds are kept in hundredths, two decimals at most', () => {
    given([])
      .when(open({ purchaseLimit: 200.5, arrearsClosingThreshold: 0, balanceThreshold: 19.99 }))
      .then([
        {
          ...opened,
          data: {
            ...opened.data,
            settings: { ...settings, purchaseLimitMinor: 20_050, arrearsClosingThresholdMinor: 0, balanceThresholdMinor: 1999 },
          },
        } as AccountEvent,
      ])
    expect(AccountForm.safeParse({ ...li, purchaseLimit: 1.005 }).success).toBe(false)
  })
})

describe('changing an account', () => {
  test('states details and settings apart, and nothing where they are so already', () => {
    given([opened]).when(change({})).then([])
    given([opened])
      .when(change({ telephone: '13900139000', waterUse: '1' }))
      .then([
        {
          type: 'customers.AccountDetailsChanged',
          data: {
            accountNo,
            holder: { ...holder, telephone: '13900139000' },
            enterprise: null,
            agent: null,
            reason: 'asked at the counter',
            changedAt: now,
          },
        },
        {
          type: 'customers.BillingSettingsChanged',
          data: { accountNo, settings: { ...settings, waterUse: '1' }, reason: 'asked at the counter', changedAt: now },
        },
      ])
  })

  test('a holder who was erased is followed by another person', () => {
    const erased = { ...holder, name: null, telephone: null, address: null }
    given([{ ...opened, data: { ...opened.data, holder: erased } } as AccountEvent])
      .when(change({}, { holder: person(9) }))
      .then([
        {
          type: 'customers.AccountDetailsChanged',
          data: {
            accountNo,
            holder: { ...holder, personId: person(9) },
            enterprise: null,
            agent: null,
            reason: 'asked at the counter',
            changedAt: now,
          },
        },
      ])
  })
})

describe('freezing and unfreezing', () => {
  test('a freeze names the meter whose valve it closes, an unfreeze the one that it opens', () => {
    given([opened, linked])
      .when(freeze)
      .then([{ type: 'customers.AccountFrozen', data: { accountNo, meterNo: '7001', reason, frozenAt: now } }])
    given([opened, linked, frozen])
      .when(unfreeze)
      .then([{ type: 'customers.AccountUnfrozen', data: { accountNo, meterNo: '7001', reason, unfrozenAt: now } }])
  })

  test('twice is once', () => {
    given([opened, frozen]).when(freeze).then([])
    given([opened]).when(unfreeze).then([])
  })
})

describe('transferring an account', () => {
  const closing = { meterNo: '7001', registerLitres: 12_345 }

  test('gives it to another person, with the closing register of its meter', () => {
    given([opened, linked])
      .when(transfer({}, 12_345))
      .then([
        {
          type: 'customers.AccountTransferred',
          data: {
            accountNo,
            holder: { ...holder, personId: person(4), name: 'Wang Wei' },
            enterprise: null,
            agent: null,
            closing,
            contractNo: 2,
            reason: 'the flat was sold',
            transferredAt: now,
          },
        },
      ])
  })

  // requirement of Customers: Transfer with the closing register | /customer/accounts | PUT /prod-api/business/customer/:accountNo/transfer
  test('needs the closing register where a meter is linked', () => {
    given([opened, linked]).when(transfer()).refused('closing-register-missing', { number: '7001' })
  })

  test('needs an account that is not frozen', () => {
    given([opened, frozen]).when(transfer()).refused('account-frozen')
  })

  test('keeps the rules of the holder', () => {
    given([opened])
      .when(transfer({ telephone: '123' }))
      .refused('mobile-not-11-digits')
  })
})

describe('cancelling an account', () => {
  test('takes the meter from it, with the closing register', () => {
    given([opened, linked])
      .when(cancel(12_345))
      .then([
        unlinked(12_345, false),
        {
          type: 'customers.AccountCancelled',
          data: { accountNo, closing: { meterNo: '7001', registerLitres: 12_345 }, reason, cancelledAt: now },
        },
      ])
    given([opened, linked]).when(cancel()).refused('closing-register-missing')
  })

  // requirement of Customers: Cancelling is irreversible | /customer/accounts | PUT /prod-api/business/customer/:accountNo/cancel
  test('is irreversible: a cancelled account takes no command', () => {
    const closed = given([opened, cancelled])
    closed.when(freeze).refused('account-closed', { accountNo })
    closed.when(unfreeze).refused('account-closed')
    closed.when(change({})).refused('account-closed')
    closed.when(transfer()).refused('account-closed')
    closed.when({ type: 'LinkMeter', accountNo, meterNo: '7001', reason }).refused('account-closed')
    closed.when(cancel()).refused('cancellation-not-allowed', { accountNo })
  })
})

describe('the meter of an account', () => {
  const link = (meterNo: string) => ({ type: 'LinkMeter' as const, accountNo, meterNo, reason })
  const unlink = { type: 'UnlinkMeter' as const, accountNo, closingLitres: 5, reason }

  test('is one at a time', () => {
    given([opened])
      .when(link('7001'))
      .then([{ type: 'customers.MeterLinked', data: { accountNo, meterNo: '7001', reason, linkedAt: now } }])
    given([opened, linked]).when(link('7001')).then([])
    given([opened, linked]).when(link('7002')).refused('account-has-meter', { number: '7001' })
    given([opened, frozen]).when(link('7001')).refused('account-frozen')
  })

  test('leaves with its register, and says whether a freeze held its valve', () => {
    given([opened, linked, frozen])
      .when(unlink)
      .then([unlinked(5, true)])
    given([opened]).when(unlink).then([])
  })
})

describe('a meter that is replaced', () => {
  const replacedAt = '2026-03-01T09:30:00.000Z'
  const follow = { type: 'FollowReplacement' as const, accountNo, meterNo: '7001', replacedBy: '7002', replacedAt, finalLitres: 812_345 }
  const followed = (isFrozen: boolean): AccountEvent[] => [
    {
      type: 'customers.MeterUnlinked',
      data: { accountNo, meterNo: '7001', registerLitres: 812_345, wasFrozen: isFrozen, reason: null, unlinkedAt: replacedAt },
    },
    {
      type: 'customers.MeterLinked',
      data: { accountNo, meterNo: '7002', reason: null, ...(isFrozen && { isFrozen }), linkedAt: replacedAt },
    },
  ]

  test('is followed by the new one, from the moment of the replacement', () => {
    given([opened, linked]).when(follow).then(followed(false))
    given([opened, linked, frozen]).when(follow).then(followed(true))
  })

  test('changes nothing where the account has another meter, or is closed', () => {
    given([opened]).when(follow).then([])
    given([opened, linked, ...followed(false)])
      .when(follow)
      .then([])
    given([opened, linked, cancelled]).when(follow).then([])
  })
})

test('an opening keeps the valve closed where the utility wants that', () => {
  given([])
    .when(open({}, { meterNo: '7001', valveStaysClosed: true }))
    .then([opened, { ...linked, data: { ...linked.data, valveStaysClosed: true } } as AccountEvent])
})

// requirement of Customers: Account number not found | /customer/accounts | POST /prod-api/business/customer
test('an account that was never opened takes no command', () => {
  for (const command of [freeze, unfreeze, cancel(), change({}), transfer()])
    given([]).when(command).refused('account-not-found', { accountNo })
})
