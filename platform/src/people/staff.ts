import { rowsByCursor } from '@nightflow/event-log/postgres/rows-by-cursor'
import type { StaffRow } from '@nightflow/schemas/platform/staff-row'
import { type RawBuilder, sql } from 'kysely'
import type { QueryResultRow } from 'pg'
import { firstRowOf, platform, type Queryable, rowsOf } from '../storage/platform-tables.ts'
import { conditionsOfMoments } from '../storage/resource-table.ts'
import type { DataScope } from './data-scope.ts'

const compiled = <Row>(raw: RawBuilder<Row>) => ({ compile: () => raw.compile(platform) })

const fields: Record<string, RawBuilder<unknown>> = {
  userId: sql`u.user_id`,
  userName: sql`u.username`,
  nickName: sql`u.nick_name`,
  deptId: sql`u.dept_id`,
  deptName: sql`d.dept_name`,
  email: sql`u.email`,
  areaCode: sql`u.area_code`,
  phonenumber: sql`u.phonenumber`,
  sex: sql`u.sex`,
  userType: sql`u.user_type`,
  status: sql`u.status`,
  language: sql`u.language`,
  mustChangePassword: sql`u.must_change_password`,
  loginIp: sql`u.last_login_address`,
  loginDate: sql`u.last_login_at`,
  remark: sql`u.remark`,
  createBy: sql`u.create_by`,
  createTime: sql`u.created_at`,
  updateBy: sql`u.update_by`,
  updateTime: sql`u.update_time`,
}

const rolesHeld = (what: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`array(select ${what} from platform.user_roles held join platform.roles r using (tenant, role_id)
    where held.user_id = u.user_id order by r.role_sort, r.role_id)`

const selection = sql.join([
  ...Object.entries(fields).map(([name, expression]) => sql`${expression} as ${sql.ref(name)}`),
  sql`${rolesHeld(sql`r.role_id`)} as "roleIds"`,
  sql`${rolesHeld(sql`jsonb_build_object('roleKey', r.role_key, 'roleName', r.role_name, 'builtIn', r.built_in)`)} as roles`,
])
const source = sql`platform.users u left join platform.departments d on d.tenant = u.tenant and d.dept_id = u.dept_id`

/** A row as the driver answers it. */
type StoredRow = QueryResultRow

type HeldRole = { roleKey: string; roleName: string; builtIn: boolean }
/** A user with the names of roles as they are stored; the API translates them. */
export type Staff = Omit<StaffRow, 'roleNames' | 'dept'> & { roles: HeldRole[] }

const staffOf = (row: StoredRow): Staff => {
  const plain = Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value])
  const numbers = { userId: Number(row.userId), deptId: row.deptId === null ? null : Number(row.deptId) }
  return { ...Object.fromEntries(plain), ...numbers, roleIds: (row.roleIds as string[]).map(Number) } as Staff
}

const isNotErased = sql<boolean>`not starts_with(u.username, 'erased-')`
/** Accounts within the reader's scope whose personal data is not erased. */
const within = ({ isAll, departments, ownUserId }: DataScope): RawBuilder<boolean> =>
  isAll ? isNotErased : sql<boolean>`${isNotErased} and (u.dept_id = any(${departments}::bigint[]) or u.user_id = ${ownUserId})`

/** Filters of a list of people. `roleId` names a role that they hold, `lacks` one that they do not. */
export type StaffFilter = {
  userName?: string | undefined
  nickName?: string | undefined
  phonenumber?: string | undefined
  email?: string | undefined
  status?: string | undefined
  deptId?: number | undefined
  roleId?: number | undefined
  lacks?: number | undefined
  roleType?: 'general' | 'agent' | undefined
  beginTime?: string | undefined
  endTime?: string | undefined
}

const holds = (roleId: number): RawBuilder<boolean> =>
  sql<boolean>`exists (select from platform.user_roles held where held.user_id = u.user_id and held.role_id = ${roleId})`

const holdsOfType = (roleType: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from platform.user_roles held join platform.roles r using (tenant, role_id)
    where held.user_id = u.user_id and r.role_type = ${roleType})`

const conditionsOf = (filter: StaffFilter): RawBuilder<boolean>[] => {
  const { deptId, roleId, lacks, roleType, status } = filter
  const contained = (['userName', 'nickName', 'phonenumber', 'email'] as const).flatMap((name) =>
    filter[name] === undefined ? [] : [sql<boolean>`position(lower(${filter[name]}::text) in lower(${fields[name]!})) > 0`],
  )
  return [
    ...contained,
    ...(status === undefined ? [] : [sql<boolean>`u.status = ${status}`]),
    ...(deptId === undefined
      ? []
      : [
          sql<boolean>`u.dept_id in (with recursive below as (
            select ${deptId}::bigint as dept_id
            union select c.dept_id from below join platform.departments c on c.parent_id = below.dept_id) select dept_id from below)`,
        ]),
    ...(roleId === undefined ? [] : [holds(roleId)]),
    ...(lacks === undefined ? [] : [sql<boolean>`not ${holds(lacks)}`]),
    ...(roleType === undefined ? [] : [holdsOfType(roleType)]),
    ...conditionsOfMoments(fields.createTime!, filter),
  ]
}

type Page = { pageNum?: number; pageSize?: number; orderByColumn?: string | undefined; isAsc?: string | undefined }

const orderOf = ({ orderByColumn, isAsc = 'asc' }: Page): RawBuilder<unknown> => {
  const direction = isAsc.startsWith('desc') ? sql`desc` : sql`asc`
  // The request names the field: only an own key of the list is one.
  const known = orderByColumn !== undefined && Object.hasOwn(fields, orderByColumn) ? fields[orderByColumn] : undefined
  return known ? sql`${known} ${direction} nulls last, u.user_id ${direction}` : sql`u.user_id asc`
}

/** People of the request's tenant whom `scope` lets the reader see. */
export const listStaff = async (
  database: Queryable,
  scope: DataScope,
  { pageNum = 1, pageSize = 20, ...request }: StaffFilter & Page,
): Promise<{ rows: Staff[]; total: number }> => {
  const where = sql.join([within(scope), ...conditionsOf(request)], sql` and `)
  const skipped = (pageNum - 1) * pageSize
  const page = sql<StoredRow>`select ${selection} from ${source} where ${where} order by ${orderOf(request)} limit ${pageSize} offset ${skipped}`
  const rows = await rowsOf(database, compiled(page))
  const counted = await firstRowOf(database, compiled(sql<{ total: number }>`select count(*)::int as total from ${source} where ${where}`))
  return { rows: rows.map(staffOf), total: counted?.total ?? 0 }
}

/** All of these people in batches, in the same order; the connection must be in a transaction. */
export async function* scanStaff(database: Queryable, scope: DataScope, request: StaffFilter & Page): AsyncGenerator<Staff[]> {
  const where = sql.join([within(scope), ...conditionsOf(request)], sql` and `)
  const all = sql`select ${selection} from ${source} where ${where} order by ${orderOf(request)}`
  for await (const rows of rowsByCursor<StoredRow>(database, all.compile(platform))) yield rows.map(staffOf)
}

/** Those of the people whom the reader may see, by their identifiers. */
export const findStaff = async (database: Queryable, scope: DataScope, userIds: readonly number[]): Promise<Staff[]> => {
  const found = sql<StoredRow>`select ${selection} from ${source} where ${within(scope)} and u.user_id = any(${userIds}::bigint[]) order by u.user_id`
  return (await rowsOf(database, compiled(found))).map(staffOf)
}

/** The person of that user name, upper and lower case alike, where the reader may see them. */
export const findStaffByName = async (database: Queryable, scope: DataScope, userName: string): Promise<Staff | undefined> => {
  const found = sql<StoredRow>`select ${selection} from ${source} where ${within(scope)} and lower(u.username) = lower(${userName})`
  const row = await firstRowOf(database, compiled(found))
  return row && staffOf(row)
}
