/** Refusals about work orders and leak cases. */
export const workOrderRejections = {
  'work-order-unknown': 404,
  'work-order-over': 409,
  'work-order-not-so': 409,
  'work-order-alarms-differ': 400,
  'work-order-meter-missing': 400,
  'work-order-reading-missing': 400,
  'work-order-due-before-plan': 400,
  'work-order-item-unknown': 404,
  'work-order-person-unknown': 400,
  'leak-case-unknown': 404,
  'leak-case-closed': 409,
  'leak-case-not-so': 409,
  'detection-unknown': 404,
  'repair-in-future': 400,
  'repair-before-leak': 400,
} as const
