import { itemOf, ratioOf, typedOf } from '@nightflow/domain/billing/charging-item-rules'
import type { ChargingItem, TypedItem } from '@nightflow/schemas/billing/charging-item'
import { surchargeSchemeCommands } from '@nightflow/schemas/billing/surcharge-calls'
import { surchargeSchemes as resource, SchemeStatus } from '@nightflow/schemas/billing/surcharge-scheme'
import { minorPerUnit } from '@nightflow/schemas/billing/tariff'
import type { HistoryPage } from '@nightflow/schemas/shared/history'
import type { PoolClient } from 'pg'
import { z } from 'zod'
import { casesOf, defineEntity } from '../projector/entity.ts'
import { changesBetween, readHistory } from '../projector/entity-history.ts'
import { recordRows } from '../projector/record-rows.ts'

const rows = recordRows(resource, { status: SchemeStatus.enum.enabled, isUsed: false, itemCount: 0, ratioPercent: 0 })
const row = rows.row.extend({ schemeId: z.uuid() })
type Row = z.output<typeof row>

const namedMax = 5

/** The items of a scheme in its row: as people typed them, counted, and the share of a payment that they take. */
const withItems = (items: readonly ChargingItem[]) => ({
  items: items.map(typedOf),
  itemCount: items.length,
  ratioPercent: ratioOf(items) / minorPerUnit,
})

const itemsIn = (items: readonly ChargingItem[]) => ({
  count: items.length,
  names:
    items
      .slice(0, namedMax)
      .map(({ itemName }) => itemName)
      .join(', ') + (items.length > namedMax ? ' …' : ''),
})

/** The surcharge schemes of a tenant with their items. */
export const surchargeSchemes = defineEntity({
  name: 'billing/surcharge-schemes',
  version: 2,
  table: 'surcharge_schemes',
  key: ['schemeId'],
  row,
  indexes: { id: '(tenant, surcharge_scheme_id)' },
  evolve: {
    'billing.SurchargeSchemeAdded': (_, event) => ({
      ...rows.added(_, event),
      ...withItems(event.data.items),
      schemeId: event.data.schemeId,
    }),
    'billing.SurchargeSchemeChanged': (seen, event) => seen && { ...seen, ...rows.changed(seen, event), ...withItems(event.data.items) },
    'billing.SurchargeSchemeRemoved': (seen) => seen && { ...seen, isRemoved: true },
    ...casesOf(surchargeSchemeCommands.becomes, (seen: Row, change) => ({ ...seen, ...change })),
    'billing.SurchargeSchemeUsed': (seen) => seen && { ...seen, isUsed: true },
  },
  history: {
    sentences: 'billing:surchargeScheme',
    steps: {
      'billing.SurchargeSchemeAdded': { step: 'added', tell: ({ data }) => ({ facts: itemsIn(data.items) }) },
      'billing.SurchargeSchemeChanged': {
        step: 'changed',
        tell: ({ data }, { before, after }) => ({
          facts: itemsIn(data.items),
          changes: changesBetween(before ?? {}, after, ['schemeName', 'itemCount', 'ratioPercent']),
        }),
      },
      'billing.SurchargeSchemeRemoved': { step: 'removed' },
      ...surchargeSchemeCommands.steps,
      'billing.SurchargeSchemeUsed': { step: 'used' },
    },
  },
})

/** The history of one scheme, newest first; undefined where there is none. */
export const schemeHistory = async (database: PoolClient, surchargeSchemeId: number, page: HistoryPage) => {
  const { rows: found } = await database.query<{ scheme_id: string }>(
    'select scheme_id from views.surcharge_schemes where surcharge_scheme_id = $1',
    [surchargeSchemeId],
  )
  return found[0] && readHistory(database, surchargeSchemes.entity, { schemeId: found[0].scheme_id }, page)
}

export type KnownScheme = {
  surchargeSchemeId: number
  schemeId: string
  schemeName: string
  status: SchemeStatus
  items: ChargingItem[]
}

/** A scheme that was not removed, by the number of its row or by its own identifier. */
export const findScheme = async (
  database: PoolClient,
  by: { surchargeSchemeId: number } | { schemeId: string },
): Promise<KnownScheme | undefined> => {
  const [column, value] = 'schemeId' in by ? ['scheme_id', by.schemeId] : ['surcharge_scheme_id', by.surchargeSchemeId]
  const { rows: found } = await database.query<Omit<KnownScheme, 'items'> & { items: TypedItem[] }>(
    `select surcharge_scheme_id::float8 as "surchargeSchemeId", scheme_id as "schemeId", scheme_name as "schemeName", status, items
     from views.surcharge_schemes where ${column} = $1 and not is_removed`,
    [value],
  )
  return found[0] && { ...found[0], items: found[0].items.map(itemOf) }
}
