import type { RecordedEvent } from '@nightflow/event-log/event-log'
import type { listImports as listImportsEndpoint } from '@nightflow/schemas/metering/endpoints'
import type { ImportCompleted, ImportDeclared, ImportRow, ImportWithdrawn } from '@nightflow/schemas/metering/imports'
import type { ReadingsReported } from '@nightflow/schemas/metering/report-readings'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import type { ClientBase, PoolClient } from 'pg'
import { defineProjection } from '../projector/projection.ts'

/** Every import with what it brought. Counts are exact because a frame's event is applied once, with the checkpoint. */
export const imports = defineProjection({
  name: 'metering/imports',
  version: 1,
  events: ['metering.ImportDeclared', 'metering.ImportCompleted', 'metering.ImportWithdrawn', 'metering.ReadingsReported'],
  tables: {
    imports: `create table imports (
      tenant text not null,
      import_id text not null,
      details jsonb not null,
      declared_at timestamptz not null,
      completed_at timestamptz,
      withdrawal jsonb,
      frames bigint not null,
      readings bigint not null,
      rejected bigint not null,
      first_at timestamptz,
      last_at timestamptz,
      primary key (tenant, import_id)
    )`,
  },
  open:
    async ({ client }) =>
    async ({ events }) => {
      for (const event of events) if (event.type !== 'metering.ReadingsReported') await takeState(client, event)
      await addBrought(client, events)
    },
})

const takeState = async (client: ClientBase, { type, data, metadata: { tenant } }: RecordedEvent): Promise<void> => {
  if (type === 'metering.ImportDeclared') {
    const { importId, declaredAt } = data as ImportDeclared
    await client.query('insert into imports values ($1, $2, $3, $4, null, null, 0, 0, 0, null, null) on conflict do nothing', [
      tenant,
      importId,
      JSON.stringify(data),
      declaredAt,
    ])
  }
  if (type === 'metering.ImportCompleted') {
    const { importId, completedAt } = data as ImportCompleted
    await client.query('update imports set completed_at = $3 where tenant = $1 and import_id = $2', [tenant, importId, completedAt])
  }
  if (type === 'metering.ImportWithdrawn') {
    const { importId } = data as ImportWithdrawn
    await client.query('update imports set withdrawal = $3 where tenant = $1 and import_id = $2', [tenant, importId, JSON.stringify(data)])
  }
}

type Brought = {
  tenant: string
  importId: string
  frames: number
  readings: number
  rejected: number
  firstAt: string | null
  lastAt: string | null
}

const addBrought = async (client: ClientBase, events: readonly RecordedEvent[]): Promise<void> => {
  const brought = new Map<string, Brought>()
  for (const { type, data, metadata } of events) {
    if (type !== 'metering.ReadingsReported') continue
    const { importId, accepted, rejected, firstAt, lastAt } = data as ReadingsReported
    if (importId === undefined) continue
    const key = `${metadata.tenant}/${importId}`
    const sum = brought.get(key) ?? {
      tenant: metadata.tenant,
      importId,
      frames: 0,
      readings: 0,
      rejected: 0,
      firstAt: null,
      lastAt: null,
    }
    sum.frames += 1
    sum.readings += accepted
    sum.rejected += rejected.length
    if (firstAt && (!sum.firstAt || firstAt < sum.firstAt)) sum.firstAt = firstAt
    if (lastAt && (!sum.lastAt || lastAt > sum.lastAt)) sum.lastAt = lastAt
    brought.set(key, sum)
  }
  for (const { tenant, importId, frames, readings, rejected, firstAt, lastAt } of brought.values())
    await client.query(
      `update imports set frames = frames + $3, readings = readings + $4, rejected = rejected + $5,
         first_at = least(first_at, $6::timestamptz), last_at = greatest(last_at, $7::timestamptz)
       where tenant = $1 and import_id = $2`,
      [tenant, importId, frames, readings, rejected, firstAt, lastAt],
    )
}

type StoredImport = {
  import_id: string
  details: ImportDeclared
  completed_at: Date | null
  withdrawal: ImportWithdrawn | null
  frames: number
  readings: number
  rejected: number
  first_at: Date | null
  last_at: Date | null
}

/** Newest first; ids begin with the time of the declaration. `total` counts all of them, whatever `before` and `page` say. */
export const listImports = async (
  database: PoolClient,
  { limit, before, page }: RequestOf<typeof listImportsEndpoint>,
): Promise<ResponseOf<typeof listImportsEndpoint>> => {
  const stored = await database.query<StoredImport>(
    `select import_id, details, completed_at, withdrawal, frames::float8 as frames, readings::float8 as readings,
       rejected::float8 as rejected, first_at, last_at
     from views.imports where $1::text is null or import_id < $1 order by import_id desc limit $2 offset $3`,
    [before ?? null, limit, (page - 1) * limit],
  )
  const total = await database.query<{ total: number }>('select count(*)::int as total from views.imports')
  return { rows: stored.rows.map(toImportRow), total: total.rows[0]!.total }
}

const toImportRow = (stored: StoredImport): ImportRow => {
  const { kind, fileName, settings, declaredAt, declaredBy } = stored.details
  const { withdrawal } = stored
  return {
    importId: stored.import_id,
    kind,
    fileName,
    settings: settings.map(({ name, value }) => `${name} ${value}`).join(', '),
    state: withdrawal ? 'withdrawn' : stored.completed_at ? 'complete' : 'started',
    declaredAt,
    declaredBy,
    frames: stored.frames,
    readings: stored.readings,
    rejected: stored.rejected,
    firstAt: stored.first_at?.toISOString() ?? null,
    lastAt: stored.last_at?.toISOString() ?? null,
    withdrawnAt: withdrawal?.withdrawnAt ?? null,
    withdrawnBy: withdrawal?.withdrawnBy ?? null,
    reason: withdrawal?.reason ?? null,
  }
}
