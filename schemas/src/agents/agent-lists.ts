import { z } from 'zod'
import { PersonName } from '../shared/actors.ts'
import { defineResource, logVerbs } from '../shared/resource.ts'
import { lines, text } from '../shared/text.ts'
import { AccountNo, Instant, MeterNumber } from '../shared/values.ts'
import { SaleKind, SaleStatus, SettledPeriod } from './agent-money.ts'

/** The agent, named as people of the staff are. */
const agent = { schema: PersonName.nullable(), filter: 'equals', filterMax: 100 } as const
const userId = { schema: z.int().positive(), filter: 'equals', isLarge: true } as const

/** Sales of agents: what was sold, to which account, and what the agent earned. */
export const agentSales = defineResource({
  name: 'agentSale',
  texts: 'agents',
  noun: 'sale of an agent',
  path: '/prod-api/business/agentSale',
  permission: 'agents:sale',
  verbs: logVerbs,
  id: 'saleNo',
  table: 'views.agent_sales',
  scope: 'own',
  fields: {
    saleId: { schema: z.uuid(), filter: 'equals' },
    userId,
    agent,
    kind: { schema: SaleKind, filter: 'equals', dictionary: 'agent_sale_kind' },
    status: { schema: SaleStatus, filter: 'equals', dictionary: 'agent_sale_status' },
    accountNo: { schema: AccountNo, filter: 'contains' },
    meterNo: { schema: MeterNumber.nullable(), filter: 'contains' },
    amountMinor: { schema: z.int(), isLarge: true },
    commissionMinor: { schema: z.int(), isLarge: true },
    /** Why nothing was sold: the code of a refusal. */
    reasonCode: { schema: text(64) },
    createTime: { schema: Instant },
  },
  totals: { fields: ['amountMinor', 'commissionMinor'] },
  menu: {
    directory: 'payment',
    place: 60,
    path: 'agentSales',
    component: 'agents/sales',
    icon: 'cash',
    titles: { en: 'Sales of agents', 'zh-CN': '代理商销售', fr: 'Ventes des agents', id: 'Penjualan agen' },
    audience: 'tenant',
  },
  screen: {
    columns: ['agent', 'accountNo', 'kind', 'status', 'amountMinor', 'commissionMinor', 'createTime'],
    moreColumns: ['meterNo', 'reasonCode'],
    filters: ['agent', 'accountNo', 'kind', 'status', 'createdWithin'],
    onPhone: ['agent', 'amountMinor', 'accountNo', 'status'],
    title: 'accountNo',
  },
})

const { since: _, settlementNumber: __, ...sums } = SettledPeriod.shape
const figure = <const Name extends keyof typeof sums>(name: Name) => ({ schema: sums[name], isLarge: true }) as const

/** Settlements of agents: receipts that add up from opening to closing, of the float and of the commission. */
export const agentSettlements = defineResource({
  name: 'agentSettlement',
  texts: 'agents',
  noun: 'settlement of an agent',
  path: '/prod-api/business/agentSettlement',
  permission: 'agents:settlement',
  verbs: logVerbs,
  id: 'settlementNo',
  table: 'views.agent_settlements',
  scope: 'own',
  fields: {
    settlementId: { schema: z.uuid() },
    userId,
    agent,
    settlementNumber: { schema: SettledPeriod.shape.settlementNumber, isLarge: true },
    since: { schema: Instant.nullable(), isUnsortable: true },
    openingMinor: figure('openingMinor'),
    rechargedMinor: figure('rechargedMinor'),
    soldMinor: figure('soldMinor'),
    sales: figure('sales'),
    reversedMinor: figure('reversedMinor'),
    paidToFloatMinor: figure('paidToFloatMinor'),
    closingMinor: figure('closingMinor'),
    unpaidOpeningMinor: figure('unpaidOpeningMinor'),
    earnedMinor: figure('earnedMinor'),
    takenBackMinor: figure('takenBackMinor'),
    paidOutMinor: figure('paidOutMinor'),
    unpaidClosingMinor: figure('unpaidClosingMinor'),
    remark: { schema: lines(100) },
    createTime: { schema: Instant },
  },
  totals: { fields: ['rechargedMinor', 'soldMinor', 'earnedMinor', 'paidOutMinor'] },
  menu: {
    directory: 'payment',
    place: 61,
    path: 'agentSettlements',
    component: 'agents/settlements',
    icon: 'receipt',
    titles: { en: 'Settlements of agents', 'zh-CN': '代理商结算', fr: 'Décomptes des agents', id: 'Penyelesaian agen' },
    audience: 'tenant',
  },
  screen: {
    columns: ['agent', 'settlementNumber', 'openingMinor', 'rechargedMinor', 'soldMinor', 'earnedMinor', 'closingMinor', 'createTime'],
    moreColumns: ['reversedMinor', 'paidToFloatMinor', 'paidOutMinor', 'unpaidClosingMinor', 'remark'],
    filters: ['agent', 'createdWithin'],
    onPhone: ['agent', 'closingMinor', 'soldMinor', 'createTime'],
    title: 'settlementNumber',
  },
})
