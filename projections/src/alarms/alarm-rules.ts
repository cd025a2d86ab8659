import { alarmRules as resource } from '@nightflow/schemas/alarms/alarm-rule'
import { alarmRuleCommands } from '@nightflow/schemas/alarms/alarm-rule-calls'
import type { HistoryPage } from '@nightflow/schemas/shared/history'
import { InUse } from '@nightflow/schemas/shared/lists'
import type { PoolClient } from 'pg'
import { z } from 'zod'
import { casesOf, defineEntity } from '../projector/entity.ts'
import { readHistory } from '../projector/entity-history.ts'
import { recordRows } from '../projector/record-rows.ts'

const rows = recordRows(resource)
type Row = NonNullable<ReturnType<typeof rows.changed>>

/** Every alarm rule; one that was removed stays, marked, for its history. */
export const alarmRules = defineEntity({
  name: 'alarms/alarm-rules',
  version: 1,
  table: 'alarm_rules',
  key: ['ruleId'],
  row: rows.row,
  indexes: { id: '(tenant, alarm_rule_id)' },
  evolve: {
    'alarms.AlarmRuleAdded': rows.added,
    'alarms.AlarmRuleChanged': rows.changed,
    'alarms.AlarmRuleRemoved': (seen) => seen && { ...seen, isRemoved: true },
    ...casesOf(alarmRuleCommands.becomes, (row: Row, change) => ({ ...row, ...change })),
  },
  history: {
    sentences: 'alarms:alarmRule',
    steps: {
      'alarms.AlarmRuleAdded': { step: 'added' },
      'alarms.AlarmRuleChanged': { step: 'changed', tell: rows.changes },
      'alarms.AlarmRuleRemoved': { step: 'removed' },
      ...alarmRuleCommands.steps,
    },
  },
})

/** The history of one alarm rule, newest first. */
export const findAlarmRuleHistory = (database: PoolClient, ruleId: string, page: HistoryPage) =>
  readHistory(database, alarmRules.entity, { ruleId }, page)

/** Rules of a utility that are evaluated, and those that it may have. */
export const alarmRulesMax = 200

const columns = `rule_id as "ruleId", rule_name as "ruleName", event_type as "eventType", severity, meter_no as "meterNo",
  meter_group_id::float8 as "meterGroupId", partition_id as "partitionId", account_no as "accountNo", threshold, clear_at as "clearAt",
  delay_minutes::int as "delayMinutes", is_auto_cleared as "isAutoCleared", weekdays, from_hour::int as "fromHour", to_hour::int as "toHour", suppressions,
  recipients, channels, escalate_minutes::int as "escalateMinutes", escalate_to as "escalateTo", status, remark`

/** The rules of a tenant that are in use. */
export const enabledAlarmRules = async (database: PoolClient) => {
  const { rows: stored } = await database.query(
    `select ${columns} from views.alarm_rules where not is_removed and status = '${InUse.enum.enabled}' order by alarm_rule_id limit ${alarmRulesMax}`,
  )
  return z.array(resource.form).parse(stored)
}

export const countAlarmRules = async (database: PoolClient): Promise<number> => {
  const { rows: counted } = await database.query<{ count: number }>(
    'select count(*)::int as count from views.alarm_rules where not is_removed',
  )
  return counted[0]!.count
}

/** A rule by its identifier, in use or not; undefined where there is none. */
export const findAlarmRule = async (database: PoolClient, ruleId: string) => {
  const { rows: stored } = await database.query(`select ${columns} from views.alarm_rules where rule_id = $1`, [ruleId])
  return stored[0] === undefined ? undefined : resource.form.parse(stored[0])
}
