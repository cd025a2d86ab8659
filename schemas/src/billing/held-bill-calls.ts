import { z } from 'zod'
import { commandsOn, type GivenTo } from '../shared/commands-on.ts'
import { endpoint } from '../shared/endpoint.ts'
import { RowId } from '../shared/lists.ts'
import type { NamedCommand } from '../shared/named-command.ts'
import type { RowOf } from '../shared/resource.ts'
import { lines } from '../shared/text.ts'
import { AccountNo, LocalDate } from '../shared/values.ts'
import { BillLine, BillVolume, IssueBill } from './bill.ts'
import { HeldBillStatus, type HoldBill, type heldBills } from './held-bill.ts'

/** The accepted ones of several, and the refused ones with the reason. One alone is refused as a whole. */
const Answered = z.object({
  done: z.int(),
  /** Account and days, with the code of the refusal and what its text names. */
  refused: z.array(z.object({ number: z.string(), code: z.string(), details: z.record(z.string(), z.union([z.string(), z.number()])) })),
})

export const previewHeldBill = endpoint({
  method: 'GET',
  path: '/prod-api/business/heldBill/preview/:heldNo',
  permission: 'billing:heldBill:query',
  summary: 'What a held bill would be by what is known now; refused with the reason where it is still held. Nothing is issued',
  request: z.object({ heldNo: RowId }),
  response: z.object({
    periodFrom: LocalDate,
    periodTo: LocalDate,
    dueOn: LocalDate,
    litres: z.int(),
    amountMinor: z.int(),
    vatMinor: z.int(),
    totalMinor: z.int(),
    volumes: z.array(BillVolume),
    lines: z.array(BillLine),
  }),
})

export type HeldBill = RowOf<typeof heldBills>
const held = {
  entity: 'HeldBill',
  id: 'heldNo',
  path: '/prod-api/business/heldBill',
  key: { accountNo: AccountNo, billId: z.uuid() },
} as const
const onEach = {
  isOffered: ({ status }: HeldBill): boolean => status === HeldBillStatus.enum.held,
  isForMany: true,
  isEach: true,
} as const

/** Decided in the stream of the account's money. */
export const heldBillIssues = commandsOn<HeldBill>()(
  { ...held, permission: 'billing:heldBill:issue', response: Answered.extend({ billNo: z.int() }) },
  {
    issue: {
      ...onEach,
      command: 'IssueBill',
      summary: 'Issue held bills, once what was missing is known; `billNo` is the last one that was issued',
      given: IssueBill.omit({ type: true, accountNo: true, billId: true }).shape,
      typed: {},
      event: 'billing.BillIssued',
      isEventElsewhere: true,
      icon: 'money',
    },
  },
)
/** Decided in that of held bills. */
export const heldBillDismissals = commandsOn<HeldBill>()(
  { ...held, permission: 'billing:heldBill:dismiss', response: Answered },
  {
    dismiss: {
      ...onEach,
      summary: 'Leave the days of held bills to the next ordinary bill of their accounts',
      typed: { reason: lines(200).min(1) },
      event: 'billing.HeldBillDismissed',
      recorded: { reason: lines(200).min(1) },
      icon: 'cancel',
    },
  },
)
export const { issueHeldBill } = heldBillIssues.calls
export const { dismissHeldBill } = heldBillDismissals.calls
export type HeldBillCommand = z.infer<typeof HoldBill> | GivenTo<typeof heldBillDismissals>

/** In the order of their buttons. */
export const heldBillCommands: readonly NamedCommand<HeldBill>[] = [...heldBillIssues.list, ...heldBillDismissals.list]
