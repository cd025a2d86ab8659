import type { DataScope } from '@nightflow/platform/people/data-scope'
import { listRolesInUse } from '@nightflow/platform/people/roles'
import { findStaffByName, type Staff } from '@nightflow/platform/people/staff'
import { giveFirstRoles } from '@nightflow/platform/people/user-roles'
import { insertStaffWithHash, isNameOfOwnTenant, type StaffData, settleUserTypes } from '@nightflow/platform/people/users'
import { hashDrawnPassword } from '@nightflow/platform/rules/password'
import { randomPassword } from '@nightflow/platform/rules/random-password'
import { countTakenElsewhere } from '@nightflow/platform/storage/taken-elsewhere'
import { nameOfRole } from '@nightflow/schemas/platform/built-in-roles'
import type { RoleRow } from '@nightflow/schemas/platform/role'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { languageNames, languages } from '@nightflow/schemas/shared/language'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { TreeNode } from '@nightflow/schemas/shared/tree-place'
import type { PoolClient } from 'pg'
import type { z } from 'zod'
import type { RequestContext } from '../http/request-context.ts'
import { holdsEverything, scopeOf } from '../http/scope.ts'
import type { CheckedRow } from '../resource/check-import.ts'
import { type Choice, choosing } from '../resource/choices.ts'
import { importRoutes } from '../resource/import-routes.ts'
import { rowChangeOf } from '../resource/row-change.ts'
import { followStaffChange, refuseStaffChange, type StaffChange, writeStaffChange } from './change-staff.ts'
import { departmentTree } from './organisation-trees.ts'
import { type Holder, refuseHoldersBeyond, refuseStaffBeyond } from './own-rights.ts'
import { refuseDepartment } from './staff.ts'

const { users } = resourceCalls
type NewUser = z.output<typeof users.form>
type StaffSheetRow = CheckedRow<NewUser>

const nodesIn = (nodes: readonly TreeNode[]): TreeNode[] => nodes.flatMap((node) => [node, ...nodesIn(node.children ?? [])])

const departmentChoices = async (context: RequestContext): Promise<Choice<number>[]> =>
  nodesIn(await departmentTree(context)).map(({ id, label }) => ({ value: id, label, names: [] }))

type RoleInUse = z.infer<typeof RoleRow>

/** Roles by name, a built-in one by its name in any language and by its key. */
const roleChoices = async (context: RequestContext): Promise<Choice<number>[]> =>
  ((await context.read(listRolesInUse)) as RoleInUse[]).map((role) => ({
    value: role.roleId,
    label: nameOfRole(role, context.language),
    names: [role.roleKey, ...languages.map((language) => nameOfRole(role, language))],
  }))

/** Languages as they call themselves, and as each of the others does. */
const languageChoices: readonly Choice[] = languages.map((value) => ({
  value,
  label: languageNames[value],
  names: languages.map((reader) => new Intl.DisplayNames([reader], { type: 'language' }).of(value.split('-')[0]!)!),
}))

/** The same query runs once, however many rows need it. */
const remembered = <Answer>(ask: (key: string) => Promise<Answer>): ((key: string) => Promise<Answer>) => {
  const known = new Map<string, Promise<Answer>>()
  return (key) => known.get(key) ?? known.set(key, ask(key)).get(key)!
}

const takenCodes: ReadonlySet<string> = new Set(['user-name-taken', 'email-taken', 'phone-taken'])
const importOperation = `${users.importData.method} ${users.importData.path}`

/**
 * Names count once in the whole service, so an import learns which of them other tenants have: so many in a day and no more. A preview learns
 * of its own tenant's alone.
 */
const takenElsewhereMax = 20

const prepare = async (context: RequestContext, { updates }: { updates: boolean }) => {
  const departmentOf = choosing(await departmentChoices(context))
  const roleOf = choosing(await roleChoices(context))
  const refusedDepartment = remembered((deptId) => refuseDepartment(deptId === '' ? null : Number(deptId), context))
  const refusedHolder = remembered((holder) => refuseHoldersBeyond([JSON.parse(holder) as Holder], context))
  const made: number[] = []
  const updating = updates ? new StaffUpdates(context, refusedDepartment, await scopeOf(context)) : undefined
  const refuseNew = async ({ deptId, roleIds }: NewUser): Promise<Rejection | undefined> =>
    (await refusedDepartment(String(deptId ?? ''))) ?? (await refusedHolder(JSON.stringify({ roleIds, deptId })))

  return {
    reading: {
      language: choosing(languageChoices),
      deptId: (text: string): number | Rejection => {
        const id = departmentOf(text)
        return isRejection(id) ? rejected('department-missing') : id
      },
      roleIds: (text: string): number[] | Rejection => {
        const ids = text.split(/[,;，；、]/, 50).map(roleOf)
        return ids.some(isRejection) ? rejected('role-missing') : (ids as number[])
      },
    },
    write: async (database: PoolClient, row: StaffSheetRow) => {
      const known = await updating?.find(database, row)
      if (known) return updating?.write(database, row, known)
      const refusal = await refuseNew(row.values)
      if (refusal) return refusal
      const { roleIds, ...data } = row.values
      const password = randomPassword()
      const hash = await hashDrawnPassword(password)
      const userId = await insertStaffWithHash(database, data, hash, context.caller.username)
      if (isRejection(userId)) return userId
      made.push(userId)
      row.issued = { initialPassword: password }
      return roleIds.length > 0 ? giveFirstRoles(database, userId, roleIds) : undefined
    },
    mayTell: async (database: PoolClient, row: StaffSheetRow, refusal: Rejection) =>
      !takenCodes.has(refusal.rejected) || isNameOfOwnTenant(database, row.values, updating?.userIdOf(row)),
    toldBefore: { count: await countTakenElsewhere(context.pool, context.caller.tenant, importOperation), max: takenElsewhereMax },
    settle: (database: PoolClient) => settleUserTypes(database, made),
    written: async (rows: readonly StaffSheetRow[]) => updating?.follow(rows),
  }
}

/** Changes of people whom the spreadsheet names and who exist, by the rules of the form that changes one of them. */
class StaffUpdates {
  readonly #context: RequestContext
  readonly #refusedDepartment: (deptId: string) => Promise<Rejection | undefined>
  readonly #scope: DataScope
  readonly #changes = new Map<StaffSheetRow, { user: Staff; change: StaffChange }>()

  constructor(context: RequestContext, refusedDepartment: (deptId: string) => Promise<Rejection | undefined>, scope: DataScope) {
    this.#context = context
    this.#refusedDepartment = refusedDepartment
    this.#scope = scope
  }

  /** The user that the row names. A user name outside the caller's data scope is in use, as it is for a new user. */
  find(database: PoolClient, { values }: StaffSheetRow): Promise<Staff | undefined> {
    return findStaffByName(database, this.#scope, values.userName)
  }

  async write(database: PoolClient, row: StaffSheetRow, user: Staff): Promise<Rejection | undefined> {
    const context = this.#context
    row.isUpdate = true
    if (!holdsEverything(context) && !context.caller.permissions.has(users.change.permission)) return rejected('permission-missing')
    const change = changeOf(row, user)
    if (isRejection(change)) return change
    this.#changes.set(row, { user, change })
    const isMoved = change.data.deptId !== user.deptId
    const refusal =
      (await refuseStaffBeyond([user], context)) ??
      (isMoved ? await this.#refusedDepartment(String(change.data.deptId ?? '')) : undefined) ??
      (await refuseStaffChange(user, change, context))
    if (refusal) return refusal
    const written = await writeStaffChange(database, user, change, context.caller.username)
    if (isRejection(written)) return written
    row.change = rowChangeOf(user.userId, user, { ...change.data, roleIds: change.roleIds })
    return undefined
  }

  /** The account that the row changes, which is no other account that has its names. */
  userIdOf(row: StaffSheetRow): number | undefined {
    return this.#changes.get(row)?.user.userId
  }

  async follow(rows: readonly StaffSheetRow[]): Promise<void> {
    for (const row of rows) {
      const changed = this.#changes.get(row)
      if (changed) await followStaffChange(changed.user, changed.change, this.#context)
    }
  }
}

/** The columns that the row fills; what it leaves empty stays. */
const changeOf = ({ texts, values }: StaffSheetRow, user: Staff): (StaffChange & { data: StaffData }) | Rejection => {
  const filled = Object.fromEntries(Object.entries(values).filter(([field]) => (texts[field] ?? '') !== ''))
  const { nickName } = values
  const { deptId, email, sex, language, status, remark, roleIds, ...merged } = { ...user, ...filled } as Staff
  // A number is one of its country, which the sheet may leave as it is.
  const contact = 'phonenumber' in filled || 'areaCode' in filled ? users.form.safeParse({ ...values, ...phoneIn(merged) }) : undefined
  if (contact && !contact.success) return rejected('request-invalid')
  const { areaCode, phonenumber } = contact?.data ?? merged
  return { data: { nickName, deptId, email, areaCode, phonenumber, sex, language, status, remark }, roleIds }
}

const phoneIn = ({ areaCode, phonenumber }: Pick<Staff, 'areaCode' | 'phonenumber'>) => ({ areaCode, phonenumber })

/** Staff by the spreadsheet: everything by what people call it or by its number, each with a first password of their own, which the result file shows. */
export const staffImportRoutes = importRoutes(users, {
  noun: 'users',
  canUpdate: true,
  form: users.form,
  dictionaries: users.dictionaries,
  choices: async (context) => ({
    deptId: await departmentChoices(context),
    language: languageChoices,
    roleIds: await roleChoices(context),
  }),
  prepare,
  columns: {
    'user-name-taken': 'userName',
    'email-taken': 'email',
    'phone-taken': 'phonenumber',
    'department-missing': 'deptId',
    'role-missing': 'roleIds',
    'beyond-own-rights': 'roleIds',
  },
})
