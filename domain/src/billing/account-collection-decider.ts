import type { CollectionCommand } from '@nightflow/schemas/billing/collection-calls'
import { billMinorMax } from '@nightflow/schemas/billing/ledger'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Context, Decider } from '../shared/decider.ts'
import { type AccountBills, type AccountBillsEvent, billsOfContract, dueOf, evolveBills, noBills } from './account-bills.ts'
import { balanceOf, presentContract } from './account-contracts.ts'
import { missedMinor, openParts } from './bill-due.ts'
import { openBooksGuard } from './closed-books.ts'
import { reminderKey } from './collection-events.ts'
import { planOf } from './instalments.ts'
import { feeBase, feeOf, periodsToCharge } from './late-fees.ts'
import { postingsOf } from './postings.ts'
import { settlingBalance } from './settle-balance.ts'

type Of<Type extends CollectionCommand['type']> = Extract<CollectionCommand, { type: Type }>
type Decision = readonly AccountBillsEvent[] | Rejection

const decider: Decider<CollectionCommand, AccountBills, AccountBillsEvent> = {
  streamOf: ({ accountNo }) => `billing-account-${accountNo}`,
  initialState: noBills,
  evolve: evolveBills,
  isKept: true,
  guard: openBooksGuard,
  decide: {
    MarkOverdue: mark,
    ChargeLateFees: charge,
    RemindOfBill: remind,
    RecordBillMailing: recordMailing,
    StopReminders: ({ type: _, ...asked }, { remindersStoppedFor }, { now }) =>
      remindersStoppedFor.includes(asked.personId) ? [] : [{ type: 'billing.RemindersStopped', data: { ...asked, at: now } }],
    AllowReminders: ({ type: _, ...asked }, { remindersStoppedFor }, { now }) =>
      remindersStoppedFor.includes(asked.personId) ? [{ type: 'billing.RemindersAllowed', data: { ...asked, at: now } }] : [],
    PlanInstalments: plan,
    CancelInstalments: cancel,
    JudgeArrears: judge,
    JudgeBalance: judgeBalance,
    // Settling comes with every decision.
    SettleBalance: () => [],
    BeginContract: begin,
  },
}

/** Collection of open bills: overdue, reminders, late fees, instalments, arrears. In the stream of the account's money, as bills and payments are. */
export const accountCollectionDecider = settlingBalance(decider, (state) => state)

/** A due day that passed is recorded once. After a plan was cancelled or a payment reversed, an earlier one counts again without an event. */
function mark({ accountNo, billId, today }: Of<'MarkOverdue'>, { bills }: AccountBills, { now }: Context): Decision {
  const bill = bills.get(billId)
  if (!bill) return []
  const missed = openParts(dueOf(bill)).filter(({ dueOn }) => dueOn < today)
  const dueOn = missed.at(-1)?.dueOn
  if (dueOn === undefined || dueOn <= (bill.missedOn ?? '')) return []
  const overdueMinor = missed.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  return [{ type: 'billing.BillOverdue', data: { accountNo, billId, dueOn, overdueMinor, at: now } }]
}

function charge({ accountNo, billId, today, rule }: Of<'ChargeLateFees'>, { bills }: AccountBills, { now }: Context): Decision {
  const bill = bills.get(billId)
  if (!bill) return []
  const due = dueOf(bill)
  // No fee is charged on a fee, of whatever kind.
  const late = { due, lateFeesMinor: bill.lateFeesMinor + bill.returnFeesMinor, charged: bill.lateFees.at(-1) ?? null }
  const baseMinor = feeBase(late, today)
  let { totalMinor, openMinor, lateFeesMinor } = bill
  return periodsToCharge(late, rule, today).flatMap((period): AccountBillsEvent[] => {
    const amountMinor = Math.min(feeOf(rule, baseMinor, lateFeesMinor), billMinorMax - totalMinor)
    if (amountMinor <= 0) return []
    totalMinor += amountMinor
    openMinor += amountMinor
    lateFeesMinor += amountMinor
    const postings = postingsOf({ receivables: amountMinor, lateFees: -amountMinor })
    return [
      {
        type: 'billing.LateFeeCharged',
        data: { accountNo, billId, ...period, baseMinor, amountMinor, totalMinor, openMinor, postings, at: now },
      },
    ]
  })
}

/** Once per bill and stage, and not to a holder who wants none. */
function remind({ type: _, ...asked }: Of<'RemindOfBill'>, { bills, remindersStoppedFor }: AccountBills, { now }: Context): Decision {
  const bill = bills.get(asked.billId)
  if (!bill || bill.openMinor === 0 || remindersStoppedFor.includes(asked.personId)) return []
  if (bill.reminders.includes(reminderKey(asked))) return []
  return [{ type: 'billing.ReminderSent', data: { ...asked, openMinor: bill.openMinor, at: now } }]
}

/** Once per mailing, also where the process that sent the bill stopped before it was recorded. */
function recordMailing({ type: _, ...asked }: Of<'RecordBillMailing'>, { bills }: AccountBills, { now }: Context): Decision {
  const bill = bills.get(asked.billId)
  if (!bill || bill.mailingIds.includes(asked.mailingId)) return []
  return [{ type: 'billing.BillMailed', data: { ...asked, at: now } }]
}

function plan({ type: _, ...asked }: Of<'PlanInstalments'>, state: AccountBills, context: Context): Decision {
  const { accountNo, planId, count, firstDay, reason } = asked
  const made = state.plans.get(planId)
  if (made) return made.count === count && made.firstDay === firstDay ? [] : rejected('transaction-id-reused')
  const planned = planOf(state, asked, context)
  if ('rejected' in planned) return planned
  return [{ type: 'billing.InstalmentsPlanned', data: { accountNo, planId, ...planned, reason, at: context.now } }]
}

function cancel({ accountNo, billId, reason }: Of<'CancelInstalments'>, { bills }: AccountBills, { now }: Context): Decision {
  const bill = bills.get(billId)
  if (!bill) return rejected('not-found')
  if (bill.plan === null) return rejected('bill-without-plan')
  const { planId } = bill.plan
  const billIds = [...bills.values()].flatMap(({ issued, plan: has }) => (has?.planId === planId ? [issued.billId] : []))
  return [{ type: 'billing.InstalmentsCancelled', data: { accountNo, planId, billIds, reason, at: now } }]
}

/**
 * The bills of the days from then on, and what came since the transfer was recorded, are the new holder's: only logs from before there were contracts have
 * them already. A contract that has begun already, or that comes before an earlier one, has no effect.
 */
function begin({ type: _, ...begun }: Of<'BeginContract'>, state: AccountBills, { now }: Context): Decision {
  const { contractNo, from, since } = begun
  const before = presentContract(state)
  if (contractNo !== before + 1) return []
  const billIds = billsOfContract(state, before).flatMap(({ issued }) => (issued.periodFrom >= from ? [issued.billId] : []))
  const late = [...state.payments.values()].filter(
    ({ contractNo: payers, isReversed, received }) => payers === before && !isReversed && Date.parse(received.at) >= Date.parse(since),
  )
  const restMinor = late.reduce((sum, { received }) => sum + received.restMinor, 0)
  const balanceMinor = Math.min(Math.max(0, balanceOf(state, before)), restMinor)
  return [{ type: 'billing.ContractBegan', data: { ...begun, billIds, balanceMinor, at: now } }]
}

/** The overdue amount is the missed parts of the present holder's bills, with what the balance is below zero where that counts. Without a threshold no arrears are too large. */
function judge({ accountNo, thresholdMinor, countsBalance = false }: Of<'JudgeArrears'>, state: AccountBills, { now }: Context): Decision {
  const { isInArrears } = state
  const contractNo = presentContract(state)
  const belowZeroMinor = countsBalance ? Math.max(0, 0 - balanceOf(state, contractNo)) : 0
  const overdueMinor = billsOfContract(state, contractNo).reduce(
    (sum, bill) => sum + missedMinor(dueOf(bill), bill.missedOn),
    belowZeroMinor,
  )
  const isAbove = thresholdMinor !== null && overdueMinor > thresholdMinor
  if (isAbove === isInArrears) return []
  const data = { accountNo, overdueMinor, thresholdMinor, at: now }
  return [isAbove ? { type: 'billing.ArrearsExceeded', data } : { type: 'billing.ArrearsSettled', data }]
}

/** Each fall below the threshold warns the holder once; at the threshold the balance has recovered. */
function judgeBalance({ type: _, ...asked }: Of<'JudgeBalance'>, state: AccountBills, { now }: Context): Decision {
  const { accountNo, thresholdMinor } = asked
  const balanceMinor = balanceOf(state, presentContract(state))
  const isLow = balanceMinor < thresholdMinor
  if (isLow === state.isBalanceLow) return []
  if (!isLow) return [{ type: 'billing.BalanceRecovered', data: { accountNo, balanceMinor, thresholdMinor, at: now } }]
  return [{ type: 'billing.BalanceFellLow', data: { ...asked, balanceMinor, at: now } }]
}
