import { randomUUID } from 'node:crypto'
import { localDay } from '@nightflow/domain/shared/assigned-schemes'
import { calendarOf, dateOfDay, dayOfDate } from '@nightflow/domain/shared/local-time'
import { withTenant } from '@nightflow/event-log/postgres/database'
import { enqueueJob, isWorkedOn } from '@nightflow/platform/jobs/job-queue'
import { defineRun, type JobRun } from '@nightflow/platform/jobs/job-run'
import { writeAsTenant } from '@nightflow/platform/storage/write-as-tenant'
import { findTenant, listTenants } from '@nightflow/platform/tenants/tenants'
import { lastBurnDown } from '@nightflow/projections/billing/burn-down-runs'
import { countPrepaid } from '@nightflow/projections/joined/prepaid-accounts'
import { burnDownJob } from '@nightflow/schemas/billing/job-kinds'
import { type BurnDownParts, burnDown } from './burn-down.ts'

/** By this hour of the utility the readings of the day before have come. */
const readyHours = 3
const hourMilliseconds = 3_600_000

/** The last local day whose readings are expected to be there. */
export const dayToBurnDown = (now: number, timeZone: string): string => {
  const { startOf } = calendarOf(timeZone)
  const today = dayOfDate(localDay(now, timeZone))
  return dateOfDay(now < startOf(today) + readyHours * hourMilliseconds ? today - 2 : today - 1)
}

/** Once a day for each tenant with prepaid accounts. One whose process stopped is found, because its day is not finished. */
export const burnDownRun = (parts: BurnDownParts): JobRun =>
  defineRun({
    kind: burnDownJob,
    run: async ({ tenant, request }, { signal, onProgress }) => {
      const { day } = request
      const found = await findTenant(parts.pool, tenant)
      if (found) await burnDown(parts, { tenant, timeZone: found.timeZone, day }, signal, onProgress)
      return {}
    },
    findLeft: async () => {
      for (const { code, timeZone } of await listTenants(parts.pool)) {
        const day = dayToBurnDown(Date.now(), timeZone)
        const isLeft = await withTenant(parts.pool, code, async (database) => {
          const last = await lastBurnDown(database)
          return (last === null || last < day) && (await countPrepaid(database)) > 0
        })
        if (!isLeft) continue
        await writeAsTenant(parts.pool, code, async (database) => {
          if (await isWorkedOn(database, burnDownJob, day)) return
          await enqueueJob(database, burnDownJob, { id: randomUUID(), actor: 'policy:burn-down', key: day, request: { day } })
        })
      }
    },
  })
