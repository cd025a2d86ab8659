import { storeOf } from '@nightflow/platform/storage/resource-table'
import { tokenHistory } from '@nightflow/projections/prepaid/tokens'
import { listTokenHistory } from '@nightflow/schemas/prepaid/token-calls'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { pagesAfter } from '../http/pages.ts'
import { ask, type Route } from '../http/serve.ts'
import { logRoutes } from '../resource/resource-routes.ts'

export const tokenResourceRoutes = logRoutes(resourceCalls.tokens, storeOf(resources.tokens), {})

export const tokenRoutes: readonly Route[] = [
  ask(
    listTokenHistory,
    ({ tokenNo, ...page }, { read }) => read((database) => tokenHistory(database, tokenNo, page)),
    pagesAfter(500, ({ position }) => ({ before: position as number })),
  ),
]
