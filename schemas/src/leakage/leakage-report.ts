import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { Language } from '../shared/language.ts'
import { PartitionId } from '../shared/values.ts'
import { BalanceMonth } from './water-balance.ts'

export const leakageReport = endpoint({
  method: 'GET',
  path: '/prod-api/business/leakageReport/:partitionId',
  permission: 'leakage:partition:read',
  summary:
    'The leakage of a metering point and month as PDF: figures beside the month before, water balance with bounds, map, alarms and cases for callers who may see them, assumptions, signatures',
  envelope: 'file',
  fileTypes: ['application/pdf'],
  request: z.object({
    partitionId: PartitionId,
    month: BalanceMonth,
    language: Language.optional().meta({ description: 'the language of the report; the reader’s unless given' }),
  }),
  response: z.object({}),
})
