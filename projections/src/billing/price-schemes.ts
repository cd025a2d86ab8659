import { PriceSchemeStatus, PriceSchemeVersion, priceSchemes as resource } from '@nightflow/schemas/billing/price-scheme'
import { priceSchemeCommands } from '@nightflow/schemas/billing/price-scheme-calls'
import type { HistoryPage } from '@nightflow/schemas/shared/history'
import type { PoolClient } from 'pg'
import { z } from 'zod'
import { casesOf, defineEntity } from '../projector/entity.ts'
import { readHistory } from '../projector/entity-history.ts'
import { recordRows } from '../projector/record-rows.ts'

const rows = recordRows(resource, { status: PriceSchemeStatus.enum.drafted, version: 0, effectiveFrom: null })
const row = rows.row.extend({ versions: z.array(PriceSchemeVersion) })
type Row = z.output<typeof row>

/** The price schemes of a tenant: the draft, and the versions that were published of it. */
export const priceSchemes = defineEntity({
  name: 'billing/price-schemes',
  version: 2,
  table: 'price_schemes',
  key: ['priceSchemeName'],
  row,
  indexes: { id: '(tenant, price_scheme_id)' },
  evolve: {
    'billing.PriceSchemeDrafted': (_, event) => ({ ...rows.added(_, event), versions: [] }),
    'billing.PriceSchemeChanged': (seen, event) => seen && { ...seen, ...rows.changed(seen, event) },
    'billing.PriceSchemeRemoved': (seen) => seen && { ...seen, isRemoved: true },
    'billing.PriceSchemePublished': (seen, { data: { version, effectiveFrom, tariff } }) =>
      seen && {
        ...seen,
        status: PriceSchemeStatus.enum.published,
        version,
        effectiveFrom,
        versions: [...seen.versions, { version, effectiveFrom, tariff }],
      },
    ...casesOf(priceSchemeCommands.becomes, (seen: Row, change) => ({ ...seen, ...change })),
  },
  history: {
    sentences: 'billing:priceScheme',
    steps: {
      'billing.PriceSchemeDrafted': { step: 'added' },
      'billing.PriceSchemeChanged': { step: 'changed', tell: rows.changes },
      'billing.PriceSchemeRemoved': { step: 'removed' },
      'billing.PriceSchemePublished': {
        step: 'published',
        tell: ({ data: { version, effectiveFrom } }) => ({ facts: { version, effectiveFrom } }),
      },
      ...priceSchemeCommands.steps,
    },
  },
})

/** The history of one price scheme, newest first. */
export const priceSchemeHistory = (database: PoolClient, priceSchemeName: string, page: HistoryPage) =>
  readHistory(database, priceSchemes.entity, { priceSchemeName }, page)

/** The published versions of a scheme, the earliest first; undefined where there is no such scheme. */
export const findPriceSchemeVersions = async (database: PoolClient, priceSchemeId: number): Promise<PriceSchemeVersion[] | undefined> => {
  const { rows: found } = await database.query<{ versions: PriceSchemeVersion[] }>(
    'select versions from views.price_schemes where price_scheme_id = $1 and not is_removed',
    [priceSchemeId],
  )
  return found[0]?.versions
}

/** The same by the name of the scheme, with the number of its row. */
export const findVersionsOfName = async (
  database: PoolClient,
  priceSchemeName: string,
): Promise<{ priceSchemeId: number; versions: PriceSchemeVersion[] } | undefined> => {
  const { rows: found } = await database.query<{ priceSchemeId: number; versions: PriceSchemeVersion[] }>(
    'select price_scheme_id::float8 as "priceSchemeId", versions from views.price_schemes where price_scheme_name = $1 and not is_removed',
    [priceSchemeName],
  )
  return found[0]
}

/** Those of these price schemes that exist, with their state and the first day of their first version. */
export const knownSchemes = async (
  database: PoolClient,
  names: readonly string[],
): Promise<Map<string, { status: 'drafted' | 'published' | 'retired'; firstDay: string | null }>> => {
  if (names.length === 0) return new Map()
  const { rows: found } = await database.query<{ name: string; status: PriceSchemeStatus; firstDay: string | null }>(
    `select price_scheme_name as name, status, versions->0->>'effectiveFrom' as "firstDay" from views.price_schemes
     where price_scheme_name = any($1::text[]) and not is_removed`,
    [names],
  )
  return new Map(found.map(({ name, status, firstDay }) => [name, { status: statuses[status], firstDay }]))
}
const statuses = {
  [PriceSchemeStatus.enum.drafted]: 'drafted',
  [PriceSchemeStatus.enum.published]: 'published',
  [PriceSchemeStatus.enum.retired]: 'retired',
} as const

/** The published versions of every price scheme of the tenant by its name, the earliest first. */
export const versionsOfAllSchemes = async (database: PoolClient): Promise<ReadonlyMap<string, readonly PriceSchemeVersion[]>> => {
  const { rows: found } = await database.query<{ name: string; versions: PriceSchemeVersion[] }>(
    `select price_scheme_name as name, versions from views.price_schemes where not is_removed and jsonb_array_length(versions) > 0
     order by price_scheme_id limit ${schemesMax}`,
  )
  return new Map(found.map(({ name, versions }) => [name, versions]))
}
/** Schemes of one tenant that amounts are calculated by. */
const schemesMax = 10_000
