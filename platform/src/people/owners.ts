import { InUse } from '@nightflow/schemas/shared/lists'
import type { OwnedKind, Owner } from '@nightflow/schemas/shared/owner'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Queryable } from '../storage/platform-tables.ts'

type Found = { key: string; deptId: number | null; regionId: number | null }

/** The owners of these things, in the transaction's tenant; nothing of those without one. */
export const ownersOf = async (database: Queryable, kind: OwnedKind, keys: readonly string[]): Promise<Found[]> => {
  const { rows } = await database.query<Found>(
    `select key, dept_id::float8 as "deptId", region_id::float8 as "regionId" from platform.owners
     where tenant = current_setting('nightflow.tenant') and kind = $1 and key = any($2::text[]) order by key`,
    [kind, keys],
  )
  return rows
}

/** Gives things of the transaction's tenant another owner. Refused where department or region are not the tenant's. */
export const giveTo = async (
  database: Queryable,
  { kind, keys, owner: { deptId, regionId }, by }: { kind: OwnedKind; keys: readonly string[]; owner: Owner; by: string },
): Promise<Rejection | undefined> => {
  if (deptId === null && regionId === null) {
    await database.query(
      `delete from platform.owners where tenant = current_setting('nightflow.tenant') and kind = $1 and key = any($2::text[])`,
      [kind, keys],
    )
    return undefined
  }
  const { rows } = await database.query<{ hasDepartment: boolean; hasRegion: boolean }>(
    `select $1::bigint is null or exists (select from platform.departments where dept_id = $1) as "hasDepartment",
       $2::bigint is null or exists (select from platform.regions where region_id = $2) as "hasRegion"`,
    [deptId, regionId],
  )
  if (!rows[0]!.hasDepartment) return rejected('department-missing')
  if (!rows[0]!.hasRegion) return rejected('region-missing')
  await database.query(
    `insert into platform.owners (tenant, kind, key, dept_id, region_id, changed_by)
     select current_setting('nightflow.tenant'), $1, key, $3, $4, $5 from unnest($2::text[]) as given (key)
     on conflict (tenant, kind, key) do update
       set dept_id = excluded.dept_id, region_id = excluded.region_id, changed_by = excluded.changed_by, changed_at = now()`,
    [kind, [...new Set(keys)], deptId, regionId, by],
  )
  return undefined
}

type Name = { id: number; label: string }

/** Which names are wanted: those that contain `search`, and of them those of `ids` where these are given. */
export type NamesWanted = { search: string | undefined; limit: number; ids: readonly number[] | undefined }

/** Departments or regions of the tenant with the names of those above them, in the order of the names; one more than the limit where there are more. */
const namesOf = async (
  database: Queryable,
  [table, id, name]: readonly ['departments' | 'regions', string, string],
  { search, limit, ids }: NamesWanted,
): Promise<Name[]> => {
  const { rows } = await database.query<Name>(
    `with recursive named as (
       select ${id} as id, ${name} as label from platform.${table} where parent_id is null and status = '${InUse.enum.enabled}'
       union all select below.${id}, named.label || ' / ' || below.${name} from named join platform.${table} below on below.parent_id = named.id
         where below.status = '${InUse.enum.enabled}'
     ) select id::float8 as id, label from named
       where ($1::bigint[] is null or id = any($1)) and strpos(lower(label), lower($2)) > 0 order by label, id limit $3`,
    [ids ?? null, search ?? '', limit + 1],
  )
  return rows
}

export const departmentNames = (database: Queryable, wanted: NamesWanted): Promise<Name[]> =>
  namesOf(database, ['departments', 'dept_id', 'dept_name'], wanted)

export const regionNames = (database: Queryable, wanted: NamesWanted): Promise<Name[]> =>
  namesOf(database, ['regions', 'region_id', 'region_name'], wanted)

/** The department of a person. */
export const homeOf = async (database: Queryable, userId: number): Promise<number | null> =>
  (await database.query<{ home: number | null }>('select dept_id::float8 as home from platform.users where user_id = $1', [userId])).rows[0]
    ?.home ?? null
