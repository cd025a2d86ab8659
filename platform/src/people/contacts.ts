import { phoneIdentity } from '@nightflow/schemas/platform/phone-number'
import { Language } from '@nightflow/schemas/shared/language'
import { InUse } from '@nightflow/schemas/shared/lists'
import type { Queryable } from '../storage/platform-tables.ts'

export type Contact = { userId: number; email: string | null; telephone: string | null; language: Language }
type Stored = { userId: number; email: string | null; areaCode: string | null; phonenumber: string | null; language: Language | null }

/** Where these people of a tenant can be written to; those out of use are left out. */
export const contactsOf = async (database: Queryable, tenant: string, userIds: readonly number[]): Promise<Contact[]> => {
  const { rows } = await database.query<Stored>(
    `select user_id::float8 as "userId", email, area_code as "areaCode", phonenumber, language from platform.users
     where tenant = $1 and user_id = any($2::bigint[]) and status = '${InUse.enum.enabled}' order by user_id`,
    [tenant, userIds],
  )
  return rows.map(({ userId, email, areaCode, phonenumber, language }) => ({
    ...{ userId, email, language: language ?? Language.enum.en },
    telephone: phonenumber === null ? null : phoneIdentity(areaCode ?? undefined, phonenumber),
  }))
}
