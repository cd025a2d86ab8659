import { localDay } from '@nightflow/domain/shared/assigned-schemes'
import { createUser } from '@nightflow/platform/people/users'
import { createTenant } from '@nightflow/platform/tenants/tenants'
import { platformTenant } from '@nightflow/schemas/shared/may-do'
import type { Pool } from 'pg'

export const passwordOfAll = 'Riverbank-7'

/**
 * Two utilities, `north` in Rome and `south` in Shanghai, in a migrated database. `analyst`, `clerk` and `admin` work in the north,
 * `south_analyst` and so on in the south, `operator` for the platform.
 */
export const createTwoUtilities = async (pool: Pool): Promise<void> => {
  for (const [code, timeZone] of [
    ['north', 'Europe/Rome'],
    ['south', 'Asia/Shanghai'],
  ] as const) {
    await createTenant(pool, { code, name: `Waterworks ${code}`, timeZone })
    for (const role of ['analyst', 'clerk', 'admin'] as const) {
      await createUser(pool, { tenant: code, username: code === 'north' ? role : `${code}_${role}`, password: passwordOfAll, role })
    }
  }
  await createTenant(pool, { code: platformTenant, name: 'Nightflow', timeZone: 'UTC' })
  await createUser(pool, { tenant: platformTenant, username: 'operator', password: passwordOfAll, role: 'operator' })
}

/** The local day of `north`, so many days from now: between 22 and 24 o'clock UTC it is the day after that of UTC. */
export const dayOfNorth = (daysAhead = 0): string => localDay(Date.now() + daysAhead * 86_400_000, 'Europe/Rome')
