/** Refusals about alarm rules. */
export const alarmRejections = {
  'alarm-unknown': 404,
  'alarm-over': 409,
  'alarm-rule-scope': 400,
  'alarm-rule-threshold': 400,
  'alarm-rule-clear-at': 400,
  'alarm-rule-hours': 400,
  'alarm-rule-escalation': 400,
  'alarm-rules-full': 409,
} as const
