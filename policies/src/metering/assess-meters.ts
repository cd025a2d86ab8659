import { healthSettingsDecider } from '@nightflow/domain/metering/health-settings-decider'
import type { Health } from '@nightflow/domain/metering/meter-health'
import { meterHealthDecider } from '@nightflow/domain/metering/meter-health-decider'
import { dayOfDate } from '@nightflow/domain/shared/local-time'
import { withTenant } from '@nightflow/event-log/postgres/database'
import { listTenants } from '@nightflow/platform/tenants/tenants'
import { assessMeter } from '@nightflow/projections/metering/assess-meter'
import { lastDayOver, readHealthBases } from '@nightflow/projections/metering/health-bases'
import { readHealthSettings } from '@nightflow/projections/metering/health-settings'
import { isDayDelivered } from '@nightflow/projections/metering/is-day-delivered'
import type { HealthSettings } from '@nightflow/schemas/metering/health-settings'
import { isRejection, type Rejection } from '@nightflow/schemas/shared/rejections'
import type { Pool } from 'pg'
import { type Condition, definePolicy, type Reaction } from '../shared/define-policy.ts'

/** The first days of a utility are assessed soon after they were sent. */
const everyMilliseconds = 60_000
/** Some megabytes of days at a time. */
const metersAtOnce = 250

/**
 * When a local day is over, assess the health of every meter and record what changed. Only the last day is assessed: findings are of the present, and a
 * stop of the service leaves none out that still lasts.
 */
export const assessMeters = (every = everyMilliseconds) =>
  definePolicy({
    name: 'metering/assess-meters',
    actor: 'policy:meter-health',
    conditions: { everyMilliseconds: every, find: ({ pool, now }) => findDays(pool, now) },
  })

async function* findDays(pool: Pool, now: Date): AsyncGenerator<Condition> {
  for (const { code, timeZone } of await listTenants(pool)) {
    const { settings, assessedUntil } = await withTenant(pool, code, readHealthSettings)
    const day = lastDayOver(timeZone, now.getTime())
    if (day <= (assessedUntil ?? '')) continue
    // Without a day in between the meters are silent, which is a finding.
    const isLate = assessedUntil !== null && dayOfDate(day) - dayOfDate(assessedUntil) > 1
    if (!isLate && !(await withTenant(pool, code, (database) => isDayDelivered(database, day)))) continue
    yield { tenant: code, key: day, react: (reaction) => assessDay(pool, reaction, day, settings) }
  }
}

/** The decider leaves out what is recorded, so that an interrupted assessment starts again from the first meter. */
const assessDay = async (pool: Pool, { tenant, signal, execute }: Reaction, day: string, settings: HealthSettings): Promise<void> => {
  let assessed = 0
  let found = 0
  let afterId: string | undefined = '0'
  while (afterId !== undefined) {
    const range: { day: string; afterId: string; limit: number } = { day, afterId, limit: metersAtOnce }
    const page = await withTenant(pool, tenant, async (database) => {
      const { meters, lastId } = await readHealthBases(database, range)
      const healths: { number: string; hadFindings: boolean; isInService: boolean; health: Health }[] = []
      for (const { basis, ...meter } of meters) {
        const health = basis ? await assessMeter(database, { ...meter, basis }, settings) : outOfService
        healths.push({ ...meter, isInService: basis !== null, health })
      }
      return { healths, lastId }
    })
    for (const { number, hadFindings, isInService, health } of page.healths) {
      signal.throwIfAborted()
      if (isInService) assessed += 1
      if (health.findings.length > 0) found += 1
      else if (!hadFindings) continue
      await recorded(execute(meterHealthDecider, { type: 'RecordHealth', number, day, ...health }))
    }
    afterId = page.lastId
  }
  // A utility without meters has nothing to assess, and no event a day.
  if (assessed > 0) await recorded(execute(healthSettingsDecider, { type: 'RecordHealthDay', day, meters: assessed, found }))
}

const recorded = async (execution: Promise<object | Rejection | 'done-before'>): Promise<void> => {
  const result = await execution
  if (result !== 'done-before' && isRejection(result)) throw new TypeError(`health was rejected: ${result.rejected}`)
}

/** A meter that was replaced, removed or moved has no findings any more, and nothing of it goes on. */
const outOfService: Health = {
  findings: [],
  figures: {
    reportingRate: null,
    daysSilent: 0,
    batteryMillivolt: null,
    batteryEndsOn: null,
    daysWithoutUse: null,
    usualDailyLitres: 0,
    reverseLitres: null,
    peakLitresPerHour: null,
    permanentLitresPerHour: null,
    lowFlowShare: null,
    hoursNearPermanent: null,
    ageYears: null,
    registerLitres: null,
    underRegistrationShare: null,
    leakLitresPerHour: null,
    leakSince: null,
    leakLitres: null,
  },
  isLeakKnown: true,
  isLeakOpen: false,
}
