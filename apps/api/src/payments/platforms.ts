import { namesOfPlatforms } from '@nightflow/platform/payments/associations'
import { setCredentials } from '@nightflow/platform/payments/credentials'
import { storeOf } from '@nightflow/platform/storage/resource-table'
import { hasOrdersOf } from '@nightflow/projections/payments/payment-orders'
import { readProtocol } from '@nightflow/schemas/payments/generic-protocol'
import { neededCredentials, PlatformType } from '@nightflow/schemas/payments/payment-platform'
import { setPlatformCredentials } from '@nightflow/schemas/payments/payment-platform-calls'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { AnyRow, FormOf, RowOf } from '@nightflow/schemas/shared/resource'
import type { RequestContext } from '../http/request-context.ts'
import { command, type Route } from '../http/serve.ts'
import { plainRoutes, resourceRoutes } from '../resource/resource-routes.ts'

const platforms = storeOf(resources.paymentPlatforms)
type PlatformForm = FormOf<typeof resources.paymentPlatforms>

/** A generic platform has a protocol that can be read; credentials are of one protocol, so the type of a platform that has some stays. */
const checkPlatform = async (typed: AnyRow, { read }: RequestContext, id: number | undefined): Promise<Rejection | undefined> => {
  const { platformType, protocol } = typed as PlatformForm
  if (platformType === PlatformType.enum.generic) {
    const protocolRead = readProtocol(protocol)
    if ('wrong' in protocolRead) return rejected('protocol-unreadable', { field: protocolRead.wrong })
  }
  const seen = id === undefined ? undefined : await read((database) => platforms.find(database, id))
  return seen && seen.platformType !== platformType && seen.credentialNames.length > 0 ? rejected('platform-type-fixed') : undefined
}

/** The operation log keeps which credentials were set, and none of them. */
const saveCredentials = async ({ platformId, credentials: values }: RequestOf<typeof setPlatformCredentials>, context: RequestContext) => {
  const { pool, caller } = context
  const seen = await context.read((database) => platforms.find(database, platformId))
  if (!seen) return rejected('not-found')
  const missing = neededCredentials(seen).filter((name) => !seen.credentialNames.includes(name) && !values[name])
  if (missing.length > 0) return rejected('platform-incomplete', { names: missing.join(', ') })
  const credentialNames = await setCredentials(pool, { tenant: caller.tenant, platformId }, values, new Date())
  return { response: { credentialNames }, before: { credentialNames: seen.credentialNames }, after: { credentialNames } }
}

type AssociationRow = RowOf<typeof resources.platformAssociations>

const associationCalls = resourceCalls.platformAssociations

const associations = resourceRoutes(associationCalls, storeOf(resources.platformAssociations), {
  enrich: async (rows: readonly AssociationRow[], database) => {
    const named = await namesOfPlatforms(
      database,
      rows.map(({ platformId }) => platformId),
    )
    return rows.map((row) => ({ ...row, ...named.get(row.platformId)! }))
  },
  before: async ({ platformId }, { read }) => {
    const found = await read((database) => platforms.find(database, platformId))
    return found ? undefined : rejected('choice-unknown', { field: 'platformId' })
  },
  // Orders name their association for ever: what comes late still has to find it.
  beforeRemoving: async (ids, { read }) => ((await read((database) => hasOrdersOf(database, ids))) ? rejected('in-use') : undefined),
})

export const credentialRoute: Route = command(setPlatformCredentials, saveCredentials)

export const platformResourceRoutes: readonly Route[] = [
  ...plainRoutes(resources.paymentPlatforms, resourceCalls.paymentPlatforms, {
    before: checkPlatform,
    columns: { 'protocol-unreadable': 'protocol' },
  }),
  ...associations,
]
