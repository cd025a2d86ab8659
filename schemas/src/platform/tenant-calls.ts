import { z } from 'zod'
import { callsOf } from '../shared/calls-of-resource.ts'
import { endpoint } from '../shared/endpoint.ts'
import { createdWithin, InUse, paging, RowId } from '../shared/lists.ts'
import { text } from '../shared/text.ts'
import { TenantCode } from '../shared/values.ts'
import { UserName } from './account-rules.ts'
import { TenantSettingsChange, TenantSettingsForm } from './tenant.ts'
import { tenants } from './tenant-resource.ts'

const derived = callsOf(tenants)
const { path, form } = tenants
const nothing = z.object({})

export const tenantCalls = {
  ...derived,
  create: endpoint({
    method: 'POST',
    path,
    permission: 'platform:tenant:add',
    summary: 'Make a tenant with its first administrator, whose password the answer carries',
    request: form.extend({ code: TenantCode, userName: UserName, nickName: text(20).min(1).optional() }),
    response: z.object({
      tenantId: z.int(),
      userName: UserName,
      /** Shown this once; the first sign-in requires another. */
      initialPassword: z.string(),
    }),
  }),
  search: endpoint({
    method: 'POST',
    path: `${path}/list`,
    permission: 'platform:tenant:list',
    summary: 'A page of the list of tenants, asked for in a body',
    envelope: 'rows',
    request: derived.list.request.extend({ ...createdWithin, ...paging }),
    response: derived.list.response,
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
