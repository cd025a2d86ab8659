import { alarmRuleDecider } from '@nightflow/domain/alarms/alarm-rule-decider'
import { builtInRuleDecider } from '@nightflow/domain/alarms/built-in-rule-decider'
import { recordedStoreOf } from '@nightflow/platform/storage/recorded-store'
import { noAlarms, qualityOfBuiltInRules, qualityOfRules } from '@nightflow/projections/alarms/alarm-quality'
import { alarmRulesMax, countAlarmRules, findAlarmRuleHistory } from '@nightflow/projections/alarms/alarm-rules'
import { readBuiltInRules } from '@nightflow/projections/alarms/built-in-rules'
import { refuseScope } from '@nightflow/projections/alarms/rule-subjects'
import type { AlarmRuleValues } from '@nightflow/schemas/alarms/alarm-rule'
import { alarmRuleCommands, listAlarmRuleHistory } from '@nightflow/schemas/alarms/alarm-rule-calls'
import { builtInEvents, findBuiltInRules, hasHours, setBuiltInRule } from '@nightflow/schemas/alarms/built-in-rule'
import { testAlarmRule } from '@nightflow/schemas/alarms/test-rule'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { RowOf } from '@nightflow/schemas/shared/resource'
import type { PoolClient } from 'pg'
import { commandRoutes } from '../http/command-routes.ts'
import { commandsOf } from '../http/commands-of.ts'
import { pagesAfter } from '../http/pages.ts'
import type { RequestContext } from '../http/request-context.ts'
import { ask, query, type Route } from '../http/serve.ts'
import { findEach, recordedRoutes } from '../resource/recorded-routes.ts'
import { testRule } from './test-rule.ts'

const store = recordedStoreOf(resources.alarmRules)
type Row = RowOf<typeof resources.alarmRules>

const withQuality = async (rows: readonly Row[], database: PoolClient): Promise<Row[]> => {
  const quality = await qualityOfRules(
    database,
    rows.map(({ ruleId }) => ruleId),
  )
  return rows.map((row) => ({ ...row, ...(quality.get(row.ruleId) ?? noAlarms) }))
}

/** The things that a rule names must be there, and a utility has so many rules at most. */
const refuse = (values: AlarmRuleValues, { read }: RequestContext, isNew: boolean): Promise<Rejection | undefined> =>
  read(async (database) => {
    if (isNew && (await countAlarmRules(database)) >= alarmRulesMax) return rejected('alarm-rules-full', { most: alarmRulesMax })
    return refuseScope(database, values)
  })

export const alarmRuleResourceRoutes = recordedRoutes(resourceCalls.alarmRules, store, {
  decider: alarmRuleDecider,
  key: 'ruleId',
  enrich: withQuality,
  refuse,
})

const setNumbers = commandsOf(builtInRuleDecider, ({ rule }) => rule ?? null)

export const alarmRuleRoutes: readonly Route[] = [
  ...commandRoutes({ commands: alarmRuleCommands, decider: alarmRuleDecider, find: findEach(store), logged: ['ruleId'] }),
  ask(
    listAlarmRuleHistory,
    ({ alarmRuleId, ...page }, { read }) =>
      read(async (database) => {
        const row = await store.find(database, alarmRuleId)
        return row && findAlarmRuleHistory(database, row.ruleId, page)
      }),
    pagesAfter(500, ({ position }) => ({ before: position as number })),
  ),
  query(findBuiltInRules, async (database) => {
    const rules = await readBuiltInRules(database)
    const quality = await qualityOfBuiltInRules(database)
    return {
      rules: builtInEvents.map((eventType) => ({
        ...{ eventType, ...rules[eventType], hasHours: hasHours(eventType) },
        ...(quality.get(eventType) ?? noAlarms),
      })),
    }
  }),
  setNumbers(setBuiltInRule, { command: (request) => ({ type: 'SetBuiltInRule', ...request }) }),
  ask(testAlarmRule, testRule),
]
