import type { Route } from '../http/serve.ts'
import { caseOfOrderRoutes } from './case-from.ts'
import { fieldReportRoutes } from './field-reports.ts'
import { leakCaseRoutes } from './leak-cases.ts'
import { orderFileRoutes } from './order-files.ts'
import { orderSheetRoute } from './order-sheet.ts'
import { publicRequestRoutes } from './public-requests.ts'
import { shutOffRoutes } from './shut-off.ts'
import { workOrderRoutes } from './work-orders.ts'

export const workOrdersRoutes: readonly Route[] = [
  ...workOrderRoutes,
  ...leakCaseRoutes,
  ...fieldReportRoutes,
  ...orderFileRoutes,
  orderSheetRoute,
  ...publicRequestRoutes,
  ...shutOffRoutes,
  ...caseOfOrderRoutes,
]
