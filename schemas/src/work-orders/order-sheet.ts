import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { Language } from '../shared/language.ts'
import { RowId } from '../shared/lists.ts'
import { workOrders } from './work-order.ts'

export const orderSheet = endpoint({
  method: 'GET',
  path: `${workOrders.path}/sheet/:workOrderNo`,
  permission: 'work-orders:workOrder:query',
  summary:
    'A work order as PDF of one page for the crew: place, origin, checklist, lines for readings, times and parts, signatures and a code',
  envelope: 'file',
  fileTypes: ['application/pdf'],
  request: z.object({
    workOrderNo: RowId,
    language: Language.optional().meta({ description: 'the language of the sheet; the reader’s unless given' }),
    address: z
      .url({ protocol: /^https?$/ })
      .max(300)
      .optional()
      .meta({ description: 'where the browser opens the order, for the code of the sheet; there is no code without it' }),
  }),
  response: z.object({}),
})
