import { unpackFrame } from '@nightflow/domain/metering/unpack-frame'
import type { RecordedEvent } from '@nightflow/event-log/event-log'
import type { ImportWithdrawn } from '@nightflow/schemas/metering/imports'
import type { ReadingsReported } from '@nightflow/schemas/metering/report-readings'
import type { ClientBase } from 'pg'
import { defineProjection, type Session } from '../projector/projection.ts'

/**
 * Which meters an import named, so that a withdrawal finds the days that it brought; and which imports each shard knows to be withdrawn. The
 * fold of days reads both, and comes first: at a withdrawal it finds what pages before this one wrote.
 */
export const importedMeters = defineProjection({
  name: 'metering/imported-meters',
  version: 1,
  events: ['metering.ReadingsReported', 'metering.ImportWithdrawn'],
  tables: {
    imported_meters: `create table imported_meters (
      tenant text not null,
      import_id text not null,
      number text not null,
      primary key (tenant, import_id, number)
    )`,
    withdrawn_imports: `create table withdrawn_imports (
      tenant text not null,
      import_id text not null,
      shard smallint not null,
      primary key (tenant, import_id, shard)
    )`,
  },
  isSharded: true,
  open: async (session) => {
    const withdrawn = await loadWithdrawnImports(session)
    return async ({ events }) => {
      for (const { type, data, metadata } of events)
        if (type === 'metering.ImportWithdrawn') await withdraw(session, withdrawn, metadata.tenant, (data as ImportWithdrawn).importId)
      await addMeters(session, withdrawn, events)
    }
  },
})

/** Imports that do not count any more, as `importKey`. */
export type WithdrawnImports = Set<string>
export const importKey = (tenant: string, importId: string): string => `${tenant}/${importId}`

export const loadWithdrawnImports = async ({ client, shard }: Session): Promise<WithdrawnImports> => {
  const stored = await client.query<{ tenant: string; import_id: string }>(
    'select tenant, import_id from withdrawn_imports where shard = $1',
    [shard.index],
  )
  return new Set(stored.rows.map(({ tenant, import_id }) => importKey(tenant, import_id)))
}

/** Numbers of the shard's meters that an import named. */
export const findImportedMeters = async ({ client, shard }: Pick<Session, 'client' | 'shard'>, tenant: string, importId: string) => {
  const named = await client.query<{ number: string }>('select number from imported_meters where tenant = $1 and import_id = $2', [
    tenant,
    importId,
  ])
  return named.rows.map(({ number }) => number).filter((number) => shard.owns(tenant, number))
}

const withdraw = async (session: Session, withdrawn: WithdrawnImports, tenant: string, importId: string): Promise<void> => {
  withdrawn.add(importKey(tenant, importId))
  const { client, shard } = session
  await client.query('insert into withdrawn_imports values ($1, $2, $3) on conflict do nothing', [tenant, importId, shard.index])
  await client.query('delete from imported_meters where tenant = $1 and import_id = $2 and number = any ($3)', [
    tenant,
    importId,
    await findImportedMeters(session, tenant, importId),
  ])
}

type Imported = { tenant: string; importId: string; number: string }

const addMeters = async ({ client, shard }: Session, withdrawn: WithdrawnImports, events: readonly RecordedEvent[]): Promise<void> => {
  const named = new Map<string, Imported>()
  for (const { type, data, packed, metadata } of events) {
    if (type !== 'metering.ReadingsReported' || !packed) continue
    const { importId } = data as ReadingsReported
    const { tenant } = metadata
    if (importId === undefined || withdrawn.has(importKey(tenant, importId))) continue
    for (const number of unpackFrame(packed).meters)
      if (shard.owns(tenant, number)) named.set(`${importKey(tenant, importId)}/${number}`, { tenant, importId, number })
  }
  if (named.size > 0) await insertMeters(client, [...named.values()])
}

const insertMeters = async (client: ClientBase, added: readonly Imported[]): Promise<void> => {
  await client.query('insert into imported_meters select * from unnest($1::text[], $2::text[], $3::text[]) on conflict do nothing', [
    added.map(({ tenant }) => tenant),
    added.map(({ importId }) => importId),
    added.map(({ number }) => number),
  ])
}
