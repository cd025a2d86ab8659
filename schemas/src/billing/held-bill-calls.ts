import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { RowId, RowIds } from '../shared/lists.ts'
import type { NamedCommand } from '../shared/named-command.ts'
import type { RowOf } from '../shared/resource.ts'
import { lines } from '../shared/text.ts'
import { LocalDate } from '../shared/values.ts'
import { BillLine, BillVolume } from './bill.ts'
import { HeldBillStatus, type heldBills } from './held-bill.ts'

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

export const issueHeldBill = endpoint({
  method: 'PUT',
  path: '/prod-api/business/heldBill/issue/:heldNo',
  permission: 'billing:heldBill:issue',
  summary: 'Issue held bills, once what was missing is known; `billNo` is the last one that was issued',
  request: z.object({ heldNo: RowIds }),
  response: Answered.extend({ billNo: z.int() }),
})

export const dismissHeldBill = endpoint({
  method: 'PUT',
  path: '/prod-api/business/heldBill/dismiss/:heldNo',
  permission: 'billing:heldBill:dismiss',
  summary: 'Leave the days of held bills to the next ordinary bill of their accounts',
  request: z.object({ heldNo: RowIds, reason: lines(200).min(1) }),
  response: Answered,
})

export type HeldBill = RowOf<typeof heldBills>
const isHeld = ({ status }: HeldBill): boolean => status === HeldBillStatus.enum.held
export const heldBillCommands: readonly NamedCommand<HeldBill>[] = [
  { name: 'issue', endpoint: issueHeldBill, icon: 'money', isOffered: isHeld, isForMany: true },
  { name: 'dismiss', endpoint: dismissHeldBill, icon: 'cancel', isOffered: isHeld, isForMany: true },
]
