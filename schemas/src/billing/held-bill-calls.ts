import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { RowId } from '../shared/lists.ts'
import type { NamedCommand } from '../shared/named-command.ts'
import type { RowOf } from '../shared/resource.ts'
import { lines } from '../shared/text.ts'
import type { heldBills } from './held-bill.ts'

export const issueHeldBill = endpoint({
  method: 'PUT',
  path: '/prod-api/business/heldBill/issue/:heldNo',
  permission: 'billing:heldBill:issue',
  summary: 'Issue a held bill, once what was missing is known',
  request: z.object({ heldNo: RowId }),
  response: z.object({ billNo: z.int() }),
})

export const dismissHeldBill = endpoint({
  method: 'PUT',
  path: '/prod-api/business/heldBill/dismiss/:heldNo',
  permission: 'billing:heldBill:dismiss',
  summary: 'Leave the days of a held bill to the next ordinary bill',
  request: z.object({ heldNo: RowId, reason: lines(200).min(1) }),
  response: z.object({}),
})

type HeldBill = RowOf<typeof heldBills>
const isHeld = ({ status }: HeldBill): boolean => status === '0'
export const heldBillCommands: readonly NamedCommand<HeldBill>[] = [
  { name: 'issue', endpoint: issueHeldBill, icon: 'money', isOffered: isHeld },
  { name: 'dismiss', endpoint: dismissHeldBill, icon: 'cancel', isOffered: isHeld },
]
