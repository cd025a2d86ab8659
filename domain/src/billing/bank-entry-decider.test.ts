import type { BankEntryCommand } from '@nightflow/schemas/billing/bank-calls'
import type { Posting } from '@nightflow/schemas/billing/ledger'
import { describe, expect, test } from 'vitest'
import { specificationOf, stateAfter } from '../shared/decider-specification.ts'
import { bankEntryDecider, openOfEntry } from './bank-entry-decider.ts'

const specification = specificationOf(bankEntryDecider)
const at = '2026-11-05T08:00:00.000Z'
type Event = ReturnType<typeof recorded | typeof assigned | typeof aside | typeof released>
const given = (...events: Event[]) => ({
  when: (command: BankEntryCommand) => {
    const { then, refused } = specification(events).when(command, { now: at })
    return { gives: (...expected: Event[]) => then(expected), refused }
  },
})
const entryId = '00000000-0000-4000-8000-000000000001'
const id = (nth: number) => `00000000-0000-4000-8000-00000000010${nth}`
const part = (nth: number, amountMinor: number) => ({ accountNo: `A-100${nth}`, amountMinor, paymentId: id(nth) })

const facts = (amountMinor: number) => ({
  ...{ entryId, personId: entryId, statementId: id(9), bankAccount: 'DE02', bookingDay: '2026-11-03', valueDay: '2026-11-03', amountMinor },
  ...{ bankId: 'B1', reference: 'RF18', remittance: 'water', counterpartyName: 'Li Na', counterpartyAccount: '', proposal: null },
})
const recorded = (amountMinor: number) =>
  ({
    type: 'billing.BankEntryRecorded',
    data: {
      ...facts(amountMinor),
      postings: [
        { ledgerAccount: 'bank', amountMinor },
        { ledgerAccount: 'clearing', amountMinor: 0 - amountMinor },
      ] as Posting[],
      at,
    },
  }) as const
const assigning = { entryId, assignmentId: id(8), matchedBy: '3', reason: 'a parent pays' } as const
const assigned = (isReturn: boolean, ...parts: ReturnType<typeof part>[]) =>
  ({ type: 'billing.BankEntryAssigned', data: { ...assigning, parts, isReturn, reference: 'RF18', at } }) as const
const assign = (...parts: ReturnType<typeof part>[]): BankEntryCommand => ({ type: 'AssignBankEntry', ...assigning, parts })
const setAside: BankEntryCommand = { type: 'SetAsideBankEntry', entryId, reason: 'interest' }
const released = (paymentId: string | null, amountMinor: number, postings: Posting[]) =>
  ({ type: 'billing.BankEntryReleased', data: { entryId, paymentId, amountMinor, reason: 'wrong account', postings, at } }) as const
const moved = (amountMinor: number): Posting[] => [
  { ledgerAccount: 'clearing', amountMinor },
  { ledgerAccount: 'suspense', amountMinor: 0 - amountMinor },
]
const aside = (amountMinor: number, postings: Posting[]) =>
  ({ type: 'billing.BankEntrySetAside', data: { entryId, amountMinor, reason: 'interest', postings, at } }) as const
const release = (paymentId: string | null): BankEntryCommand => ({ type: 'ReleaseBankEntry', entryId, paymentId, reason: 'wrong account' })

describe('an entry of a bank statement', () => {
  test('is posted bank against clearing, once, and with its match in one append', () => {
    const record: BankEntryCommand = { type: 'RecordBankEntry', ...facts(5_000), match: null }
    given().when(record).gives(recorded(5_000))
    given(recorded(5_000)).when(record).gives()
    const match = { matchedBy: '0' as const, part: part(1, 5_000) }
    given()
      .when({ ...record, match })
      .gives(recorded(5_000), {
        type: 'billing.BankEntryAssigned',
        data: { entryId, assignmentId: entryId, matchedBy: '0', parts: [match.part], reason: '', isReturn: false, reference: 'RF18', at },
      } as never)
    given()
      .when({ type: 'RecordBankEntry', ...facts(-5_000), match: null })
      .gives(recorded(-5_000))
  })

  test('is assigned as a whole, to one account or several, and once', () => {
    given(recorded(5_000))
      .when(assign(part(1, 3_000), part(2, 2_000)))
      .gives(assigned(false, part(1, 3_000), part(2, 2_000)))
    given(recorded(5_000))
      .when(assign(part(1, 4_999)))
      .refused('bank-parts-differ', { sum: '49.99', open: '50.00' })
    given(recorded(5_000), assigned(false, part(1, 5_000)))
      .when(assign(part(1, 5_000)))
      .gives()
    given(recorded(5_000), assigned(false, part(1, 5_000)))
      .when(assign(part(2, 5_000)))
      .refused('transaction-id-reused')
    const again: BankEntryCommand = { ...assigning, type: 'AssignBankEntry', assignmentId: id(7), parts: [part(3, 5_000)] }
    given(recorded(5_000), assigned(false, part(1, 5_000)))
      .when(again)
      .refused('bank-entry-not-open')
    given()
      .when(assign(part(1, 1)))
      .refused('not-found')
  })

  test('of money that went out is assigned to the payment that it takes back', () => {
    given(recorded(-5_000))
      .when(assign(part(1, 5_000)))
      .gives(assigned(true, part(1, 5_000)))
  })

  test('has a part open again once its payment is reversed', () => {
    const events = [recorded(5_000), assigned(false, part(1, 3_000), part(2, 2_000))] as const
    given(...events)
      .when(release(id(2)))
      .gives(released(id(2), 2_000, []))
    given(...events, released(id(2), 2_000, []))
      .when(release(id(2)))
      .gives()
    expect(openOfEntry(stateAfter(bankEntryDecider, [...events, released(id(2), 2_000, [])]))).toBe(2_000)
  })

  test('that is no payment of a customer moves what is open from clearing to suspense, and back', () => {
    given(recorded(700))
      .when(setAside)
      .gives(aside(700, moved(700)))
    given(recorded(-700))
      .when(setAside)
      .gives(aside(700, moved(-700)))
    given(recorded(700), aside(700, moved(700)))
      .when(setAside)
      .gives()
    given(recorded(700), aside(700, moved(700)))
      .when(assign(part(1, 700)))
      .refused('bank-entry-not-open')
    given(recorded(700), aside(700, moved(700)))
      .when(release(null))
      .gives(released(null, 700, moved(-700)))
    given(recorded(700), assigned(false, part(1, 700)))
      .when(setAside)
      .refused('bank-entry-not-open')
  })
})
