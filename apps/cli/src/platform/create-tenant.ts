import { createTenant, findTenant } from '@nightflow/platform/tenants/tenants'
import type { Pool } from 'pg'
import { CommandRefusal } from '../shared/command-refusal.ts'

/** A new utility, with every setting at its default. One that exists stays as it is and is a refusal. */
export const createNewTenant = async (pool: Pool, tenant: { code: string; name: string; timeZone: string }): Promise<void> => {
  const known = await findTenant(pool, tenant.code)
  if (known) throw new CommandRefusal(`there is a tenant "${known.code}" already: ${known.name}, ${known.timeZone}; choose another code.`)
  await createTenant(pool, tenant)
}
