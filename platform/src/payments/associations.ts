import type { PlatformType } from '@nightflow/schemas/payments/payment-platform'
import { InUse, YesNo } from '@nightflow/schemas/shared/lists'
import type { Queryable } from '../storage/platform-tables.ts'
import { readCredentials } from './credentials.ts'
import type { PlatformMeans } from './payment-adapter.ts'

/** An association and its platform, without secrets. */
export type Association = {
  tenant: string
  associationId: number
  platformId: number
  tenantPlatformName: string
  platformType: PlatformType
  currency: string
  baseAddress: string
  protocol: string | null
  feeBasisPoints: number
  maxFeeMinor: number
  takesPartial: boolean
  isInUse: boolean
  returnAddress: string
  callbackAddress: string
  /** The public address of this service, before a path. */
  publicAddress: string
  credentialNames: readonly string[]
}

type Row = Omit<Association, 'takesPartial' | 'isInUse' | 'callbackAddress' | 'publicAddress'> & {
  takesPartial: string
  status: string
  platformStatus: string
  systemCallbackAddress: string
  callbackPath: string
}

const selection = `select offered.tenant, association_id::float8 as "associationId", platform_id::float8 as "platformId",
  tenant_platform_name as "tenantPlatformName", platform_type as "platformType", currency_unit as currency, base_address as "baseAddress",
  protocol, fee_basis_points as "feeBasisPoints", max_fee_minor::float8 as "maxFeeMinor", takes_partial as "takesPartial",
  offered.status, platforms.status as "platformStatus", third_party_callback_address as "returnAddress",
  system_callback_address as "systemCallbackAddress", callback_path as "callbackPath", credential_names as "credentialNames"
  from platform.platform_associations offered join platform.payment_platforms platforms using (tenant, platform_id)`

const associationOf = (row: Row | undefined): Association | undefined => {
  if (!row) return undefined
  const { status, platformStatus, systemCallbackAddress, callbackPath, takesPartial, ...rest } = row
  return {
    ...rest,
    takesPartial: takesPartial === YesNo.enum.yes,
    isInUse: status === InUse.enum.enabled && platformStatus === InUse.enum.enabled,
    publicAddress: systemCallbackAddress,
    callbackAddress: `${systemCallbackAddress.replace(/\/+$/, '')}${callbackPath}`,
  }
}

/** The association with this number. */
export const findAssociation = async (database: Queryable, tenant: string, associationId: number): Promise<Association | undefined> =>
  associationOf(
    (await database.query<Row>(`${selection} where offered.tenant = $1 and association_id = $2`, [tenant, associationId])).rows[0],
  )

/** The associations through which customers of a tenant may pay now, in the currency of the utility. */
export const offeredAssociations = async (database: Queryable, tenant: string): Promise<Association[]> => {
  const { rows } = await database.query<Row>(`${selection} where offered.tenant = $1 order by association_id limit 20`, [tenant])
  return rows.flatMap((row) => associationOf(row) ?? []).filter(({ isInUse }) => isInUse)
}

/** The association that this path belongs to, whatever its tenant: platforms call without a sign-in. For the service alone. */
export const findAssociationByPath = async (database: Queryable, callbackPath: string): Promise<Association | undefined> =>
  associationOf((await database.query<Row>(`${selection} where callback_path = $1`, [callbackPath])).rows[0])

/** The means by which an adapter speaks to the platform of an association. For the service alone: it has the secrets. */
export const meansOf = async (database: Queryable, association: Association, now: Date): Promise<PlatformMeans> => {
  const { tenant, platformId, baseAddress, protocol, callbackAddress, returnAddress, currency } = association
  const { credentials, replaced } = await readCredentials(database, { tenant, platformId }, now)
  return { baseAddress: baseAddress.replace(/\/+$/, ''), protocol, callbackAddress, returnAddress, currency, credentials, replaced }
}

type PlatformName = { platformName: string; platformType: PlatformType }

/** Names and types of these platforms of the reader's tenant. */
export const namesOfPlatforms = async (database: Queryable, platformIds: readonly number[]): Promise<Map<number, PlatformName>> => {
  const { rows } = await database.query<PlatformName & { platformId: number }>(
    `select platform_id::float8 as "platformId", platform_name as "platformName", platform_type as "platformType"
     from platform.payment_platforms where platform_id = any($1::bigint[])`,
    [platformIds],
  )
  return new Map(rows.map(({ platformId, ...named }) => [platformId, named]))
}
