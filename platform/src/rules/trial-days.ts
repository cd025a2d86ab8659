import { trialDays } from '@nightflow/schemas/platform/account-rules'

const dayMilliseconds = 86_400_000

/** Is the trial over, as a condition of SQL; `tenants` is what the statement calls the table. */
export const isTrialOver = (tenants: string): string =>
  `(${tenants}.kind = 'trial' and now() >= ${tenants}.created_at + make_interval(days => ${trialDays}))`

/** Whole days that a trial has left; null for other tenants. */
export const trialDaysLeft = ({ kind, createdAt }: { kind: string; createdAt: Date }): number | null =>
  kind === 'trial' ? Math.max(0, trialDays - Math.floor((Date.now() - createdAt.getTime()) / dayMilliseconds)) : null
