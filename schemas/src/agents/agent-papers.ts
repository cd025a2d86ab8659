import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { Language } from '../shared/language.ts'
import { RowId } from '../shared/lists.ts'

export const settlementReceipt = endpoint({
  method: 'GET',
  path: '/prod-api/business/agentSettlement/receipt/:settlementNo',
  permission: 'agents:settlement:query',
  summary: 'The settlement of an agent as PDF: opening, recharges, sales and closing of the float, and the commission earned and paid',
  envelope: 'file',
  fileTypes: ['application/pdf'],
  request: z.object({
    settlementNo: RowId,
    language: Language.optional().meta({ description: 'the language of the receipt; the reader’s unless given' }),
  }),
  response: z.object({}),
})
