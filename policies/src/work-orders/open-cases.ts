import { leakCaseDecider } from '@nightflow/domain/work-orders/leak-case-decider'
import { withTenant } from '@nightflow/event-log/postgres/database'
import { listTenants } from '@nightflow/platform/tenants/tenants'
import { type DueDetection, detectionsWithoutCase, endedDetectionsOfCases } from '@nightflow/projections/joined/cases-due'
import { caseOfDetection } from '@nightflow/projections/work-orders/order-queries'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import { type CaseDetection, CaseSource } from '@nightflow/schemas/work-orders/leak-case'
import type { LeakCaseCommand } from '@nightflow/schemas/work-orders/leak-case-calls'
import type { Pool } from 'pg'
import { type Condition, definePolicy, type Reaction } from '../shared/define-policy.ts'

/** Detections are recorded once a day; a case that is some minutes late loses nothing. */
const everyMilliseconds = 120_000
const dayMilliseconds = 86_400_000

/** When the flow shows a new leak, open its case; when the leak grows or ends, tell the case. */
export const openCases = (every = everyMilliseconds) =>
  definePolicy({
    name: 'work-orders/open-cases',
    actor: 'policy:leak-cases',
    conditions: { everyMilliseconds: every, find: ({ pool, now }) => findDue(pool, now) },
  })

async function* findDue(pool: Pool, now: Date): AsyncGenerator<Condition> {
  for (const { code: tenant } of await listTenants(pool)) {
    const found = await withTenant(pool, tenant, async (database) => ({
      due: await detectionsWithoutCase(database, now),
      ended: await endedDetectionsOfCases(database),
    }))
    for (const due of oneOfEachLeak(found.due)) yield { tenant, key: keyOf(due), react: (reaction) => record(reaction, due) }
    for (const { caseId, detection } of found.ended)
      yield { tenant, key: `${caseId}/${detection.number}`, react: (reaction) => execute(reaction, growing(caseId, detection)) }
  }
}

const keyOf = ({ partitionId, detection }: DueDetection): string => `${partitionId}/${detection.number}/${detection.startedAt}`

/** A leak that several levels of a cascade show at once is one: the deepest, which comes first. */
const oneOfEachLeak = (due: readonly DueDetection[]): DueDetection[] => {
  const kept: DueDetection[] = []
  for (const one of due) {
    const isSeenBelow = kept.some(
      (other) =>
        other.rootId === one.rootId &&
        (other.partitionId === one.partitionId || other.level !== one.level) &&
        Math.abs(Date.parse(other.detection.startedAt) - Date.parse(one.detection.startedAt)) <= dayMilliseconds,
    )
    if (one.continuedCase !== null || !isSeenBelow) kept.push(one)
  }
  return kept
}

const growing = (caseId: string, detection: CaseDetection): LeakCaseCommand => ({ type: 'GrowLeakCase', caseId, detection })

const record = (reaction: Reaction, { partitionId, detection, continuedCase }: DueDetection): Promise<void> => {
  if (continuedCase !== null) return execute(reaction, growing(continuedCase, detection))
  const { startedAt, detectedAt: awareAt } = detection
  return execute(reaction, {
    type: 'OpenLeakCase',
    caseId: caseOfDetection(reaction.tenant, partitionId, detection),
    source: CaseSource.enum.policy,
    ...{ partitionId, detection, startedAt, awareAt, alarmId: null, meterNo: null, remark: '' },
  })
}

const execute = async (reaction: Reaction, command: LeakCaseCommand): Promise<void> => {
  const result = await reaction.execute(leakCaseDecider, command)
  if (result !== 'done-before' && isRejection(result)) throw new TypeError(`the case ${command.caseId} was rejected: ${result.rejected}`)
}
