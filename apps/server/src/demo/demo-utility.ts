import { verifyPassword } from '@nightflow/projections/platform/password'
import { randomPassword } from '@nightflow/projections/platform/random-password'
import { createTenant, type Tenant } from '@nightflow/projections/platform/tenants'
import { changePassword, createUser, findUser } from '@nightflow/projections/platform/users'
import type { Pool } from 'pg'
import { type DemoSignIns, readState, writeState } from '../state-folder.ts'

export const demoTenant = 'demo'
const demoUtility = { code: demoTenant, name: 'Riverbend Water', timeZone: 'Asia/Shanghai' } as const

/** The sign-ins are kept in the state folder, so that every start can print them; the database has only hashes. */
const keptSignIns = (stateFolder: string): DemoSignIns => {
  const kept = readState(stateFolder, 'demoSignIns')
  if (kept) return kept
  const users = (['analyst', 'admin', 'operator'] as const).map((role) => ({ username: role, password: randomPassword(), role }))
  const made: DemoSignIns = { tenant: demoTenant, users }
  writeState(stateFolder, 'demoSignIns', made)
  return made
}

/** Creates the demo utility and its users where they are absent. What is printed is what holds: a user with another password gets the kept one. */
export const ensureDemoUtility = async (pool: Pool, stateFolder: string): Promise<{ tenant: Tenant; signIns: DemoSignIns }> => {
  const tenant = await createTenant(pool, demoUtility)
  const signIns = keptSignIns(stateFolder)
  for (const { username, password, role } of signIns.users) {
    const { created } = await createUser(pool, { tenant: tenant.code, username, password, role })
    if (created) continue
    const user = await findUser(pool, tenant.code, username)
    if (!user || (await verifyPassword(password, user.passwordHash))) continue
    await changePassword(pool, { tenant: tenant.code, username, password })
  }
  return { tenant, signIns }
}
