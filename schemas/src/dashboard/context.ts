import { type Context, callsOfModules } from '../shared/context.ts'
import * as calls from './endpoints.ts'
import * as useReports from './use-reports.ts'

export const dashboard = {
  calls: callsOfModules(calls, useReports),
} satisfies Context
