import { z } from 'zod'
import { permissionOf } from './calls-of-resource.ts'
import { endpoint } from './endpoint.ts'
import { HistoryRow, historyOf, historyPage } from './history.ts'
import { RowId } from './lists.ts'
import { objectOf } from './object-of.ts'

/** The call for the history of one row of a resource whose rows are kept in the log. */
export const historyCallOf = <const Id extends string>(
  { permission, noun, id }: { permission: string; noun: string; id: Id },
  path: `/api/v1/${string}`,
) =>
  endpoint({
    method: 'GET',
    path: `${path}/:${id}/history`,
    permission: permissionOf(permission, 'query'),
    summary: `What happened to a ${noun}, newest first; page on with \`before\``,
    request: z.object({ ...objectOf<Record<Id, typeof RowId>>([[id, RowId]]), ...historyPage }),
    response: historyOf(HistoryRow),
    row: HistoryRow,
  })
