import { z } from 'zod'
import { Language } from '../shared/language.ts'
import { PersonId } from '../shared/personal.ts'
import { lines } from '../shared/text.ts'
import { AccountNo, Instant, LocalDate } from '../shared/values.ts'
import { LateFeeRule, lateFeesMax, remindersMax } from './collection-settings.ts'
import { BillMinor, billMinorMax, ContractNo, Postings } from './ledger.ts'
import type { JudgeBalance } from './low-balance.ts'
import { AmountMinor, RestMinor } from './money.ts'

/** Instalments of one plan, and bills that one plan is for. */
export const instalmentsMax = 60
export const plannedBillsMax = 600

const ofAccount = { accountNo: AccountNo }
const ofBill = { ...ofAccount, billId: z.uuid() }
const reason = lines(200).min(1)

/** The part of a bill or a plan that is due on a day. */
export const DuePart = z.object({ dueOn: LocalDate, amountMinor: BillMinor })
export type DuePart = z.infer<typeof DuePart>

/** A bill's part of a plan: what was open of it, divided over the days of the instalments. */
export const BillPlan = z.object({ planId: z.uuid(), plannedMinor: BillMinor, parts: z.array(DuePart).max(instalmentsMax) })
export type BillPlan = z.infer<typeof BillPlan>

/** The last late fee of a bill: for which missed due day, and which of the months after it. */
export const FeePeriod = z.object({ dueOn: LocalDate, period: z.int().min(1).max(lateFeesMax) })
export type FeePeriod = z.infer<typeof FeePeriod>

/** `today` is the local day of the utility, which a policy knows. */
const onDay = { ...ofBill, today: LocalDate }
export const MarkOverdue = z.object({ type: z.literal('MarkOverdue'), ...onDay })
export const ChargeLateFees = z.object({ type: z.literal('ChargeLateFees'), ...onDay, rule: LateFeeRule })

/** `0` before the due day, then the first, the second ... after it. */
export const ReminderStage = z.int().min(0).max(remindersMax)
const way = { channel: z.enum(['email', 'sms']), language: Language }
export const RemindOfBill = z.object({
  type: z.literal('RemindOfBill'),
  ...ofBill,
  personId: PersonId,
  stage: ReminderStage,
  /** The due day that the stage is counted from. */
  dueOn: LocalDate,
  ...way,
})
/** A bill was put into the outbox with its PDF. */
export const RecordBillMailing = z.object({ type: z.literal('RecordBillMailing'), ...ofBill, mailingId: z.uuid(), language: Language })
export const StopReminders = z.object({ type: z.literal('StopReminders'), ...ofAccount, personId: PersonId, reason })
export const AllowReminders = z.object({ type: z.literal('AllowReminders'), ...ofAccount, personId: PersonId, reason })

export const instalmentCount = z.int().min(2).max(instalmentsMax)
export const PlanInstalments = z.object({
  type: z.literal('PlanInstalments'),
  ...ofAccount,
  planId: z.uuid(),
  /** The bills that are paid by instalments; empty for all that are open and have no plan. */
  billIds: z.array(z.uuid()).max(plannedBillsMax),
  count: instalmentCount,
  firstDay: LocalDate,
  reason,
})
export type PlanInstalments = z.infer<typeof PlanInstalments>

/** Whether the arrears of the account are above the threshold of its settings; null where it has none. */
export const JudgeArrears = z.object({
  type: z.literal('JudgeArrears'),
  ...ofAccount,
  thresholdMinor: RestMinor.nullable(),
  /** Whether the amount that a balance is below zero counts too: of accounts that pay in advance. */
  countsBalance: z.boolean().optional(),
})

/** The balance of an account pays its open bills; every other decision about its money does so too. */
export const SettleBalance = z.object({ type: z.literal('SettleBalance'), ...ofAccount })

/** Bills that an account had from its new holder before the contract was begun: a hundred years of months. */
const begunBillsMax = 1_200

/** The account goes to another holder, whose contract it is from a local day on. Money received `since` the transfer was recorded belongs to the new one. */
const begun = { ...ofAccount, contractNo: ContractNo, from: LocalDate, since: Instant }
export const BeginContract = z.object({ type: z.literal('BeginContract'), ...begun })

/** Commands that are on no row of a list. */
export type OtherCollectionCommand = z.infer<
  | typeof MarkOverdue
  | typeof ChargeLateFees
  | typeof RemindOfBill
  | typeof RecordBillMailing
  | typeof StopReminders
  | typeof AllowReminders
  | typeof PlanInstalments
  | typeof JudgeArrears
  | typeof JudgeBalance
  | typeof SettleBalance
  | typeof BeginContract
>

const decided = { at: Instant }
const judged = { ...ofAccount, overdueMinor: BillMinor, thresholdMinor: RestMinor.nullable(), ...decided }
const consent = z.object({ ...ofAccount, personId: PersonId, reason, ...decided })

export const collectionEventTypes = {
  /** A due day passed, and this much was not paid. */
  'billing.BillOverdue': { version: 1, data: z.object({ ...ofBill, dueOn: LocalDate, overdueMinor: AmountMinor, ...decided }) },
  'billing.LateFeeCharged': {
    version: 1,
    data: z.object({
      ...ofBill,
      ...FeePeriod.shape,
      /** The overdue amount without late fees, and its fee. */
      baseMinor: BillMinor,
      amountMinor: AmountMinor,
      /** Present total of the bill, and its open part. */
      totalMinor: BillMinor,
      openMinor: BillMinor,
      contractNo: ContractNo.optional(),
      postings: Postings,
      ...decided,
    }),
  },
  'billing.ReminderSent': {
    version: 1,
    data: z.object({ ...ofBill, personId: PersonId, stage: ReminderStage, dueOn: LocalDate, openMinor: BillMinor, ...way, ...decided }),
  },
  'billing.BillMailed': { version: 1, data: z.object({ ...ofBill, mailingId: z.uuid(), language: Language, ...decided }) },
  'billing.RemindersStopped': { version: 1, data: consent },
  'billing.RemindersAllowed': { version: 1, data: consent },
  'billing.InstalmentsPlanned': {
    version: 1,
    data: z.object({
      ...ofAccount,
      planId: z.uuid(),
      instalments: z.array(DuePart).max(instalmentsMax),
      bills: z
        .array(z.object({ billId: z.uuid(), plannedMinor: BillMinor, parts: z.array(DuePart).max(instalmentsMax) }))
        .max(plannedBillsMax),
      reason,
      ...decided,
    }),
  },
  'billing.InstalmentsCancelled': {
    version: 1,
    data: z.object({ ...ofAccount, planId: z.uuid(), billIds: z.array(z.uuid()).max(plannedBillsMax), reason, ...decided }),
  },
  'billing.ContractBegan': {
    version: 1,
    data: z.object({
      ...begun,
      /** Of a log from before there were contracts: the bills of its days, and what of the balance is the new holder's. */
      billIds: z.array(z.uuid()).max(begunBillsMax),
      balanceMinor: z.int().min(-billMinorMax).max(billMinorMax),
      ...decided,
    }),
  },
  'billing.ArrearsExceeded': { version: 1, data: z.object(judged) },
  'billing.ArrearsSettled': { version: 1, data: z.object(judged) },
} as const
