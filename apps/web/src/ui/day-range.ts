import { z } from 'zod'
import { addDays } from '#ui/local-days.ts'

export const presetDays = [7, 30, 90] as const
export type PresetDays = (typeof presetDays)[number]

const Day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)

/** The days a screen shows, in the URL: either the last so many, or from..to. A damaged link falls back to the default. */
export const dayRangeSearch = {
  days: z
    .union([z.literal(7), z.literal(30), z.literal(90)])
    .optional()
    .catch(undefined),
  from: Day.optional().catch(undefined),
  to: Day.optional().catch(undefined),
}
export type DayRangeChoice = { days?: PresetDays | undefined; from?: string | undefined; to?: string | undefined }

/** The days to show: presets end on the last day there is data for, so that history is not an empty screen. */
export function resolveRange(choice: DayRangeChoice, lastDay: string, defaultDays: PresetDays = 30): { from: string; to: string } {
  if (choice.from && choice.to && choice.from <= choice.to) return { from: choice.from, to: choice.to }
  return { from: addDays(lastDay, 1 - (choice.days ?? defaultDays)), to: lastDay }
}
