import { validationDecider } from '@nightflow/domain/metering/validation-decider'
import { calendarOf, dateOfDay, dayOfDate, hourMilliseconds } from '@nightflow/domain/shared/local-time'
import { withTenant } from '@nightflow/event-log/postgres/database'
import { listTenants } from '@nightflow/platform/tenants/tenants'
import { type MetersToValidate, readDaysToValidate } from '@nightflow/projections/metering/days-to-validate'
import { isDayDelivered } from '@nightflow/projections/metering/is-day-delivered'
import { readValidation } from '@nightflow/projections/metering/review-queries'
import type { ValidationPass, ValidationThresholds } from '@nightflow/schemas/metering/validation-thresholds'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import type { Pool } from 'pg'
import { type Condition, definePolicy, type Reaction } from '../shared/define-policy.ts'
import { questionDay } from './question-day.ts'

/** The first days of a utility are validated soon after they were sent. */
const everyMilliseconds = 60_000
/** Local hours after midnight in which gateways deliver what they kept over the night. */
const hoursAfterMidnight = 6
/** Days that are validated after a stop; older ones have been billed or forgotten. */
const daysOfCatchingUp = 7
/** About a megabyte of days at a time. */
const metersAtOnce = 500

/** When a local day is over, compare every meter's volume with the rules of validation and record what breaks one. */
export const validateDays = (every = everyMilliseconds) =>
  definePolicy({
    name: 'metering/validate-days',
    actor: 'policy:validation',
    conditions: { everyMilliseconds: every, find: ({ pool, now }) => findDays(pool, now) },
  })

async function* findDays(pool: Pool, now: Date): AsyncGenerator<Condition> {
  for (const { code, timeZone } of await listTenants(pool)) {
    const { thresholds, validatedUntil } = await withTenant(pool, code, readValidation)
    const over = calendarOf(timeZone).dayOf(now.getTime() - hoursAfterMidnight * hourMilliseconds) - 1
    const passes = [
      ['first', over],
      ['late', over - thresholds.missingDays],
    ] as const
    for (const [pass, last] of passes) {
      const until = validatedUntil(pass)
      const first = until === null ? last : Math.max(dayOfDate(until) + 1, last - daysOfCatchingUp)
      for (let day = first; day <= last; day += 1) {
        const date = dateOfDay(day)
        // A day that is not delivered when the next one is over is validated as it is, but not while the first history is sent.
        if ((day === over || until === null) && !(await withTenant(pool, code, (database) => isDayDelivered(database, date)))) continue
        yield { tenant: code, key: `${pass}/${date}`, react: (reaction) => validateDay(pool, reaction, { pass, day: date, thresholds }) }
      }
    }
  }
}

type Validated = { pass: ValidationPass; day: string; thresholds: ValidationThresholds }

/** The decider leaves out findings that are known, so that a validation that was interrupted starts again from the first meter. */
const validateDay = async (pool: Pool, { tenant, signal, execute }: Reaction, { pass, day, thresholds }: Validated): Promise<void> => {
  let meters = 0
  let questioned = 0
  let afterId: string | undefined = '0'
  while (afterId !== undefined) {
    const range = { day, afterId, limit: metersAtOnce }
    const page: MetersToValidate = await withTenant(pool, tenant, (database) => readDaysToValidate(database, range))
    for (const meter of page.days) {
      signal.throwIfAborted()
      meters += 1
      if (await questionDay(execute, meter, { day, thresholds, isLate: pass === 'late' })) questioned += 1
    }
    afterId = page.lastId
  }
  // A utility without meters has nothing to validate, and no event a day.
  if (meters === 0) return
  const recorded = await execute(validationDecider, { type: 'RecordValidation', pass, day, meters, questioned, thresholds })
  if (recorded !== 'done-before' && isRejection(recorded))
    throw new TypeError(`the validation of ${day} was rejected: ${recorded.rejected}`)
}
