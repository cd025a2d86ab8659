import { changePassword, createUser, findUser, requireNewPassword } from '@nightflow/platform/people/users'
import { verifyPassword } from '@nightflow/platform/rules/password'
import { randomPassword } from '@nightflow/platform/rules/random-password'
import { createTenant, type Tenant } from '@nightflow/platform/tenants/tenants'
import { platformTenant } from '@nightflow/schemas/shared/may-do'
import type { Role } from '@nightflow/schemas/shared/permissions'
import type { Pool } from 'pg'
import { type DemoSignIn, type DemoSignIns, readState, writeState } from '../state-folder.ts'

export const demoTenant = 'demo'
const demoUtility = { code: demoTenant, name: 'Riverbend Water', timeZone: 'Asia/Shanghai' } as const
/** Its water is made like that of every trial. */
const demoTrial = { code: 'trial-demo', name: 'Hillside Water (trial)', timeZone: 'Asia/Shanghai', kind: 'trial' } as const

/** One person for each kind of work; a user name is unique in the whole service. */
const people: readonly { tenant: string; username: string; role: Role }[] = [
  { tenant: demoTenant, username: 'analyst', role: 'analyst' },
  { tenant: demoTenant, username: 'clerk', role: 'clerk' },
  { tenant: demoTenant, username: 'agent', role: 'agent' },
  { tenant: demoTenant, username: 'admin', role: 'admin' },
  { tenant: demoTrial.code, username: 'trial', role: 'trial' },
  { tenant: platformTenant, username: 'operator', role: 'operator' },
]

/** The sign-ins are kept in the state folder, so that every start can print them; the database has only hashes. */
const keptSignIns = (stateFolder: string): DemoSignIn[] => {
  const kept = readState(stateFolder, 'demoSignIns')?.users ?? []
  return people.map(
    (person) =>
      kept.find(({ tenant, username }) => tenant === person.tenant && username === person.username) ?? {
        ...person,
        password: randomPassword(),
      },
  )
}

/** The stored sign-in wins: a user with another password gets the stored one. False when another tenant has the name. */
const ensureUser = async (pool: Pool, signIn: DemoSignIn): Promise<boolean> => {
  const { created } = await createUser(pool, signIn)
  if (created) return true
  const { tenant, username, password } = signIn
  const user = await findUser(pool, tenant, username)
  if (user && !(await verifyPassword(password, user.passwordHash))) await changePassword(pool, { tenant, username, password })
  return user !== undefined
}

/**
 * Creates the demo utility, a trial beside it and the people of both where they are absent. `tellPast` is given the utility before there is a trial,
 * whose sample would come into the log first.
 */
export const ensureDemoUtility = async (
  pool: Pool,
  stateFolder: string,
  tellPast: (tenant: Tenant) => Promise<void> = async () => undefined,
): Promise<{ tenant: Tenant; signIns: DemoSignIns; isFirst: boolean }> => {
  const isFirst = readState(stateFolder, 'demoSignIns') === undefined
  const tenant = await createTenant(pool, demoUtility)
  const users: DemoSignIn[] = []
  const kept = keptSignIns(stateFolder)
  const isOwn = (signIn: DemoSignIn): boolean => signIn.tenant === tenant.code
  for (const signIn of kept.filter(isOwn)) if (await ensureUser(pool, signIn)) users.push(signIn)
  await tellPast(tenant)
  await createTenant(pool, demoTrial)
  for (const signIn of kept.filter((each) => !isOwn(each))) if (await ensureUser(pool, signIn)) users.push(signIn)
  const signIns = { tenant: tenant.code, users }
  writeState(stateFolder, 'demoSignIns', signIns)
  return { tenant, signIns, isFirst }
}

/**
 * The demo's people whose kept password still opens their account must choose another one: for a start without the demo on a database that had
 * it. The platform's operator sees every tenant, and the password was printed on a screen.
 */
export const retireDemoPasswords = async (pool: Pool, stateFolder: string): Promise<void> => {
  for (const { tenant, username, password } of readState(stateFolder, 'demoSignIns')?.users ?? []) {
    const user = await findUser(pool, tenant, username)
    if (user && (await verifyPassword(password, user.passwordHash))) await requireNewPassword(pool, { tenant, username })
  }
}
