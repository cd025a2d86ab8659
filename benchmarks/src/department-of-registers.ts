import { issueSessionToken, loadTokenSecret } from '@nightflow/platform/sign-in/access-token'
import { startSession } from '@nightflow/platform/sign-in/sessions'
import { DataScope } from '@nightflow/schemas/platform/role'
import type { Pool } from 'pg'
import { tenant } from './frames.ts'

/** Of every so many accounts and meters the department owns one. */
const ownedOneOf = 10

/** The token of a person who sees one of two departments, which owns a tenth of the accounts and meters. */
export const startDepartment = async (pool: Pool): Promise<string> => {
  const { rows } = await pool.query<{ dept: string }>(
    `insert into platform.departments (tenant, dept_name) values ($1, 'Measured'), ($1, 'Other') returning dept_id as dept`,
    [tenant],
  )
  const { dept } = rows[0]!
  for (const [kind, table, key] of [
    ['account', 'views.accounts', 'account_no'],
    ['meter', 'views.meters', 'number'],
  ])
    await pool.query(
      `insert into platform.owners (tenant, kind, key, dept_id, changed_by)
       select tenant, $2, ${key}, $3, 'bench' from ${table} where tenant = $1 and id % ${ownedOneOf} = 0`,
      [tenant, kind, dept],
    )
  await pool.query('vacuum analyze platform.owners')
  const user = await pool.query<{ id: string }>(
    `with person as (
       insert into platform.users (tenant, username, nick_name, password_hash, dept_id) values ($1, 'measured', 'Measured', 'none', $2) returning user_id
     ), role as (
       insert into platform.roles (tenant, role_name, role_key, data_scope) values ($1, 'Measured', 'measured', '${DataScope.enum.ownDepartment}') returning role_id
     ), menus as (
       insert into platform.role_menus (tenant, role_id, menu_id) select $1, role_id, menu_id from role cross join platform.menus
         where perms in ('devices:meter:read', 'customers:account:list')
     ) insert into platform.user_roles (tenant, role_id, user_id) select $1, role_id, user_id from role cross join person returning user_id as id`,
    [tenant, dept],
  )
  const session = await startSession(pool, { userId: Number(user.rows[0]!.id), tenant, address: '192.0.2.1', client: 'bench' })
  return issueSessionToken(await loadTokenSecret(pool), session)
}
