import type { Queryable } from '@nightflow/platform/storage/platform-tables'
import type { Call } from '@nightflow/schemas/shared/endpoint'
import { valueIn } from '@nightflow/schemas/shared/object-of'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { RequestContext } from '../http/request-context.ts'
import { command, type Route } from '../http/serve.ts'

type Sorted = {
  change: (database: Queryable, id: number, values: { orderNum: number }, by: string) => Promise<boolean | Rejection>
}

/** Writes the order of rows of a tree, of all those named or of none. `ids` is the request's field that names them. */
export const sortRoute = (
  endpoint: Call<{ orderNums: number[] }, object>,
  { ids, store, visible }: { ids: string; store: Sorted; visible?: (context: RequestContext) => Promise<readonly number[] | undefined> },
): Route =>
  command(endpoint, async (request, context) => {
    const rows = [valueIn(request, ids)].flat().map(Number)
    const orders = request.orderNums
    if (rows.length !== orders.length) return rejected('request-invalid')
    const seen = await visible?.(context)
    if (seen && rows.some((row) => !seen.includes(row))) return rejected('not-found')
    const refusal = await context.write(async (database): Promise<Rejection | undefined> => {
      for (const [nth, row] of rows.entries()) {
        const changed = await store.change(database, row, { orderNum: orders[nth]! }, context.caller.username)
        if (isRejection(changed)) return changed
        if (!changed) return rejected('not-found')
      }
      return undefined
    })
    return refusal ?? { response: {}, after: { [ids]: rows, orderNums: orders } }
  })
