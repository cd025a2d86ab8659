import type { InUse } from '@nightflow/schemas/shared/lists'
import type { ColumnType, Generated } from 'kysely'
import { type Compilable, DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { QueryResult, QueryResultRow } from 'pg'
import pg from 'pg'

type Json = ColumnType<unknown, string, string>
type Time = ColumnType<Date, Date | undefined, Date>
type OptionalTime = ColumnType<Date | null, Date | null | undefined, Date | null>

/** Tables of the back office are read and written through `resourceTable`, which names their columns itself. */
type Administered = Record<string, unknown>

/** The relational tables of the platform, schema `platform`. Facts, not read models: they are migrated and never rebuilt. */
export type PlatformTables = {
  'platform.tenants': {
    code: string
    name: string
    time_zone: string
    settings: Json
    kind: Generated<'normal' | 'trial'>
    created_at: Time
  }
  'platform.users': {
    tenant: string
    username: string
    nick_name: string | null
    password_hash: string
    status: Generated<InUse>
    user_id: Generated<string>
    must_change_password: Generated<boolean>
    created_at: Time
  }
  'platform.gateways': { tenant: string; name: string; key_hash: Buffer; created_at: Time; revoked_at: OptionalTime }
  'platform.device_profile_mappings': { tenant: string; profile: string; mapping: Json; saved_at: Time }
  'platform.operation_log': {
    id: Generated<string>
    tenant: string
    actor: string
    operation: string
    subject: Json
    outcome: string
    before: Json | null
    after: Json | null
    position: number | null
    address: string | null
    at: Time
  }
  'platform.login_log': {
    id: Generated<string>
    tenant: string
    username: string
    address: string
    outcome: 'pending' | 'accepted' | 'refused'
    at: Time
  }
  'platform.jobs': {
    id: string
    tenant: string
    kind: 'replay' | 'verify' | 'retry'
    status: 'waiting' | 'running' | 'succeeded' | 'failed'
    position: ColumnType<string | null, number | null, number | null>
    started_by: string
    started_at: Time
    ended_at: OptionalTime
    done: ColumnType<string, number, number>
    total: ColumnType<string, number, number>
    phase: string
    findings: Json
  }
  'platform.departments': Administered
  'platform.regions': Administered
  'platform.menus': Administered
  'platform.roles': Administered
  'platform.alarm_marks': Administered
  'platform.notices': Administered
  'platform.dictionary_types': Administered
  'platform.dictionary_data': Administered
  'platform.configuration': Administered
  'platform.carriers': Administered
  'platform.third_party_platforms': Administered
  'platform.outbox': Administered
  'platform.policy_checkpoints': { name: string; position: ColumnType<string, number, number>; saved_at: Time }
  'platform.secrets': { name: string; value: Buffer }
}

/** A pool or one of its connections. */
export type Queryable = { query<Row extends QueryResultRow>(sql: string, parameters?: unknown[]): Promise<QueryResult<Row>> }

/** Builds statements; it holds no connection. `rowsOf` runs them on whatever connection the caller is scoped to. */
export const platform = new Kysely<PlatformTables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (database) => new PostgresIntrospector(database),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

export const rowsOf = async <Row>(database: Queryable, statement: Compilable<Row>): Promise<Row[]> => {
  const { sql, parameters } = statement.compile()
  return (await database.query<Row & QueryResultRow>(sql, [...parameters])).rows
}

/** The statement with its values in it, each as a literal: what goes to the database as one of several statements has no parameters. */
export const withValues = (statement: Compilable): string => {
  const { sql, parameters } = statement.compile()
  return sql.replaceAll(/\$(\d+)/g, (_, place: string) => literalOf(parameters[Number(place) - 1]))
}

const literalOf = (value: unknown): string => {
  if (value === null) return 'null'
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  // A statement that is sent as text ends where it has the character zero.
  if (typeof value === 'string' && !value.includes('\0')) return pg.escapeLiteral(value)
  throw new TypeError(`not a value of a statement: ${typeof value}`)
}

export const firstRowOf = async <Row>(database: Queryable, statement: Compilable<Row>): Promise<Row | undefined> =>
  (await rowsOf(database, statement))[0]
