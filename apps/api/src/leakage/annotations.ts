import { annotationDecider } from '@nightflow/domain/leakage/annotation-decider'
import { recordedStoreOf } from '@nightflow/platform/storage/recorded-store'
import { findAnnotationHistory } from '@nightflow/projections/leakage/annotations'
import { findForFigures } from '@nightflow/projections/leakage/night-flow'
import { listAnnotationHistory } from '@nightflow/schemas/leakage/annotation-calls'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { rejected } from '@nightflow/schemas/shared/rejections'
import { pagesAfter } from '../http/pages.ts'
import { ask, type Route } from '../http/serve.ts'
import { recordedRoutes } from '../resource/recorded-routes.ts'

const store = recordedStoreOf(resources.annotations)

export const annotationResourceRoutes = recordedRoutes(resourceCalls.annotations, store, {
  decider: annotationDecider,
  key: 'annotationKey',
  refuse: async ({ partitionId }, { read }) =>
    (await read((database) => findForFigures(database, partitionId))) ? undefined : rejected('partition-not-found'),
})

export const annotationRoutes: readonly Route[] = [
  ask(
    listAnnotationHistory,
    ({ annotationId, ...page }, { read }) =>
      read(async (database) => {
        const row = await store.find(database, annotationId)
        return row && findAnnotationHistory(database, row.annotationKey, page)
      }),
    pagesAfter(500, ({ position }) => ({ before: position as number })),
  ),
]
