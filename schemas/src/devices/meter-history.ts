import { z } from 'zod'
import { HistoryRow, historyOf, historyPage } from '../shared/history.ts'
import { MeterNumber } from '../shared/values.ts'

export const ListMeterHistory = z.object({ number: MeterNumber, ...historyPage })

/** A line of a meter's history. `isWithdrawn` is true of a correction or a reset that was withdrawn later. */
export const MeterHistoryRow = HistoryRow.extend({ isWithdrawn: z.boolean() })
export type MeterHistoryRow = z.infer<typeof MeterHistoryRow>

export const MeterHistory = historyOf(MeterHistoryRow)
