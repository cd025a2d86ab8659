import * as reports from '@nightflow/projections/agents/agent-statements'
import { agentStatements } from '@nightflow/schemas/agents/agent-report'
import { reportRoutes } from '../resource/report-routes.ts'

export const agentReportRoutes = reportRoutes(agentStatements, {
  fileName: 'agent-statements',
  page: (database, { filter, span, page }) => reports.listAgentStatements(database, { ...filter, ...page }, span),
  rows: (database, { filter, span }) => reports.scanAgentStatements(database, filter, span),
  chart: (database, { filter, span }) => reports.agentPoints(database, filter, span),
  totals: (database, { filter, span }) => reports.sumAgentStatements(database, filter, span),
})
