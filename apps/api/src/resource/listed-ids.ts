import { viewsPosition } from '@nightflow/projections/projector/checkpoint'
import type { EventType } from '@nightflow/schemas/events'
import { type Rejection, type RejectionCode, rejected } from '@nightflow/schemas/shared/rejections'
import type { RequestContext } from '../http/request-context.ts'

/** A list whose rows are in a table, and are named by events of the log, which no foreign key sees. */
type List = {
  table: string
  id: string
  /** The field of events that names a row, at whichever depth. */
  field: string
  types: readonly EventType[]
  missing: RejectionCode
}

const ofMeters = ['devices.MeterRegistered', 'devices.MeterDetailsChanged', 'devices.MeterGrouped'] as const satisfies readonly EventType[]
export const lists = {
  customerTypes: {
    ...{ table: 'platform.customer_types', id: 'customer_type_id', field: 'customerTypeId', missing: 'customer-type-missing' },
    types: [
      ...(['customers.AccountOpened', 'customers.BillingSettingsChanged'] as const),
      ...(['billing.PriceSchemeDrafted', 'billing.PriceSchemeChanged', 'billing.PriceSchemePublished'] as const),
    ],
  },
  meterTypes: { table: 'platform.meter_types', id: 'meter_type_id', field: 'meterTypeId', missing: 'meter-type-missing', types: ofMeters },
  meterGroups: {
    table: 'platform.meter_groups',
    id: 'meter_group_id',
    field: 'meterGroupId',
    missing: 'meter-group-missing',
    types: ofMeters,
  },
} as const satisfies Record<string, List>
type ListName = keyof typeof lists

/**
 * Refuses identifiers that the list does not have, and keeps their rows until the command is stored: a removal waits, and then finds the event.
 * Called within a command.
 */
export const refuseUnlisted = async (
  { write }: RequestContext,
  name: ListName,
  ids: Iterable<number | null | undefined>,
): Promise<Rejection | undefined> => {
  const wanted = [...new Set([...ids].filter((id) => id !== null && id !== undefined))]
  if (wanted.length === 0) return undefined
  const { table, id, missing }: List = lists[name]
  const { rowCount } = await write((database) =>
    database.query(`select from ${table} where ${id} = any($1::bigint[]) order by ${id} for share`, [wanted]),
  )
  return rowCount === wanted.length ? undefined : rejected(missing)
}

/** Takes rows that are to be removed, so that no command names one of them any more before they are gone. Called within a command. */
export const holdListed = async ({ write }: RequestContext, name: ListName, ids: readonly number[]): Promise<void> => {
  const { table, id }: List = lists[name]
  await write((database) => database.query(`select from ${table} where ${id} = any($1::bigint[]) order by ${id} for update`, [ids]))
}

const pageEvents = 1000

/** Whether an event that the read models may not have yet names one of these rows. */
export const isNamedSinceViews = async (
  { log, pool, caller: { tenant } }: RequestContext,
  name: ListName,
  ids: readonly number[],
): Promise<boolean> => {
  const { field, types }: List = lists[name]
  for (let position = await viewsPosition(pool); ; ) {
    const page = await log.readAll(position, { types, tenant, limit: pageEvents })
    if (page.some(({ data }) => namesOneOf(data, field, ids))) return true
    if (page.length === 0) return false
    position = page.at(-1)!.position
  }
}

const namesOneOf = (part: unknown, field: string, ids: readonly number[]): boolean => {
  if (typeof part !== 'object' || part === null) return false
  return Object.entries(part).some(([name, value]) => (name === field && ids.includes(value as number)) || namesOneOf(value, field, ids))
}
