import { giveFirstRole } from '@nightflow/platform/people/user-roles'
import { insertStaff, settleUserTypes, settleUserTypesOf } from '@nightflow/platform/people/users'
import { randomPassword } from '@nightflow/platform/rules/random-password'
import { trialDaysLeft } from '@nightflow/platform/rules/trial-days'
import { endSessionsOfTenant } from '@nightflow/platform/sign-in/sessions'
import { inTransaction } from '@nightflow/platform/storage/in-transaction'
import { changeSettings, createTenant, findTenant, tenantStore } from '@nightflow/platform/tenants/tenants'
import { Sex } from '@nightflow/schemas/platform/account-rules'
import { countryOfZone, currencyOf } from '@nightflow/schemas/platform/country'
import { changedSettings, formOfSettings, TenantSettings, type TenantSettingsChange } from '@nightflow/schemas/platform/tenant'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { InUse } from '@nightflow/schemas/shared/lists'
import { platformTenant } from '@nightflow/schemas/shared/may-do'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { FormOf, RowOf } from '@nightflow/schemas/shared/resource'
import type { RequestContext } from '../http/request-context.ts'
import type { Outcome } from '../http/run-command.ts'
import { ask, command, type Route } from '../http/serve.ts'
import { logRoutes } from '../resource/resource-routes.ts'

const { tenants } = resourceCalls
type Row = RowOf<typeof tenants>
type Typed = FormOf<typeof tenants>
type Nothing = Record<string, never>

const tell = (row: Row): Row => ({
  ...row,
  trialDaysLeft: trialDaysLeft({ kind: row.kind, createdAt: new Date(row.createTime) }),
  settings: formOfSettings(TenantSettings.parse(row.settings)),
})

/** Country and currency where the zone is; the utility's administrator changes them. */
const settingsOfZone = (timeZone: string) => {
  const country = countryOfZone(timeZone)
  const currencyUnit = country && currencyOf(country)
  return currencyUnit ? { country, currencyUnit } : {}
}

/** All of it or nothing, on the service's own rights: no other role may write the first rows of another tenant. */
const create = async (
  { code, userName, nickName = userName, settings = {}, tenantName, timeZone, kind, ...more }: RequestOf<typeof tenants.create>,
  { pool, caller }: RequestContext,
): Promise<Outcome<ResponseOf<typeof tenants.create>> | Rejection> => {
  const initialPassword = randomPassword()
  const person = {
    deptId: null,
    email: null,
    areaCode: null,
    phonenumber: null,
    sex: Sex.enum.notSpecified,
    language: null,
    status: InUse.enum.enabled,
    remark: null,
  }
  const made = await inTransaction(pool, async (client): Promise<number | Rejection> => {
    // Two at once with one code: the second waits, and finds the first.
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`tenant ${code}`])
    if (await findTenant(client, code)) return rejected('name-taken', { name: code })
    const whole = changedSettings(TenantSettings.parse(settingsOfZone(timeZone)), settings)
    await createTenant(client, { code, name: tenantName, timeZone, kind, settings: whole })
    const [row] = (await tenantStore.list(client, { code, pageSize: 200 })).rows.filter((found) => found.code === code)
    const tenantId = row!.tenantId
    await tenantStore.change(client, tenantId, more, caller.username)
    await client.query(`select set_config('nightflow.tenant', $1, true)`, [code])
    const userId = await insertStaff(client, { ...person, userName, nickName }, initialPassword, caller.username)
    if (isRejection(userId)) return userId
    await giveFirstRole(client, { tenant: code, username: userName, roleKey: 'admin' })
    await settleUserTypes(client, [userId])
    return tenantId
  })
  if (isRejection(made)) return made
  const after = { code, tenantName, timeZone, kind, userName, settings, ...more }
  return { response: { tenantId: made, userName, initialPassword }, after }
}

const write = async (tenantId: number, values: Partial<Typed>, context: RequestContext): Promise<Outcome<Nothing> | Rejection> => {
  const seen = await context.read((database) => tenantStore.find(database, tenantId))
  if (!seen) return rejected('not-found')
  const isOwn = seen.code === platformTenant
  if (isOwn && (values.status === InUse.enum.disabled || values.kind === 'trial')) return rejected('built-in-stays')
  const isChanged = await context.write((database) => tenantStore.change(database, tenantId, values, context.caller.username))
  if (isRejection(isChanged)) return isChanged
  if (values.kind !== undefined && values.kind !== seen.kind) await settleUserTypesOf(context.pool, seen.code)
  if (values.status === InUse.enum.disabled) await endSessionsOfTenant(context.pool, seen.code, 'disabled')
  return { response: {}, before: seen, after: values }
}

const change = async ({ tenantId, settings, ...values }: RequestOf<typeof tenants.change>, context: RequestContext) => {
  const written = await write(tenantId, values, context)
  if (isRejection(written) || settings === undefined) return written
  const code = (written.before as Row).code
  const changed = await context.write((database) =>
    changeSettings(database, code, (known) => changedSettings(known, settings), context.caller.username),
  )
  return isRejection(changed) ? changed : { ...written, after: { ...values, settings } }
}

const changeOwnSettings = async (settings: TenantSettingsChange, context: RequestContext): Promise<Outcome<Nothing> | Rejection> => {
  const { tenant, username } = context.caller
  const changed = await context.write((database) => changeSettings(database, tenant, (known) => changedSettings(known, settings), username))
  return isRejection(changed) ? changed : { response: {}, ...changed }
}

export const tenantRoutes: readonly Route[] = [
  ask(tenants.findSettings, async (_, { pool, caller }) => {
    const tenant = await findTenant(pool, caller.tenant)
    return tenant && formOfSettings(tenant.settings)
  }),
  command(tenants.changeSettings, changeOwnSettings),
  command(tenants.changeStatus, ({ tenantId, status }, context) => write(tenantId, { status }, context)),
  command(tenants.create, create),
  command(tenants.change, change),
  ...logRoutes(tenants, tenantStore, { tell }),
  ask(tenants.search, async (request, context) => {
    const { rows, total } = await context.read((database) => tenantStore.list(database, request))
    return { rows: rows.map(tell), total }
  }),
]
