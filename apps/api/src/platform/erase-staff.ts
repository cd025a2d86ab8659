import { erasePerson, withoutNames } from '@nightflow/platform/people/erase-person'
import { keepingAnAdministrator, replaceRoles } from '@nightflow/platform/people/user-roles'
import { setUserStatus } from '@nightflow/platform/people/users'
import type { resourceCalls } from '@nightflow/schemas/resource-calls'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { InUse } from '@nightflow/schemas/shared/lists'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { RequestContext } from '../http/request-context.ts'
import type { Outcome } from '../http/run-command.ts'
import { scopeOf } from '../http/scope.ts'
import { touchedStaff } from './staff.ts'

type Erase = typeof resourceCalls.users.erase

/** Erases the personal data of a person whom the caller may touch, or of an account that was removed. Never one's own, nor the last administrator's. */
export const eraseUser = async (
  { userId, reason }: RequestOf<Erase>,
  context: RequestContext,
): Promise<Outcome<Record<string, never>> | Rejection> => {
  const { tenant, username } = context.caller
  if (userId === context.caller.userId) return rejected('own-account-stays')
  const people = await touchedStaff([userId], context)
  // Of a removed account only the name is left, which those see who see all people of the tenant.
  const isFormer = isRejection(people) && people.rejected === 'not-found' && (await scopeOf(context)).isAll
  if (isRejection(people) && !isFormer) return people
  const retired = isFormer ? undefined : await retire(userId, username, context)
  if (isRejection(retired)) return retired
  const erased = await erasePerson(context.pool, tenant, userId)
  if (!erased) return rejected('not-found')
  // The row of the operation log is written after the others were erased, and a reason may name the person.
  const subject = { userId, reason: await withoutNames(context.pool, reason, erased.names) }
  return { response: {}, subject, after: { userId } }
}

const retire = (userId: number, by: string, context: RequestContext): Promise<unknown> =>
  context.write((database) =>
    keepingAnAdministrator(database, async () => {
      const refused = await replaceRoles(database, userId, [])
      if (refused) return refused
      return setUserStatus(database, userId, InUse.enum.disabled, by)
    }),
  )
