import { findLogPlace } from '@nightflow/event-log/postgres/log-place'
import { readHead } from '@nightflow/event-log/postgres/read-head'
import { issueAccessToken } from '@nightflow/platform/sign-in/access-token'
import type { Tenant } from '@nightflow/platform/tenants/tenants'
import { ApplicationType, PlatformType } from '@nightflow/schemas/payments/payment-platform'
import { InUse } from '@nightflow/schemas/shared/lists'
import { callBackOffice } from '@nightflow/simulator/call-back-office'
import { registerCustomerTypes } from '@nightflow/simulator/customer-types'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { buildDemoCity } from '../city-order.ts'
import type { Actors } from './past.ts'
import { tellPast } from './tell-past.ts'
import type { Association } from './village-orders.ts'

type Secret = Parameters<typeof issueAccessToken>[0]
type Parts = { pool: Pool; baseUrl: string; logger: Logger }

const tokenSeconds = 600
/** The platform of the village and its association, by their names in the tables. */
export const demoPlatformNames = { platform: 'Sandbox', association: 'Riverbend Pay' } as const
export const demoNotificationKey = 'demo-notification-key'
const feeBasisPoints = 60

/**
 * Gives the demo utility its past, where the log is empty: of another log, or one on another server, the demo begins today. The platform of payments is a
 * plain table and has no past; its orders name it.
 */
export const beginPast = async (parts: Parts, tenant: Tenant, secret: Secret): Promise<void> => {
  try {
    await tellToEmptyLog(parts, tenant, secret)
  } catch (error) {
    // The past is an extra of an extra: without it the demo begins today.
    parts.logger.error({ err: error }, 'the demo has no past')
  }
}

const tellToEmptyLog = async ({ pool, baseUrl, logger }: Parts, tenant: Tenant, secret: Secret): Promise<void> => {
  if ((await findLogPlace(pool)) === 'eventstoredb' || (await readHead(pool)) > 0) return
  const token = issueAccessToken(secret, { tenant: tenant.code, username: 'simulator', role: 'admin' }, tokenSeconds)
  const begun = performance.now()
  const { timeZone, settings } = tenant
  const utility = { tenant: tenant.code, timeZone, currency: settings.currencyUnit, actors: await findActors(pool, tenant.code) }
  const association = await registerPlatform(callBackOffice({ baseUrl, token }), settings.currencyUnit)
  const types = await registerCustomerTypes({ baseUrl, token })
  const city = buildDemoCity(timeZone)
  const events = await tellPast({ pool, city, utility, association, types, now: Date.now() })
  logger.info({ events, milliseconds: Math.round(performance.now() - begun) }, 'the demo has its past')
}

const findActors = async (pool: Pool, tenant: string): Promise<Actors> => {
  const { rows } = await pool.query<{ username: string; id: number }>(
    'select username, user_id::float8 as id from platform.users where tenant = $1',
    [tenant],
  )
  const idOf = (username: string): number => {
    const found = rows.find((row) => row.username === username)
    if (!found) throw new Error(`the demo has no ${username}`)
    return found.id
  }
  const actorOf = (username: string): string => `user:${idOf(username)}`
  return {
    clerk: actorOf('clerk'),
    clerkUserId: idOf('clerk'),
    admin: actorOf('admin'),
    agent: actorOf('agent'),
    agentUserId: idOf('agent'),
  }
}

type Call = ReturnType<typeof callBackOffice>

type Listed<Id extends string, Name extends string> = { id: Id; name: Name }
type RowOf<Id extends string, Name extends string> = Record<Id, number> & Record<Name, string>

/** The identifier of a row by its name: made now, or by a start that was broken off. */
const numberOf = async <Id extends string, Name extends string>(
  call: Call,
  resource: string,
  { id, name }: Listed<Id, Name>,
  form: Record<Name, string>,
): Promise<number> => {
  const made = (await call('POST', resource, form)) as { data?: Record<Id, number> }
  if (made.data) return made.data[id]
  const { rows } = (await call('GET', `${resource}/list?pageSize=50`)) as { rows: RowOf<Id, Name>[] }
  const known = rows.find((row) => row[name] === form[name])
  if (!known) throw new Error(`the ${resource} of the demo was refused`)
  return known[id]
}

/** The sandbox, by which the village pays from its telephones. */
const registerPlatform = async (call: Call, currencyUnit: string): Promise<Association> => {
  const address = 'https://pay.example'
  const platformId = await numberOf(
    call,
    'paymentPlatform',
    { id: 'platformId', name: 'platformName' },
    {
      ...{
        platformName: demoPlatformNames.platform,
        platformType: PlatformType.enum.sandbox,
        applicationType: ApplicationType.enum.mobile,
      },
      ...{ currencyUnit, baseAddress: address, relatedInfo: 'Payments by telephone of Willow Bend' },
    },
  )
  await call('PUT', `paymentPlatform/credentials/${platformId}`, { credentials: { notificationKey: demoNotificationKey } })
  const platformName = demoPlatformNames.association
  const addresses = { thirdPartyCallbackAddress: address, systemCallbackAddress: address }
  // Payments are offered once the sandbox answers.
  const form = { tenantPlatformName: platformName, platformId, feeBasisPoints, ...addresses, status: InUse.enum.disabled }
  const associationId = await numberOf(call, 'platformAssociation', { id: 'associationId', name: 'tenantPlatformName' }, form)
  return { associationId, platformName, feeBasisPoints }
}
