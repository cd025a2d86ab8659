import type { AlarmEvent } from './alarm.ts'

export type RuleScope = 'meterNo' | 'meterGroupId' | 'partitionId' | 'accountNo'

/**
 * The comparison of a rule of an event: the unit of its threshold, the side on which the value is an alarm, and where it may hold. Without a unit the event
 * itself is the alarm, and the rule has no threshold.
 */
export type RuleMeasure = { unit: string | null; isBelow: boolean; scopes: readonly RuleScope[]; hasHistory: boolean }

const ofMeters = ['meterNo', 'meterGroupId', 'partitionId'] as const
const ofPartitions = ['partitionId'] as const
const ofAccounts = ['accountNo'] as const

const happening = (scopes: readonly RuleScope[], hasHistory = true): RuleMeasure => ({ unit: null, isBelow: false, scopes, hasHistory })
const above = (unit: string, scopes: readonly RuleScope[], hasHistory = true): RuleMeasure => ({ unit, isBelow: false, scopes, hasHistory })
const below = (unit: string, scopes: readonly RuleScope[], hasHistory = true): RuleMeasure => ({ unit, isBelow: true, scopes, hasHistory })

/** Of each event the measure of its rules. A share and a ratio have an empty unit. */
export const ruleMeasures: Readonly<Record<AlarmEvent, RuleMeasure>> = {
  'battery-low': happening(ofMeters),
  tamper: happening(ofMeters),
  'meter-leak': happening(ofMeters),
  burst: happening(ofMeters),
  'reverse-flow': happening(ofMeters),
  'meter-silent': above('h', ofMeters),
  'valve-failed': happening(ofMeters),
  'pressure-high': above('kPa', ofMeters),
  'pressure-low': below('kPa', ofMeters),
  'pressure-abrupt': above('kPa', ofMeters),
  'partition-leakage': above('', ofPartitions),
  'partition-night-flow': above('l/h', ofPartitions),
  'partition-kl': above('', ofPartitions),
  'gateway-silent': above('h', [], false),
  'event-set-aside': happening([], false),
  'account-arrears': above('', ofAccounts, false),
  'flow-high': above('l/h', ofMeters),
  'flow-low': below('l/h', ofMeters),
  'partition-detection': above('l/h', ofPartitions),
  'account-balance': below('', ofAccounts, false),
}

export const hasThreshold = (event: AlarmEvent): boolean => ruleMeasures[event].unit !== null
