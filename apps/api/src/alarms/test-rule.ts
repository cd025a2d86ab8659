import { countTrials, type RuleTransition } from '@nightflow/domain/alarms/evaluate-rule'
import { refuseRule } from '@nightflow/domain/alarms/rule-values'
import { namesOfSubjects } from '@nightflow/projections/alarms/rule-subjects'
import { observe, trialOf } from '@nightflow/projections/joined/rule-observations'
import { ruleMeasures } from '@nightflow/schemas/alarms/rule-measures'
import { type testAlarmRule, testLimits } from '@nightflow/schemas/alarms/test-rule'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import type { Rejection } from '@nightflow/schemas/shared/rejections'
import type { RequestContext } from '../http/request-context.ts'
import { tenantOfCaller } from '../http/tenant-of-caller.ts'

/** A rule under test has no name and no people yet. */
const unset = { ruleId: '', ruleName: '', recipients: [], channels: [], escalateMinutes: null, escalateTo: [] }

/** The alarms that a rule would have raised, by the function that raises them, over the read models. */
export const testRule = async (
  { days, ...typed }: RequestOf<typeof testAlarmRule>,
  context: RequestContext,
): Promise<ResponseOf<typeof testAlarmRule> | Rejection> => {
  const rule = { ...unset, ...typed }
  const refusal = refuseRule(rule)
  if (refusal) return refusal
  const { timeZone } = await tenantOfCaller(context)
  const now = Date.now()
  const most = Math.min(testLimits.subjects, Math.floor(testLimits.daysOfSubjects / days))
  return context.read(async (database) => {
    const { observed, isCut } = await observe(database, rule, { days, now, most, timeZone })
    const trials = observed.map((one) => trialOf(rule, one))
    const listed = trials
      .flatMap(({ subject, transitions }) => pairs(transitions).map((alarm) => ({ subject, ...alarm })))
      .sort((one, other) => other.at - one.at)
      .slice(0, testLimits.listed)
    const names = await namesOfSubjects(
      database,
      listed.map(({ subject }) => subject),
    )
    return {
      ...{ days, tested: observed.length, isCut, isOfNow: !ruleMeasures[rule.eventType].hasHistory },
      ...countTrials(trials),
      listed: listed.map(({ subject, at, value, clearedAt }) => ({
        ...{ subject, pointName: names.get(subject) ?? subject, raisedAt: new Date(at).toISOString(), value },
        clearedAt: clearedAt === undefined ? null : new Date(clearedAt).toISOString(),
      })),
    }
  })
}

/** Each alarm with its end, where it has one. */
const pairs = (transitions: readonly RuleTransition[]) =>
  transitions.flatMap(({ kind, at, value }, index) => (kind === 'raised' ? [{ at, value, clearedAt: transitions[index + 1]?.at }] : []))
