import { dayOf } from '#ui/local-days.ts'

/** Ages of a backlog, in days since the order was created: below a day, three days, a week, and older. */
export const ages = ['today', 'threeDays', 'week', 'older'] as const
export type Age = (typeof ages)[number]

const dayMilliseconds = 86_400_000

export const ageOf = (createTime: string, now: number): Age => {
  const days = (now - Date.parse(createTime)) / dayMilliseconds
  if (days < 1) return 'today'
  if (days < 3) return 'threeDays'
  return days < 7 ? 'week' : 'older'
}

export const isOverdue = ({ dueDate }: { dueDate: string | null }, now: number, timeZone: string): boolean =>
  dueDate !== null && dueDate < dayOf(now, timeZone)
