import type { RoleRow } from '@nightflow/schemas/platform/role'
import type { StaffRow } from '@nightflow/schemas/platform/staff-row'
import type { Pool } from 'pg'
import type { z } from 'zod'
import type { BackOffice, Enveloped } from './back-office.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** A signed-in person who fills in forms: `system/dept` is `/prod-api/system/dept`. */
export const clerkAt = (office: BackOffice, token: string, language = 'en') => {
  const call = (method: Method, path: string, payload?: object): Promise<Enveloped> =>
    office.call({ method, url: `/prod-api/${path}`, token, language, ...(payload && { payload }) })
  /** The answer's data, of a call that has to succeed. */
  const done = async <Data = Record<string, unknown>>(method: Method, path: string, payload?: object): Promise<Data> => {
    const answer = await call(method, path, payload)
    if (answer.code !== 200) throw new Error(`${method} ${path}: ${answer.msg} ${JSON.stringify(answer.errors ?? answer.reason)}`)
    return (answer.data ?? answer) as Data
  }
  /** The word of the refusal, of a call that has to be refused. */
  const refused = async (method: Method, path: string, payload?: object): Promise<string | undefined> => {
    const answer = await call(method, path, payload)
    return answer.code === 200 ? undefined : answer.reason
  }
  return { call, done, refused }
}
export type Clerk = ReturnType<typeof clerkAt>

export type Role = z.infer<typeof RoleRow>
export type People = { rows: StaffRow[]; total: number }

/** Identifiers of the menus that open these permissions. */
export const menusFor = async (pool: Pool, ...permissions: string[]): Promise<number[]> =>
  (await pool.query<{ id: string }>('select menu_id as id from platform.menus where perms = any($1)', [permissions])).rows.map(({ id }) =>
    Number(id),
  )

/** Set-up by an administrator: departments, roles and people. */
export const setUpBy = (admin: () => Clerk, office: BackOffice, pool: Pool) => {
  const newDepartment = async (deptName: string, parentId = 0): Promise<number> =>
    (await admin().done<{ deptId: number }>('POST', 'system/dept', { deptName, parentId })).deptId
  const roleId = async (roleKey: string): Promise<number> => {
    const { rows } = await admin().done<{ rows: Role[] }>('GET', `system/role/list?roleKey=${roleKey}`)
    return rows.find((role) => role.roleKey === roleKey)!.roleId
  }
  const newRole = async (roleKey: string, permissions: string[], more: object = {}): Promise<number> => {
    const form = { roleName: roleKey, roleKey, menuIds: await menusFor(pool, ...permissions), ...more }
    return (await admin().done<{ roleId: number }>('POST', 'system/role', form)).roleId
  }
  const newUser = (userName: string, more: object = {}) =>
    admin().done<{ userId: number; initialPassword: string }>('POST', 'system/user', { userName, nickName: userName, ...more })
  /** A person with a password of their own who does what their role allows. */
  const worker = async (userName: string, role: number, more: object = {}): Promise<Clerk & { userId: number }> => {
    const { userId } = await newUser(userName, { roleIds: [role], ...more })
    await pool.query(
      `update platform.users set must_change_password = false,
         password_hash = (select password_hash from platform.users where username = 'admin') where user_id = $1`,
      [userId],
    )
    return { ...clerkAt(office, await office.logIn(userName)), userId }
  }
  return { newDepartment, roleId, newRole, newUser, worker }
}
