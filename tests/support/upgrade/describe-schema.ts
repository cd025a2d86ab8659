import type { Pool } from 'pg'

/** Schemas that a dump covers. Read models are among them: an upgraded service has to decide itself whether to keep or rebuild them. */
const schemasCovered = `(nspname in ('log', 'platform') or nspname ~ '^views')`
const relationsCovered = `relnamespace in (select oid from pg_namespace where ${schemasCovered})`

/** One query that answers statements in its column `sql`. Names in them are qualified because the search path is empty. */
type Part = string

const schemas: Part = `
  select format('create schema if not exists %I', nspname) as sql from pg_namespace where ${schemasCovered} order by nspname`

const columns = `
  (select string_agg(format('%I %s%s%s%s', attname, format_type(atttypid, atttypmod),
      case when attcollation <> typcollation then ' collate ' || (select format('%I.%I', nspname, collname)
        from pg_collation join pg_namespace on pg_namespace.oid = collnamespace where pg_collation.oid = attcollation) else '' end,
      case when attidentity <> '' then ' generated ' || case attidentity when 'a' then 'always' else 'by default' end || ' as identity'
        when attgenerated <> '' then ' generated always as (' || pg_get_expr(adbin, adrelid) || ') stored'
        when adbin is not null then ' default ' || pg_get_expr(adbin, adrelid) else '' end,
      case when attnotnull then ' not null' else '' end), ', ' order by attnum)
    from pg_attribute join pg_type on pg_type.oid = atttypid left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attrelid = pg_class.oid and attnum > 0 and not attisdropped)`

const tables: Part = `
  select format('create table %s (%s)%s%s', pg_class.oid::regclass, ${columns},
    coalesce(' partition by ' || pg_get_partkeydef(pg_class.oid), ''),
    coalesce(' with (' || array_to_string(reloptions, ', ') || ')', '')) as sql
  from pg_class where ${relationsCovered} and relkind in ('r', 'p') order by relispartition, pg_class.oid::regclass::text`

const storage: Part = `
  select format('alter table only %s alter column %I set storage %s', attrelid::regclass, attname,
    case attstorage when 'p' then 'plain' when 'e' then 'external' when 'm' then 'main' else 'extended' end) as sql
  from pg_attribute join pg_class on pg_class.oid = attrelid join pg_type on pg_type.oid = atttypid
  where ${relationsCovered} and relkind in ('r', 'p') and attnum > 0 and not attisdropped and attstorage <> typstorage
  order by attrelid::regclass::text, attnum`

const partitions: Part = `
  select format('alter table only %s attach partition %s %s', inhparent::regclass, inhrelid::regclass, pg_get_expr(relpartbound, inhrelid)) as sql
  from pg_inherits join pg_class on pg_class.oid = inhrelid where ${relationsCovered} and relkind in ('r', 'p') order by inhrelid::regclass::text`

const constraintsOf = (types: string): Part => `
  select format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(pg_constraint.oid)) as sql
  from pg_constraint join pg_class on pg_class.oid = conrelid
  where ${relationsCovered} and contype in (${types}) and conparentid = 0 and coninhcount = 0 order by contype desc, conrelid::regclass::text, conname`

const indexes: Part = `
  select pg_get_indexdef(indexrelid) as sql from pg_index join pg_class on pg_class.oid = indexrelid
  where ${relationsCovered} and not relispartition and indexrelid not in (select conindid from pg_constraint) order by indexrelid::regclass::text`

const functions: Part = `
  select pg_get_functiondef(pg_proc.oid) as sql from pg_proc join pg_namespace on pg_namespace.oid = pronamespace
  where ${schemasCovered} order by pg_proc.oid::regprocedure::text`

const triggers: Part = `
  select pg_get_triggerdef(pg_trigger.oid) as sql from pg_trigger join pg_class on pg_class.oid = tgrelid
  where ${relationsCovered} and not tgisinternal and tgparentid = 0 order by tgrelid::regclass::text, tgname`

const rowSecurity: Part = `
  select format('alter table %s %s row level security', pg_class.oid::regclass, kind) as sql
  from pg_class, lateral (values ('enable', relrowsecurity), ('force', relforcerowsecurity)) as security (kind, applies)
  where ${relationsCovered} and applies order by pg_class.oid::regclass::text, kind`

const policies: Part = `
  select format('create policy %I on %I.%I as %s for %s to %s%s%s', policyname, schemaname, tablename, permissive, cmd,
    -- Roles in the order of their names: the catalog has them in that of their identifiers.
    (select string_agg(case when role = current_user then 'current_user' else quote_ident(role) end, ', ' order by role) from unnest(roles) as role),
    coalesce(' using (' || qual || ')', ''), coalesce(' with check (' || with_check || ')', '')) as sql
  from pg_policies join pg_namespace on nspname = schemaname where ${schemasCovered} order by schemaname, tablename, policyname`

const objects = `(
  select 'schema ' || quote_ident(nspname) as object, nspowner as owner, nspacl as acl, null::name as field from pg_namespace where ${schemasCovered}
  union all select case relkind when 'S' then 'sequence ' else 'table ' end || pg_class.oid::regclass, relowner, relacl, null
    from pg_class where ${relationsCovered} and relkind in ('r', 'p', 'S')
  union all select 'table ' || pg_class.oid::regclass, relowner, attacl, attname
    from pg_class join pg_attribute on attrelid = pg_class.oid where ${relationsCovered} and relkind in ('r', 'p') and attacl is not null
  union all select 'function ' || pg_proc.oid::regprocedure, proowner, proacl, null
    from pg_proc join pg_namespace on pg_namespace.oid = pronamespace where ${schemasCovered}) as objects`

const closedFunctions: Part = `
  select format('revoke execute on %s from public', object) as sql from ${objects} where object like 'function %' and acl is not null order by object`

const grants: Part = `
  select format('grant %s on %s to %s', string_agg(lower(privilege_type) || coalesce(' (' || quote_ident(field) || ')', ''), ', ' order by privilege_type, field),
    object, grantee) as sql
  from (select object, owner, field, privilege_type, granted.grantee as role, case when granted.grantee = 0 then 'public'
      else quote_ident(pg_get_userbyid(granted.grantee)) end as grantee from ${objects}, lateral aclexplode(acl) as granted) as rights
  where role <> owner group by object, grantee order by object, grantee`

const owners: Part = `
  select format('alter %s owner to %I', object, pg_get_userbyid(owner)) as sql from ${objects}
  where field is null and object not like 'sequence %' and pg_get_userbyid(owner) <> current_user order by object`

const partsBeforeRows = [schemas, functions, tables, storage, partitions, constraintsOf(`'p', 'u', 'c', 'x'`), indexes]
const partsAfterRows = [constraintsOf(`'f'`), triggers, rowSecurity, policies, closedFunctions, grants, owners]

export type DescribedSchema = { beforeRows: string[]; afterRows: string[] }

/**
 * The statements that create the schemas of the service as they are in this database: what comes before rows, and what comes after them
 * (foreign keys, triggers, rights). Two databases with the same statements have the same schema. Refuses what it cannot describe.
 */
export const describeSchema = async (pool: Pool): Promise<DescribedSchema> => {
  const client = await pool.connect()
  try {
    await client.query(`begin read only; set local search_path to ''`)
    const { rows: foreign } = await client.query<{ name: string }>(
      `select pg_class.oid::regclass as name from pg_class where ${relationsCovered} and relkind not in ('r', 'p', 'i', 'I', 'S', 't')`,
    )
    if (foreign.length > 0) throw new Error(`cannot describe ${foreign.map(({ name }) => name).join(', ')}`)
    const statementsOf = async (parts: readonly Part[]): Promise<string[]> => {
      const statements: string[] = []
      for (const part of parts) for (const { sql } of (await client.query<{ sql: string }>(part)).rows) statements.push(sql)
      return statements
    }
    return { beforeRows: await statementsOf(partsBeforeRows), afterRows: await statementsOf(partsAfterRows) }
  } finally {
    await client.query('rollback')
    client.release()
  }
}
