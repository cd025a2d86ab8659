import { z } from 'zod'
import { InUse } from '../shared/lists.ts'
import { personalInput } from '../shared/personal.ts'
import { defineResource } from '../shared/resource.ts'
import { lines, text } from '../shared/text.ts'
import { TenantCode, TimeZone } from '../shared/values.ts'
import { TenantSettingsChange, TenantSettingsForm } from './tenant.ts'

export const TenantKind = z.enum(['normal', 'trial'])

/** Tenants are never removed: the log refers to them for ever. A disabled one admits no sign-in. */
export const tenants = defineResource({
  name: 'tenant',
  texts: 'platform',
  noun: 'tenant',
  path: '/prod-api/system/tenant',
  permission: 'platform:tenant',
  verbs: ['list', 'query', 'add', 'edit', 'export', 'visit'],
  id: 'tenantId',
  table: 'platform.tenants',
  scope: 'watched',
  tenantColumn: 'code',
  fields: {
    code: { schema: TenantCode, isReadOnly: true, filter: 'contains', filterMax: 32 },
    tenantName: { schema: text(50).min(1), filter: 'contains', isUnique: true, column: 'name' },
    timeZone: { schema: TimeZone, isHalf: true },
    kind: { schema: TenantKind.default('normal'), filter: 'equals', isHalf: true },
    status: { schema: InUse.default(InUse.enum.enabled), filter: 'equals', dictionary: 'sys_normal_disable', isHalf: true },
    contactName: { schema: personalInput(text(20).nullable().default(null), 'name'), isHalf: true },
    contactPhone: { schema: personalInput(text(20).nullable().default(null), 'telephone'), isHalf: true },
    address: { schema: text(200).nullable().default(null) },
    remark: { schema: lines(100).nullable().default(null) },
    /** Days that a trial has left; null for others. */
    trialDaysLeft: { schema: z.int().nullable(), isReadOnly: true, isComputed: true, isUnsortable: true },
    settings: { schema: TenantSettingsChange.optional(), shown: TenantSettingsForm, isJson: true },
  },
  menu: {
    directory: 'tenant',
    place: 10,
    path: 'list',
    component: 'tenants/index',
    icon: 'building',
    titles: { en: 'Tenants', 'zh-CN': '租户', fr: 'Organisations', id: 'Perusahaan' },
    audience: 'platform',
  },
  screen: {
    columns: ['tenantName', 'code', 'kind', 'status', 'trialDaysLeft', 'contactName', 'createTime'],
    moreColumns: ['contactPhone', 'timeZone', 'address', 'remark', 'createBy', 'updateBy', 'updateTime'],
    form: ['tenantName', 'timeZone', 'kind', 'status', 'contactName', 'contactPhone', 'address', 'remark'],
    filters: ['tenantName', 'code', 'kind', 'status', 'createdWithin'],
  },
})
