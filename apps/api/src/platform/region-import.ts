import { regionStore } from '@nightflow/platform/people/organisation-trees'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { isRejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { FormOf } from '@nightflow/schemas/shared/resource'
import { noParent } from '@nightflow/schemas/shared/tree-place'
import type { PoolClient } from 'pg'
import type { RequestContext } from '../http/request-context.ts'
import type { CheckedRow } from '../resource/check-import.ts'
import { plainText } from '../resource/choices.ts'
import { importRoutes } from '../resource/import-routes.ts'
import { regionsSeen } from './organisation-trees.ts'
import { rowsSeen } from './tree-routes.ts'

const { regions } = resourceCalls

const prepare = async (context: RequestContext) => {
  const there = await rowsSeen(regions, regionStore, context, { visible: regionsSeen })
  const seesAll = (await regionsSeen(context)) === undefined
  const known = new Set(there.map(({ regionId }) => regionId))
  const named = Map.groupBy(there, ({ regionName }) => plainText(regionName))
  const numbersOf = new Map([...named].map(([name, rows]) => [name, rows.map(({ regionId }) => regionId)]))

  /** By number, or by a name that only one region has, be it one of the rows above. */
  const parentOf = (text: string): number | undefined => {
    const ids = numbersOf.get(plainText(text)) ?? []
    if (ids.length > 0) return ids.length === 1 ? ids[0] : undefined
    const id = /^\d{1,15}$/.test(text) ? Number(text) : undefined
    return id !== undefined && (id === noParent || known.has(id)) ? id : undefined
  }

  return {
    // Rows above may be what it names, so that it is looked up when they have been written.
    reading: { parentId: () => noParent },
    write: async (database: PoolClient, { values, texts }: CheckedRow<FormOf<typeof regions>>) => {
      const parentId = texts.parentId === undefined ? noParent : parentOf(texts.parentId)
      // The root level belongs to people who see all of the tree.
      if (parentId === undefined || (parentId === noParent && !seesAll)) return rejected('parent-missing')
      const id = await regionStore.create(database, { ...values, parentId }, context.caller.username)
      if (isRejection(id)) return id
      known.add(id)
      const name = plainText(values.regionName)
      numbersOf.set(name, [...(numbersOf.get(name) ?? []), id])
      return undefined
    },
  }
}

/** Regions by the spreadsheet, parents above what is below them. */
export const regionImportRoutes = importRoutes(regions, {
  noun: 'regions',
  form: regions.form,
  dictionaries: regions.dictionaries,
  prepare,
  columns: { 'name-taken': 'regionName', 'parent-missing': 'parentId' },
})
