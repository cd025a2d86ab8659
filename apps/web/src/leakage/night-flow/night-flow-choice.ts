import { NightMeasure } from '@nightflow/schemas/leakage/night-statistics'
import { z } from 'zod'
import { zoomSearch } from '#ui/chart/zoom-in-link.ts'
import { type DayRangeChoice, dayRangeSearch } from '#ui/day-range.ts'
import { word } from '#ui/screen-entry.ts'

/** All that an address says of the analysis of nights. */
export const nightFlowSearch = {
  partition: word,
  measure: NightMeasure.optional().catch(undefined),
  /** The day that parts the nights before an event from those after it. */
  event: dayRangeSearch.from,
  cost: z.number().min(0.01).max(1e9).optional().catch(undefined),
  ...dayRangeSearch,
  ...zoomSearch,
}

export type NightFlowChoice = DayRangeChoice & {
  partition?: string | undefined
  measure?: NightMeasure | undefined
  event?: string | undefined
  cost?: number | undefined
}
