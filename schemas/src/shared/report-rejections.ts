/** Refusals about reports and their schedules. */
export const reportRejections = {
  'export-in-background': 413,
  'report-recipient-unknown': 400,
  'report-filter-wrong': 400,
} as const
