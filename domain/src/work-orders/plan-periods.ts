import type { PlanRecurrence } from '@nightflow/schemas/work-orders/order-plan'

const dayMilliseconds = 86_400_000
const monthsOf = { monthly: 1, quarterly: 3, yearly: 12 } as const

type Plan = { startsOn: string; endsOn: string | null; recurrence: PlanRecurrence; madeFor: string | null }

const dayAt = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** The begin of the nth period, from 0. A month that lacks the day begins on its last one, and the next month on the day again. */
export const periodAt = ({ startsOn, recurrence }: Pick<Plan, 'startsOn' | 'recurrence'>, nth: number): string => {
  const start = new Date(`${startsOn}T00:00:00Z`)
  if (recurrence === 'weekly') return dayAt(start.getTime() + nth * 7 * dayMilliseconds)
  const month = start.getUTCMonth() + nth * monthsOf[recurrence]
  const lastDay = new Date(Date.UTC(start.getUTCFullYear(), month + 1, 0)).getUTCDate()
  return dayAt(Date.UTC(start.getUTCFullYear(), month, Math.min(start.getUTCDate(), lastDay)))
}

/**
 * The period of which a plan has to make its orders on a day: the newest that has begun, where it has none yet. Earlier ones that were missed, such as those of
 * a pause, are left out: their work is that of the newest.
 */
export const duePeriod = (plan: Plan, today: string): string | undefined => {
  const until = plan.endsOn !== null && plan.endsOn < today ? plan.endsOn : today
  if (plan.startsOn > until) return undefined
  const days = (Date.parse(until) - Date.parse(plan.startsOn)) / dayMilliseconds
  const shortest = plan.recurrence === 'weekly' ? 7 : 28 * monthsOf[plan.recurrence]
  let nth = Math.floor(days / shortest)
  while (periodAt(plan, nth) > until) nth -= 1
  const period = periodAt(plan, nth)
  return plan.madeFor !== null && plan.madeFor >= period ? undefined : period
}
