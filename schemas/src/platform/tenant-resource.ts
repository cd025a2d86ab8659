import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { createdWithin, editableResource, InUse, madeBy, paging, RowId } from '../shared/resource.ts'
import { lines, text } from '../shared/text.ts'
import { TenantCode, TimeZone } from '../shared/values.ts'
import { UserName } from './account-rules.ts'
import { TenantSettingsChange, TenantSettingsForm } from './tenant.ts'

export const TenantKind = z.enum(['normal', 'trial'])

const written = {
  tenantName: text(50).min(1),
  timeZone: TimeZone,
  kind: TenantKind,
  status: InUse,
  contactName: text(20).nullable(),
  contactPhone: text(20).nullable(),
  address: text(200).nullable(),
  remark: lines(100).nullable(),
}

const form = z.object({
  ...written,
  kind: TenantKind.default('normal'),
  status: InUse.default('0'),
  contactName: written.contactName.default(null),
  contactPhone: written.contactPhone.default(null),
  address: written.address.default(null),
  remark: written.remark.default(null),
  settings: TenantSettingsChange.optional(),
})

const path = '/prod-api/system/tenant'
const nothing = z.object({})

const { remove: _, ...registered } = editableResource({
  path,
  permission: 'platform:tenant',
  noun: 'tenant',
  id: 'tenantId',
  dictionaries: { status: 'sys_normal_disable' },
  row: z.object({
    tenantId: z.int(),
    code: TenantCode,
    ...written,
    /** Days that a trial has left; null for others. */
    trialDaysLeft: z.int().nullable(),
    settings: TenantSettingsForm,
    ...madeBy,
  }),
  form,
  filter: {
    code: text(32).optional(),
    tenantName: text(50).optional(),
    kind: TenantKind.optional(),
    status: InUse.optional(),
  },
})

/** Tenants are never removed: the log refers to them for ever. A disabled one admits no sign-in. */
export const tenants = {
  ...registered,
  create: endpoint({
    method: 'POST',
    path,
    permission: 'platform:tenant:add',
    summary: 'Make a tenant with its first administrator, whose password the answer carries',
    request: form.extend({ code: TenantCode, userName: UserName, nickName: text(20).min(1).optional() }),
    response: z.object({
      tenantId: z.int(),
      userName: UserName,
      /** Shown this once; the first sign-in asks for another. */
      initialPassword: z.string(),
    }),
  }),
  change: endpoint({ ...registered.change, request: form.extend({ tenantId: RowId }) }),
  search: endpoint({
    method: 'POST',
    path: `${path}/list`,
    permission: 'platform:tenant:list',
    summary: 'A page of the list of tenants, asked for in a body',
    envelope: 'rows',
    request: registered.list.request.extend({ ...createdWithin, ...paging }),
    response: registered.list.response,
  }),
  changeStatus: endpoint({
    method: 'PUT',
    path: `${path}/changeStatus`,
    permission: 'platform:tenant:edit',
    summary: 'Put a tenant in or out of use; out of use, every session of its people ends',
    request: z.object({ tenantId: RowId, status: InUse }),
    response: nothing,
  }),
  findSettings: endpoint({
    method: 'GET',
    path: `${path}/settings`,
    permission: 'system:tenantSettings:query',
    summary: 'The settings of my tenant',
    request: nothing,
    response: TenantSettingsForm,
  }),
  changeSettings: endpoint({
    method: 'PUT',
    path: `${path}/settings`,
    permission: 'system:tenantSettings:edit',
    summary: 'Change the settings of my tenant; what is left out stays',
    request: TenantSettingsChange,
    response: nothing,
  }),
}
