import { formatText } from '@nightflow/schemas/shared/format-texts'
import type { z } from 'zod'

/**
 * The answer as its schema reads it, undefined where it is none. Rows share their fields with the forms that write them, and the rules of a
 * form have changed: a text that was stored before a rule existed must not make a whole list unreadable. So a value that has the right type
 * and breaks a rule is shown as it came.
 */
export function readAnswer<Response extends z.ZodType>(schema: Response, body: unknown): { answer: z.output<Response> } | undefined {
  const parsed = schema.safeParse(body)
  if (parsed.success) return { answer: parsed.data }
  return parsed.error.issues.some(isUnreadable) ? undefined : { answer: body as z.output<Response> }
}

/** Screens compute with dates and zones, and every other text they show. */
const computedWith = new Set(['datetime', 'date', 'time'])

function isUnreadable(issue: z.core.$ZodIssue): boolean {
  if (issue.code === 'invalid_union') return issue.errors.every((alternative) => alternative.some(isUnreadable))
  if (issue.code === 'custom') return issue.message === formatText('time-zone')
  if (issue.code === 'invalid_format') return computedWith.has(issue.format)
  return issue.code !== 'too_big' && issue.code !== 'too_small'
}
