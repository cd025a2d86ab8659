import { inGroups } from '@nightflow/event-log/in-groups'
import { findTenant, type Tenant } from '@nightflow/platform/tenants/tenants'
import type { Caller, RequestContext } from './request-context.ts'

/** A caller is made for one request, so that the next one sees a change of the tenant. */
const known = new WeakMap<Caller, Promise<Tenant>>()

/** The caller's tenant, read once a request, however many commands it carries. Outside of the command's transaction: what a command changes of its tenant it does not read here. */
export const tenantOfCaller = ({ servicePool, caller }: Pick<RequestContext, 'servicePool' | 'caller'>): Promise<Tenant> => {
  const found = known.get(caller) ?? readTenant(servicePool, caller.tenant)
  known.set(caller, found)
  return found
}

/** Requests that come at the same time read their tenant once. */
const readers = new WeakMap<RequestContext['servicePool'], (code: string) => Promise<Tenant | undefined>>()

const readerOf = (pool: RequestContext['servicePool']) => {
  const reader =
    readers.get(pool) ??
    inGroups<string, Tenant | undefined>(
      async (codes) => {
        const found = new Map(await Promise.all([...new Set(codes)].map(async (code) => [code, await findTenant(pool, code)] as const)))
        return codes.map((code) => found.get(code))
      },
      { most: 100, atOnce: 2 },
    )
  readers.set(pool, reader)
  return reader
}

const readTenant = async (pool: RequestContext['servicePool'], code: string): Promise<Tenant> => {
  const tenant = await readerOf(pool)(code)
  if (!tenant) throw new Error(`a token was issued for the tenant ${code}, which does not exist`)
  return tenant
}
