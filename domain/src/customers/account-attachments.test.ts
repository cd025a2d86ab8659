import { AccountForm } from '@nightflow/schemas/customers/account'
import { attachmentsMax } from '@nightflow/schemas/customers/account-attachments'
import { describe, expect, test } from 'vitest'
import { specificationOf, stateAfter } from '../shared/decider-specification.ts'
import { type AccountEvent, accountDecider } from './account-decider.ts'
import { settingsOf } from './account-parties.ts'

const given = specificationOf(accountDecider)
const now = '2026-03-02T08:00:00.000Z'
const accountNo = '1001'
const id = (number: number) => `${String(number).padStart(8, '0')}-0000-4000-8000-000000000000`
const [holderId, otherId] = [id(1), id(2)]
const holder = {
  personId: holderId,
  name: 'Li Na' as string | null,
  telephone: '13800138000',
  idType: '0' as const,
  identityNumber: null,
  address: '8 Mill Lane',
  email: null,
}
const settings = settingsOf(AccountForm.parse({ customerName: 'Li Na', telephone: '13800138000', address: '8 Mill Lane' }))
const opened = (name: string | null = 'Li Na'): AccountEvent => ({
  type: 'customers.AccountOpened',
  data: { accountNo, holder: { ...holder, name }, enterprise: null, agent: null, settings, isGenerated: false, openedAt: now },
})
const pdf = { mediaType: 'application/pdf' as const, byteLength: 900 }
const add = (attachmentId: string, personId = holderId) => ({ type: 'AddAttachment' as const, accountNo, attachmentId, personId, ...pdf })
const remove = (attachmentId: string) => ({ type: 'RemoveAttachment' as const, accountNo, attachmentId, reason: 'of another account' })
const added = (attachmentId: string): AccountEvent => ({
  type: 'customers.AttachmentAdded',
  data: { accountNo, attachmentId, personId: holderId, ...pdf, addedAt: now },
})
const removed = (attachmentId: string): AccountEvent => ({
  type: 'customers.AttachmentRemoved',
  data: { accountNo, attachmentId, reason: 'of another account', removedAt: now },
})
const cancelled: AccountEvent = {
  type: 'customers.AccountCancelled',
  data: { accountNo, closing: null, reason: 'moved', cancelledAt: now },
}
const full = Array.from({ length: attachmentsMax }, (_, nth) => added(id(100 + nth)))

describe('an attachment of an account', () => {
  test('is of the present holder, and added once', () => {
    given([opened()])
      .when(add(id(10)))
      .then([added(id(10))])
    given([opened(), added(id(10))])
      .when(add(id(10)))
      .then([])
    given([opened()])
      .when(add(id(10), otherId))
      .refused('changed-meanwhile')
  })

  test('is refused for an erased holder, of whom nothing further is kept', () => {
    given([opened(null)])
      .when(add(id(10)))
      .refused('holder-erased')
  })

  test('is one of twenty at most, those that were removed not counted', () => {
    given([opened(), ...full])
      .when(add(id(10)))
      .refused('attachments-full', { accountNo, max: attachmentsMax })
    given([opened(), ...full, removed(id(100))])
      .when(add(id(10)))
      .then([added(id(10))])
  })

  test('is removed once, also from a cancelled account, which gets no further one', () => {
    given([opened(), added(id(10))])
      .when(remove(id(10)))
      .then([removed(id(10))])
    given([opened(), added(id(10)), removed(id(10))])
      .when(remove(id(10)))
      .refused('attachment-unknown')
    given([opened(), added(id(10)), cancelled])
      .when(remove(id(10)))
      .then([removed(id(10))])
    given([opened(), cancelled])
      .when(add(id(10)))
      .refused('account-closed')
    given([])
      .when(add(id(10)))
      .refused('account-not-found')
    given([])
      .when(remove(id(10)))
      .refused('account-not-found')
  })

  test('stays with the account through a transfer', () => {
    const transferred: AccountEvent = {
      type: 'customers.AccountTransferred',
      data: {
        accountNo,
        holder: { ...holder, personId: otherId, name: 'Wang Wei' },
        enterprise: null,
        agent: null,
        closing: null,
        reason: 'sold',
        transferredAt: now,
      },
    }
    expect(stateAfter(accountDecider, [opened(), added(id(10)), transferred])).toMatchObject({ attachments: [id(10)] })
    given([opened(), transferred])
      .when(add(id(10), otherId))
      .then([{ ...added(id(10)), data: { ...added(id(10)).data, personId: otherId } } as AccountEvent])
  })
})
