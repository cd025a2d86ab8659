import type { Staff } from '@nightflow/platform/people/staff'
import { keepingAnAdministrator, replaceRoles } from '@nightflow/platform/people/user-roles'
import { changeStaff, type StaffData, settleUserTypes, setUserStatus } from '@nightflow/platform/people/users'
import { endSessions } from '@nightflow/platform/sign-in/sessions'
import { InUse } from '@nightflow/schemas/shared/lists'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'
import type { RequestContext } from '../http/request-context.ts'
import type { Outcome } from '../http/run-command.ts'
import { changedContacts, type NoticedAccount, tellOfChanges } from './change-notices.ts'
import { refuseHoldersBeyond } from './own-rights.ts'

/** A change of a user's row and roles, at least one of them. */
export type StaffChange = { data?: StaffData; roleIds?: readonly number[] | undefined; status?: InUse }

const sameMembers = (left: readonly number[], right: readonly number[]): boolean =>
  new Set(left).size === new Set([...left, ...right]).size && new Set(right).size === new Set([...left, ...right]).size

const statusIn = ({ data, status }: StaffChange): InUse | undefined => status ?? (data?.status as InUse | undefined)
const newRolesIn = ({ roleIds }: StaffChange, user: Staff): readonly number[] | undefined =>
  roleIds && !sameMembers(roleIds, user.roleIds) ? roleIds : undefined
const changedPartsIn = ({ data }: StaffChange, user: Staff) => (data ? changedContacts(user, data) : [])

/** Rules about the caller: no one disables their own account, and no one gives more than they have. The caller may touch the user already. */
export const refuseStaffChange = async (user: Staff, change: StaffChange, context: RequestContext): Promise<Rejection | undefined> => {
  const isOwn = user.userId === context.caller.userId
  const newRoles = newRolesIn(change, user)
  if (isOwn && (statusIn(change) === InUse.enum.disabled || newRoles)) return rejected('own-account-stays')
  if (isOwn && changedPartsIn(change, user).length > 0) return rejected('own-contact-in-profile')
  // The caller's rights on the person are checked already; the roles that the person would have are checked here, in another department too.
  const holder = { roleIds: newRoles ?? user.roleIds, deptId: change.data ? change.data.deptId : user.deptId }
  return newRoles || holder.deptId !== user.deptId ? refuseHoldersBeyond([holder], context) : undefined
}

/** Writes a change that was not refused, on a connection of the request's tenant. */
export const writeStaffChange = (database: PoolClient, user: Staff, change: StaffChange, by: string): Promise<boolean | Rejection> =>
  keepingAnAdministrator(database, async () => {
    const { userId } = user
    const status = statusIn(change)
    const newRoles = newRolesIn(change, user)
    const written = change.data ? await changeStaff(database, userId, change.data, by) : true
    if (isRejection(written)) return written
    if (!change.data && status) await setUserStatus(database, userId, status, by)
    const refused = newRoles && (await replaceRoles(database, userId, newRoles))
    if (refused) return refused
    await settleUserTypes(database, [userId])
    return written
  })

/**
 * Effects of a change, with the service's own rights: the owner is notified at the address that was replaced, and the sessions of a disabled
 * account end. In the transaction of the command, so that no change is stored without its notice.
 */
export const followStaffChange = async (user: Staff, change: StaffChange, context: RequestContext): Promise<void> => {
  await tellOfChanges(context.pool, noticedAccount(user, context), changedPartsIn(change, user), context.language)
  if (statusIn(change) === InUse.enum.disabled) await endSessions(context.pool, user.userId, 'disabled')
}

export const applyStaffChange = async (
  user: Staff,
  change: StaffChange,
  context: RequestContext,
): Promise<Outcome<Record<string, never>> | Rejection> => {
  const refusal = await refuseStaffChange(user, change, context)
  if (refusal) return refusal
  const changed = await context.write((database) => writeStaffChange(database, user, change, context.caller.username))
  if (isRejection(changed)) return changed
  await followStaffChange(user, change, context)
  const status = statusIn(change)
  const newRoles = newRolesIn(change, user)
  return { response: {}, before: user, after: { ...change.data, ...(status && { status }), ...(newRoles && { roleIds: newRoles }) } }
}

export const noticedAccount = (
  { userName, email, areaCode, phonenumber, language }: Staff,
  { caller }: RequestContext,
): NoticedAccount => ({
  tenant: caller.tenant,
  username: userName,
  email,
  areaCode,
  phonenumber,
  language,
})
