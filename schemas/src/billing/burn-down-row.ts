import { z } from 'zod'
import { defineResource, logVerbs } from '../shared/resource.ts'
import { text } from '../shared/text.ts'
import { AccountNo, Instant } from '../shared/values.ts'
import { billLinesMax } from './bill.ts'
import { DeductedUse } from './burn-down.ts'
import { customerName } from './holder-of-row.ts'

/** The cost of the use of a prepaid account in each month of each holder, and how much of it is still assumed. */
export const burnDowns = defineResource({
  name: 'burnDown',
  texts: 'billing',
  noun: 'burnDown',
  path: '/prod-api/business/burnDown',
  permission: 'billing:burnDown',
  verbs: logVerbs,
  id: 'burnDownNo',
  table: 'views.burn_downs',
  scope: 'own',
  fields: {
    accountNo: { schema: AccountNo, filter: 'contains' },
    customerName,
    contractNo: { schema: z.int(), isLarge: true },
    periodFrom: { schema: text(10) },
    periodTo: { schema: text(10) },
    litres: { schema: z.int(), isLarge: true },
    /** Of these, what was assumed for days that are not known yet. */
    estimatedLitres: { schema: z.int(), isLarge: true },
    estimatedDays: { schema: z.int32() },
    /** The sum of all deductions of the period, with VAT, and how many there were. */
    dueMinor: { schema: z.int(), isLarge: true },
    sequence: { schema: z.int32() },
    lines: { schema: z.array(DeductedUse).max(4 * billLinesMax), isJson: true, isUnsortable: true },
    createTime: { schema: Instant },
  },
  totals: { fields: ['litres', 'dueMinor'] },
  menu: {
    directory: 'billing',
    place: 29,
    path: 'burn-downs',
    component: 'billing/burn-downs',
    icon: 'droplet',
    titles: { en: 'Prepaid use', 'zh-CN': '预付费扣费', fr: 'Consommation prépayée', id: 'Pemakaian prabayar' },
    audience: 'tenant',
  },
  screen: {
    columns: ['accountNo', 'customerName', 'periodFrom', 'periodTo', 'litres', 'estimatedDays', 'dueMinor', 'createTime'],
    moreColumns: ['estimatedLitres', 'sequence', 'contractNo'],
    onPhone: ['accountNo', 'dueMinor', 'periodFrom', 'litres'],
    filters: ['accountNo', 'createdWithin'],
  },
})
