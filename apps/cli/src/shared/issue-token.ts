import { issueAccessToken, loadTokenSecret } from '@nightflow/platform/sign-in/access-token'
import type { Role } from '@nightflow/schemas/shared/permissions'
import type { Pool } from 'pg'

/** The actor of commands in the operation log. */
export const commandLineUser = 'command-line'

/** A bearer token of the API for the command line's own user. */
export const issueToken = async (pool: Pool, tenant: string, role: Role, hours: number): Promise<string> =>
  issueAccessToken(await loadTokenSecret(pool), { tenant, username: commandLineUser, role }, Math.round(hours * 3600))
