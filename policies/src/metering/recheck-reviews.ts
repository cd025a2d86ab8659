import { calendarOf, dayOfDate } from '@nightflow/domain/shared/local-time'
import { withTenant } from '@nightflow/event-log/postgres/database'
import { listTenants } from '@nightflow/platform/tenants/tenants'
import { type ReviewPlace, readChangedReviews } from '@nightflow/projections/metering/changed-reviews'
import { readDaysOfMeters } from '@nightflow/projections/metering/days-to-validate'
import { readValidation } from '@nightflow/projections/metering/review-queries'
import type { Pool } from 'pg'
import { type Condition, definePolicy } from '../shared/define-policy.ts'
import { questionDay } from './question-day.ts'

const everyMilliseconds = 60_000
/** Days of a tenant that are compared in one search: a few hundredths of a second. The next search goes on from there. */
const reviewsAtOnce = 2_000
const fromTheFirst: ReviewPlace = { day: '', number: '' }

/**
 * When readings of a judged day come or go, judge it again. A day that a person estimated waits once more, with both volumes; one that was missing
 * and is known now is resolved. The passes of validation look at each day twice and not later.
 */
export const recheckReviews = (every = everyMilliseconds) => {
  const places = new Map<string, ReviewPlace>()
  return definePolicy({
    name: 'metering/recheck-reviews',
    actor: 'policy:validation',
    conditions: { everyMilliseconds: every, find: ({ pool, now }) => findChanged(pool, now, places) },
  })
}

async function* findChanged(pool: Pool, now: Date, places: Map<string, ReviewPlace>): AsyncGenerator<Condition> {
  for (const { code, timeZone } of await listTenants(pool)) {
    const after = places.get(code) ?? fromTheFirst
    const { changed, last } = await withTenant(pool, code, (database) => readChangedReviews(database, { after, limit: reviewsAtOnce }))
    places.set(code, last ?? fromTheFirst)
    if (changed.length === 0) continue
    const { thresholds } = await withTenant(pool, code, readValidation)
    const today = calendarOf(timeZone).dayOf(now.getTime())
    for (const [day, meters] of Map.groupBy(changed, (place) => place.day)) {
      const numbers = meters.map(({ number }) => number)
      const isLate = dayOfDate(day) < today - thresholds.missingDays
      yield {
        tenant: code,
        key: day,
        react: async ({ execute, signal }) => {
          for (const meter of await withTenant(pool, code, (database) => readDaysOfMeters(database, { day, numbers }))) {
            signal.throwIfAborted()
            await questionDay(execute, meter, { day, thresholds, isLate })
          }
        },
      }
    }
  }
}
