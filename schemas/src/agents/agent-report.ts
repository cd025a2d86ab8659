import { z } from 'zod'
import { PersonName } from '../shared/actors.ts'
import { texts } from '../shared/language.ts'
import { RowId } from '../shared/lists.ts'
import { defineReport } from '../shared/report.ts'
import { StatementLine, StatementUnit } from './agent-statement.ts'

const { period, ...figures } = StatementLine.shape

export const AgentStatementRow = z.object({
  /** Agent and period, which identify the row. */
  lineNo: z.string(),
  period,
  agent: PersonName.nullable(),
  userId: z.int(),
  ...figures,
})
export type AgentStatementRow = z.infer<typeof AgentStatementRow>

/** Statements of agents: each day or month from opening to closing, which is the opening of the next one. */
export const agentStatements = defineReport({
  name: 'agentStatements',
  texts: 'agents',
  path: '/prod-api/business/agentStatement',
  permission: 'agents:settlement:list',
  exportPermission: 'agents:settlement:export',
  summary: 'The money of agents by day or month, from opening to closing, with the commission earned and paid',
  noun: 'row',
  id: 'lineNo',
  row: AgentStatementRow,
  filter: { unit: StatementUnit.optional(), userId: RowId.optional() },
  totals: ['rechargedMinor', 'soldMinor', 'reversedMinor', 'paidToFloatMinor', 'earnedMinor', 'takenBackMinor', 'paidOutMinor'],
  days: { usual: 31, max: 3_660, last: 'today' },
  chart: { values: ['soldMinor', 'earnedMinor'] },
  columns: [
    ...(['period', 'agent', 'openingMinor', 'rechargedMinor', 'soldMinor', 'sales', 'reversedMinor', 'paidToFloatMinor'] as const),
    ...(['closingMinor', 'earnedMinor', 'takenBackMinor', 'paidOutMinor', 'unpaidMinor'] as const),
  ],
  onPhone: ['period', 'closingMinor', 'agent', 'soldMinor'],
  filters: ['unit'],
  source: { screen: 'agents/sales', search: { agent: 'agent' }, within: 'period' },
  menu: {
    directory: 'report',
    place: 55,
    path: 'agentStatements',
    component: 'reports/agent-statements',
    icon: 'receipt',
    titles: texts('Statements of agents', '代理商对账单', 'Relevés des agents', 'Rekening koran agen'),
  },
})
