import { sql } from 'kysely'
import { type StoreOf, storeOf } from './resource-table.ts'

/** The statements that read a resource whose rows are kept in the log: removed rows stay in its read model, marked. */
export const recordedStoreOf = <R extends Parameters<typeof storeOf>[0]>(resource: R): Pick<StoreOf<R>, 'list' | 'scan' | 'find'> =>
  storeOf(resource, { only: sql<boolean>`not is_removed` })
