import { z } from 'zod'
import { zoomSearch } from '#ui/chart/zoom-in-link.ts'
import { type DayRangeChoice, dayRangeSearch } from '#ui/day-range.ts'
import { word } from '#ui/screen-entry.ts'

/** All that an address says of an investigation. */
export const investigationSearch = {
  partition: word,
  /** The partition that is laid over the shown one. */
  with: word,
  /** The first day of the period that is laid over the shown one. */
  against: dayRangeSearch.from,
  /** The chosen mark. */
  mark: word,
  /** The day whose hours and meters are shown. */
  day: dayRangeSearch.from,
  view: z.literal('report').optional().catch(undefined),
  ...dayRangeSearch,
  ...zoomSearch,
}

export type InvestigationChoice = DayRangeChoice & {
  partition?: string | undefined
  with?: string | undefined
  against?: string | undefined
  mark?: string | undefined
  day?: string | undefined
  view?: 'report' | undefined
}
