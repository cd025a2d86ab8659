import { removeAvatars } from '@nightflow/platform/jobs/files'
import { departmentStore } from '@nightflow/platform/people/organisation-trees'
import { listRolesInUse } from '@nightflow/platform/people/roles'
import { findStaff, listStaff, type Staff, type StaffFilter } from '@nightflow/platform/people/staff'
import { keepingAnAdministrator, replaceRoles } from '@nightflow/platform/people/user-roles'
import { giveInitialPassword, insertStaff, removeUsers, settleUserTypes } from '@nightflow/platform/people/users'
import { hashPassword } from '@nightflow/platform/rules/password'
import { randomPassword } from '@nightflow/platform/rules/random-password'
import { endSessions } from '@nightflow/platform/sign-in/sessions'
import { inTransaction } from '@nightflow/platform/storage/in-transaction'
import { NewPassword } from '@nightflow/schemas/platform/account-rules'
import { nameOfRole } from '@nightflow/schemas/platform/built-in-roles'
import type { RoleRow } from '@nightflow/schemas/platform/role'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import type { InUse } from '@nightflow/schemas/shared/lists'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { z } from 'zod'
import type { RequestContext } from '../http/request-context.ts'
import type { Outcome } from '../http/run-command.ts'
import { scopeOf } from '../http/scope.ts'
import { tellOfChanges } from './change-notices.ts'
import { applyStaffChange, noticedAccount } from './change-staff.ts'
import { refuseHoldersBeyond, refuseStaffBeyond } from './own-rights.ts'
import { readPasswords } from './read-passwords.ts'
import { staffRowOf } from './staff-row.ts'

const { users } = resourceCalls
type Nothing = Record<string, never>

export const listUsers = async (request: RequestOf<typeof users.list> & Pick<StaffFilter, 'roleType'>, context: RequestContext) => {
  const scope = await scopeOf(context)
  const { rows, total } = await context.read((database) => listStaff(database, scope, request))
  return { rows: rows.map((row) => staffRowOf(row, context.language)), total }
}

/** People whom the caller sees; `not-found` unless all of them are. */
const seenStaff = async (ids: readonly number[], context: RequestContext): Promise<Staff[] | Rejection> => {
  const scope = await scopeOf(context)
  const people = await context.read((database) => findStaff(database, scope, ids))
  return people.length < new Set(ids).size ? rejected('not-found') : people
}

/** The same where something is about to be done to them: the caller must hold all that they hold. */
export const touchedStaff = async (ids: readonly number[], context: RequestContext): Promise<Staff[] | Rejection> => {
  const people = await seenStaff(ids, context)
  return isRejection(people) ? people : ((await refuseStaffBeyond(people, context)) ?? people)
}

/** Roles in use, named in the reader's language. */
export const rolesToChoose = async (context: RequestContext): Promise<z.infer<typeof RoleRow>[]> =>
  ((await context.read(listRolesInUse)) as z.infer<typeof RoleRow>[]).map((role) => ({
    ...role,
    roleName: nameOfRole(role, context.language),
  }))

export const findUser = async ({ userId }: { userId: number }, context: RequestContext) => {
  const found = await seenStaff([userId], context)
  if (isRejection(found)) return found
  const data = staffRowOf(found[0]!, context.language)
  return { data, roleIds: data.roleIds, postIds: [], roles: await rolesToChoose(context), posts: [] }
}

export const findRolesOfUser = async ({ userId }: { userId: number }, context: RequestContext) => {
  const found = await seenStaff([userId], context)
  if (isRejection(found)) return found
  const user = staffRowOf(found[0]!, context.language)
  return { user, roles: (await rolesToChoose(context)).map((role) => ({ ...role, flag: user.roleIds.includes(role.roleId) })) }
}

/** A person who sees some departments puts people into those only. */
export const refuseDepartment = async (deptId: number | null, context: RequestContext): Promise<Rejection | undefined> => {
  const { isAll, departments } = await scopeOf(context)
  if (deptId === null) return isAll ? undefined : rejected('department-missing')
  const isSeen = isAll || departments.includes(deptId)
  const isThere = isSeen && (await context.read((database) => departmentStore.find(database, deptId))) !== undefined
  return isThere ? undefined : rejected('department-missing')
}

/** A user with a first password of their own, which the answer shows this once. */
export const createUser = async (
  { roleIds, password, ...data }: RequestOf<typeof users.create>,
  context: RequestContext,
): Promise<Outcome<{ userId: number; initialPassword: string }> | Rejection> => {
  const refusal = (await refuseDepartment(data.deptId, context)) ?? (await refuseHoldersBeyond([{ roleIds, deptId: data.deptId }], context))
  if (refusal) return refusal
  const initialPassword = password ? await firstPassword(password, context) : randomPassword()
  if (isRejection(initialPassword)) return initialPassword
  const userId = await context.write(async (database) => {
    const id = await insertStaff(database, data, initialPassword, context.caller.username)
    if (isRejection(id)) return id
    const refused = await replaceRoles(database, id, roleIds)
    if (refused) return refused
    await settleUserTypes(database, [id])
    return id
  })
  return isRejection(userId) ? userId : { response: { userId, initialPassword }, after: { userId, ...data, roleIds } }
}

export const changeUser = async ({ userId, roleIds, userName: _, ...data }: RequestOf<typeof users.change>, context: RequestContext) => {
  const found = await touchedStaff([userId], context)
  if (isRejection(found)) return found
  const user = found[0]!
  const refusal = data.deptId === user.deptId ? undefined : await refuseDepartment(data.deptId, context)
  return refusal ?? applyStaffChange(user, { data, roleIds }, context)
}

export const changeStatus = async ({ userId, status }: { userId: number; status: InUse }, context: RequestContext) => {
  const found = await touchedStaff([userId], context)
  return isRejection(found) ? found : applyStaffChange(found[0]!, { status }, context)
}

export const giveRoles = async ({ userId, roleIds }: { userId: number; roleIds: readonly number[] }, context: RequestContext) => {
  const found = await touchedStaff([userId], context)
  return isRejection(found) ? found : applyStaffChange(found[0]!, { roleIds }, context)
}

export const removeUsersOf = async (
  { userId: ids }: { userId: number[] },
  context: RequestContext,
): Promise<Outcome<Nothing> | Rejection> => {
  const people = await touchedStaff(ids, context)
  if (isRejection(people)) return people
  if (people.some(({ userId }) => userId === context.caller.userId)) return rejected('own-account-stays')
  const removed = await context.write((database) =>
    keepingAnAdministrator(database, async () => {
      await removeAvatars(database, ids)
      return removeUsers(database, ids)
    }),
  )
  return isRejection(removed) ? removed : { response: {}, before: people }
}

/** A password that an administrator chose for a person's first sign-in. */
const firstPassword = async (sent: string, context: RequestContext): Promise<string | Rejection> => {
  const passwords = await readPasswords({ password: sent }, context)
  if (isRejection(passwords)) return passwords
  return NewPassword.safeParse(passwords[0]).success ? passwords[0]! : rejected('password-weak')
}

/** People whose password the caller may replace. One's own needs the present one, and a session that was found open does not show a new one. */
const rekeyed = async (userId: number, context: RequestContext): Promise<Staff[] | Rejection> =>
  userId === context.caller.userId ? rejected('own-contact-in-profile') : touchedStaff([userId], context)

const hand = async (user: Staff, password: string, context: RequestContext): Promise<void> => {
  const { userId } = user
  const hash = await hashPassword(password)
  await inTransaction(context.pool, async (client) => {
    await giveInitialPassword(client, userId, hash)
    await endSessions(client, userId, 'password-changed')
    await tellOfChanges(client, noticedAccount(user, context), ['password'], context.language)
  })
}

export const resetPassword = async (
  { userId }: { userId: number },
  context: RequestContext,
): Promise<Outcome<{ initialPassword: string }> | Rejection> => {
  const people = await rekeyed(userId, context)
  if (isRejection(people)) return people
  const initialPassword = randomPassword()
  await hand(people[0]!, initialPassword, context)
  return { response: { initialPassword }, after: { userName: people[0]!.userName } }
}

export const givePassword = async (
  { userId, password: sealed }: RequestOf<typeof users.givePassword>,
  context: RequestContext,
): Promise<Outcome<Nothing> | Rejection> => {
  const people = await rekeyed(userId, context)
  if (isRejection(people)) return people
  const password = await firstPassword(sealed, context)
  if (isRejection(password)) return password
  await hand(people[0]!, password, context)
  return { response: {}, after: { userName: people[0]!.userName } }
}
