/** Refusals about agents and their sales. */
export const agentRejections = {
  'agent-float-short': 409,
  'agent-over-sale-limit': 409,
  'agent-over-day-limit': 409,
  'agent-sale-id-used': 409,
  'agent-sale-not-sold': 409,
  'agent-sales-open': 409,
  'agent-commission-short': 409,
  'agent-meter-missing': 400,
} as const
