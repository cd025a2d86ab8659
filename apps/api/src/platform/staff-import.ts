import { hashDrawnPassword } from '@nightflow/projections/platform/password'
import { randomPassword } from '@nightflow/projections/platform/random-password'
import { listRolesInUse } from '@nightflow/projections/platform/roles'
import { countTakenElsewhere } from '@nightflow/projections/platform/taken-elsewhere'
import { giveFirstRoles } from '@nightflow/projections/platform/user-roles'
import { insertStaffWithHash, isNameOfOwnTenant, settleUserTypes } from '@nightflow/projections/platform/users'
import { nameOfRole } from '@nightflow/schemas/platform/built-in-roles'
import type { RoleRow } from '@nightflow/schemas/platform/role'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { languageNames, languages } from '@nightflow/schemas/shared/language'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { TreeNode } from '@nightflow/schemas/shared/tree-resource'
import type { PoolClient } from 'pg'
import type { z } from 'zod'
import type { Asked } from '../shared/asked.ts'
import type { ImportRow } from '../shared/check-import.ts'
import { type Choice, choosing } from '../shared/choices.ts'
import { importRoutes } from '../shared/import-routes.ts'
import { departmentTree } from './organisation-trees.ts'
import { type Holder, refuseHoldersBeyond } from './own-rights.ts'
import { refuseDepartment } from './staff.ts'

const { users } = resourceCalls
type NewUser = RequestOf<typeof users.create>

const nodesIn = (nodes: readonly TreeNode[]): TreeNode[] => nodes.flatMap((node) => [node, ...nodesIn(node.children ?? [])])

const departmentChoices = async (asked: Asked): Promise<Choice<number>[]> =>
  nodesIn(await departmentTree(asked)).map(({ id, label }) => ({ value: id, label, names: [] }))

type RoleInUse = z.infer<typeof RoleRow>

/** Roles by name, a built-in one by its name in any language and by its key. */
const roleChoices = async (asked: Asked): Promise<Choice<number>[]> =>
  ((await asked.read(listRolesInUse)) as RoleInUse[]).map((role) => ({
    value: role.roleId,
    label: nameOfRole(role, asked.language),
    names: [role.roleKey, ...languages.map((language) => nameOfRole(role, language))],
  }))

/** Languages as they call themselves, and as each of the others does. */
const languageChoices: readonly Choice[] = languages.map((value) => ({
  value,
  label: languageNames[value],
  names: languages.map((reader) => new Intl.DisplayNames([reader], { type: 'language' }).of(value.split('-')[0]!)!),
}))

/** The same question is asked once, however many rows ask it. */
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

const prepare = async (asked: Asked) => {
  const departmentOf = choosing(await departmentChoices(asked))
  const roleOf = choosing(await roleChoices(asked))
  const refusedDepartment = remembered((deptId) => refuseDepartment(deptId === '' ? null : Number(deptId), asked))
  const refusedHolder = remembered((holder) => refuseHoldersBeyond([JSON.parse(holder) as Holder], asked))
  const made: number[] = []

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
    refuse: async (values: Record<string, unknown>) => {
      const { deptId, roleIds } = values as NewUser
      return (await refusedDepartment(String(deptId ?? ''))) ?? (await refusedHolder(JSON.stringify({ roleIds, deptId })))
    },
    write: async (database: PoolClient, row: ImportRow) => {
      const { roleIds, ...data } = row.values as NewUser
      const password = randomPassword()
      const hash = await hashDrawnPassword(password)
      const userId = await insertStaffWithHash(database, data, hash, asked.caller.username)
      if (isRejection(userId)) return userId
      made.push(userId)
      row.issued = { initialPassword: password }
      return roleIds.length > 0 ? giveFirstRoles(database, userId, roleIds) : undefined
    },
    mayTell: async (database: PoolClient, row: ImportRow, refusal: Rejection) =>
      !takenCodes.has(refusal.rejected) || isNameOfOwnTenant(database, row.values as NewUser),
    toldBefore: { count: await countTakenElsewhere(asked.pool, asked.caller.tenant, importOperation), max: takenElsewhereMax },
    settle: (database: PoolClient) => settleUserTypes(database, made),
  }
}

/** Staff by the spreadsheet: everything by what people call it or by its number, each with a first password of their own, which the result file shows. */
export const staffImportRoutes = importRoutes(users, {
  noun: 'users',
  form: users.form,
  dictionaries: users.dictionaries,
  choices: async (asked) => ({
    deptId: await departmentChoices(asked),
    language: languageChoices,
    roleIds: await roleChoices(asked),
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
