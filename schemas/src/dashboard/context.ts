import { type Context, callsOfModules } from '../shared/context.ts'
import { callsOfReports } from '../shared/report.ts'
import * as calls from './endpoints.ts'
import * as useReports from './use-reports.ts'

const { intervalUse, dailyUse, groupUse, readingRates } = useReports

export const dashboard = {
  calls: { ...callsOfModules(calls, useReports), ...callsOfReports(intervalUse, dailyUse, groupUse, readingRates) },
} satisfies Context
