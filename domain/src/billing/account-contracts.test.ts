import type { ComposedBill } from '@nightflow/schemas/billing/bill'
import type { BillCommand } from '@nightflow/schemas/billing/bill-calls'
import type { CollectionCommand } from '@nightflow/schemas/billing/collection-calls'
import { isRejection, type Rejection } from '@nightflow/schemas/shared/rejections'
import { describe, expect, test } from 'vitest'
import { type AccountBillsEvent, openOf } from './account-bills.ts'
import { accountBillsDecider } from './account-bills-decider.ts'
import { accountCollectionDecider } from './account-collection-decider.ts'
import { balanceOf } from './account-contracts.ts'
import { standingOf } from './account-standing.ts'
import { statementOf } from './account-statement.ts'

const accountNo = '1001'
const idOf = (nth: number) => `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`
const issue = (month: number, totalMinor: number) => {
  const [periodFrom, periodTo] = [month, month + 1].map((each) => `2026-0${each}-01`) as [string, string]
  const amounts = { amountMinor: totalMinor, vatMinor: 0, totalMinor, litres: 0, volumes: [], lines: [], computedAtPosition: 1 }
  const composed: ComposedBill = { billType: '0', periodFrom, periodTo, dueOn: periodTo, ...amounts }
  return { type: 'IssueBill', accountNo, billId: idOf(month), ...composed } as const
}
const pay = (nth: number, amountMinor: number, contractNo?: number): BillCommand => ({
  ...({ type: 'ReceivePayment', accountNo, paymentId: idOf(10 + nth), payMethod: '1', reference: '', remark: '' } as const),
  amountMinor,
  contractNo,
})
const begin = (contractNo: number, from: string, since: string) => ({ type: 'BeginContract', accountNo, contractNo, from, since }) as const
const refund = (amountMinor: number, contractNo?: number) =>
  ({ type: 'RefundBalance', accountNo, paymentId: idOf(30), amountMinor, payMethod: '0', reason: 'moved', contractNo }) as const

type Command = BillCommand | CollectionCommand
const context = { now: '2026-06-02T08:00:00.000Z', actor: 'user:1', timeZone: 'Europe/Rome' }
const decide = (events: readonly AccountBillsEvent[], command: Command): readonly AccountBillsEvent[] | Rejection => {
  const decider = command.type in accountBillsDecider.decide ? accountBillsDecider : accountCollectionDecider
  const decideOne = decider.decide[command.type as never] as (...given: unknown[]) => readonly AccountBillsEvent[] | Rejection
  return decideOne(command, stateOf(events), context)
}
const stateOf = (events: readonly AccountBillsEvent[]) => events.reduce(accountBillsDecider.evolve, accountBillsDecider.initialState)
const after = (...commands: Command[]): AccountBillsEvent[] => {
  const events: AccountBillsEvent[] = []
  for (const command of commands) {
    const decided = decide(events, command)
    if (isRejection(decided)) throw new Error(decided.rejected)
    events.push(...decided)
  }
  return events
}
const of = (contractNo: number, ...commands: Command[]) => {
  const state = stateOf(after(...commands))
  return { open: openOf(state, contractNo), balance: balanceOf(state, contractNo) }
}

/** The transfer is recorded after what came before it. */
const now = '2026-06-02T09:00:00.000Z'
/** The first holder owes February and leaves in the middle of March. */
const transferred = [issue(2, 1_000), begin(2, '2026-03-15', now)] as const
const march = { ...issue(4, 600), billId: idOf(4) }

describe('money of two holders of one account', () => {
  test('the new holder’s payment paid the old holder’s bill; it pays the new holder’s alone', () => {
    const commands = [...transferred, march, pay(1, 700)] as const
    expect(of(1, ...commands)).toEqual({ open: 1_000, balance: 0 })
    expect(of(2, ...commands)).toEqual({ open: 0, balance: 100 })
    expect(after(...commands).at(-1)?.data).toMatchObject({ contractNo: 2, allocations: [{ billId: idOf(4), amountMinor: 600 }] })
  })

  test('the old holder can still pay, and gets a balance back', () => {
    const commands = [...transferred, march, pay(1, 1_300, 1)] as const
    expect(of(1, ...commands)).toEqual({ open: 0, balance: 300 })
    expect(of(2, ...commands)).toEqual({ open: 600, balance: 0 })
    expect(decide(after(...commands), refund(300))).toMatchObject({ rejected: 'refund-over-balance' })
    expect(of(1, ...commands, refund(300, 1))).toEqual({ open: 0, balance: 0 })
    expect(decide(after(...commands), pay(2, 100, 3))).toMatchObject({ rejected: 'not-found' })
  })

  test('a payment for bills that the payer chose is of the holder of these bills', () => {
    const events = after(...transferred, march)
    const chosen = (...months: number[]) => ({ ...pay(1, 700), billIds: months.map(idOf) }) as BillCommand
    expect(decide(events, chosen(2))).toMatchObject([{ data: { allocations: [{ billId: idOf(2), amountMinor: 700 }], restMinor: 0 } }])
    expect(decide(events, chosen(4))).toMatchObject([{ data: { contractNo: 2, allocations: [{ billId: idOf(4) }], restMinor: 100 } }])
    expect(decide(events, chosen(2, 4))).toMatchObject({ rejected: 'payment-bill-not-open' })
    expect(decide(events, { ...chosen(2), contractNo: 2 } as BillCommand)).toMatchObject({ rejected: 'payment-bill-not-open' })
  })

  test('one plan of instalments is of one holder', () => {
    const plan = (...months: number[]) =>
      ({
        ...{
          type: 'PlanInstalments',
          accountNo,
          planId: idOf(60),
          billIds: months.map(idOf),
          count: 2,
          firstDay: '2026-07-01',
          reason: 'asked',
        },
      }) as CollectionCommand
    const events = after(...transferred, march)
    expect(decide(events, plan(2, 4))).toMatchObject({ rejected: 'not-found' })
    expect(decide(events, plan())).toMatchObject([{ data: { bills: [{ billId: idOf(4) }] } }])
    expect(decide(events, plan(2))).toMatchObject([{ data: { bills: [{ billId: idOf(2) }] } }])
  })

  test('a balance of the old holder pays no bill of the new one, nor the other way round', () => {
    expect(of(2, pay(1, 500), begin(2, '2026-03-15', '2026-07-01T00:00:00Z'), march)).toEqual({ open: 600, balance: 0 })
    expect(of(1, ...transferred, pay(1, 500))).toEqual({ open: 1_000, balance: 0 })
  })

  test('a bounced payment opens the bills of its payer', () => {
    const bounced = { type: 'ReversePayment', accountNo, paymentId: idOf(11), reason: 'bounced' } as const
    const commands = [pay(1, 1_200), ...transferred, pay(2, 600), march, bounced] as const
    expect(of(1, ...commands)).toEqual({ open: 1_000, balance: 0 })
    expect(of(2, ...commands)).toEqual({ open: 0, balance: 0 })
  })

  test('arrears of the old holder close no valve of the new one', () => {
    const overdue = { type: 'MarkOverdue', accountNo, billId: idOf(2), today: '2026-05-02' } as const
    const judge = { type: 'JudgeArrears', accountNo, thresholdMinor: 500 } as const
    const exceeded = after(issue(2, 1_000), overdue, judge)
    expect(exceeded.at(-1)?.type).toBe('billing.ArrearsExceeded')
    const begun = decide(exceeded, begin(2, '2026-05-02', '2026-05-02T10:00:00Z')) as AccountBillsEvent[]
    expect(decide([...exceeded, ...begun], judge)).toMatchObject([{ type: 'billing.ArrearsSettled', data: { overdueMinor: 0 } }])
    const state = stateOf([...exceeded, ...begun])
    expect([1, 2].map((contractNo) => standingOf(state, contractNo, '2026-05-03').overdueMinor)).toEqual([1_000, 0])
  })

  test('the consent of the new holder took that of the old one away; each has their own', () => {
    const about = (type: 'StopReminders' | 'AllowReminders', nth: number) =>
      ({ type, accountNo, personId: idOf(nth), reason: 'asked' }) as const
    const remind = {
      type: 'RemindOfBill',
      accountNo,
      billId: idOf(2),
      stage: 1,
      dueOn: '2026-03-01',
      channel: 'sms',
      language: 'en',
    } as const
    const events = after(issue(2, 1_000), about('StopReminders', 51), begin(2, '2026-03-15', now), about('StopReminders', 52))
    expect(decide(events, { ...remind, personId: idOf(51) })).toEqual([])
    const allowed = [...events, ...(decide(events, about('AllowReminders', 52)) as AccountBillsEvent[])]
    expect(decide(allowed, { ...remind, personId: idOf(51) })).toEqual([])
    expect(decide(allowed, { ...remind, personId: idOf(52) })).toHaveLength(1)
  })

  test('each has a statement of its own', () => {
    const events = after(...transferred, march, pay(1, 700), pay(2, 400, 1)).map((event, nth) => ({ ...event, position: nth + 1 }))
    const kindsOf = (contractNo: number) => {
      const statement = statementOf(events, { from: 0, to: Number.MAX_SAFE_INTEGER }, contractNo)
      if (isRejection(statement)) throw new Error(statement.rejected)
      return [statement.lines.map(({ kind, amountMinor }) => [kind, amountMinor]), statement.closingMinor]
    }
    expect(kindsOf(1)).toEqual([[['bill', 1_000], ['payment', -400]], 600]) // biome-ignore format: a line each
    expect(kindsOf(2)).toEqual([[['contractBegan', 0], ['bill', 600], ['payment', -700]], -100]) // biome-ignore format: a line each
  })
})

describe('a contract', () => {
  test('is begun once, and in the order of the holders', () => {
    expect(decide(after(...transferred), begin(2, '2026-03-15', now))).toEqual([])
    expect(decide(after(...transferred), begin(4, '2026-05-01', now))).toEqual([])
  })

  test('of an earlier log gets the bills of its days, and what came since', () => {
    const before = '2026-06-01T00:00:00Z'
    const commands = [issue(2, 1_000), pay(1, 1_000), march, pay(2, 700), begin(2, '2026-03-15', before)] as const
    expect(after(...commands).at(-1)?.data).toMatchObject({ billIds: [idOf(4)], balanceMinor: 100 })
    expect([of(1, ...commands), of(2, ...commands)]).toEqual([
      { open: 0, balance: 0 },
      { open: 0, balance: 100 },
    ])
    expect(of(2, ...commands, issue(5, 250))).toEqual({ open: 150, balance: 0 })
  })
})
