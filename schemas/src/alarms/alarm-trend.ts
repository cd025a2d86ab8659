import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { RowIds } from '../shared/lists.ts'

export const trendDays = 7

export const findAlarmTrends = endpoint({
  method: 'GET',
  path: '/prod-api/report/alarm/processed/trend',
  permission: 'alarms:alarm:read',
  summary: 'The figure of each of these alarms on the last seven days: volume of a meter in litres, or the figure of a partition',
  request: z.object({ alarmProcessedId: RowIds }),
  response: z.object({
    rows: z.array(
      z.object({
        alarmProcessedId: z.int(),
        /** Oldest first; null where a day is not known. Empty for alarms without a figure. */
        values: z.array(z.number().nullable()),
      }),
    ),
  }),
})
