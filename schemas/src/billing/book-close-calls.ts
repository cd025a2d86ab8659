import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { BillMonth } from './bill.ts'
import { TrialBalanceLine } from './book-close.ts'

export const previewClose = endpoint({
  method: 'POST',
  path: '/prod-api/business/ledger/close/preview',
  permission: 'billing:bookClose:add',
  summary: 'The trial balance that the close of a month would keep; nothing is closed',
  request: z.object({ month: BillMonth }),
  response: z.object({ month: BillMonth, trialBalance: z.array(TrialBalanceLine) }),
})
