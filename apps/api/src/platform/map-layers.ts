import { findMapLayer, keepMapLayer, listMapLayers } from '@nightflow/platform/settings/map-layers'
import type { MapContent } from '@nightflow/schemas/platform/map-layer'
import * as calls from '@nightflow/schemas/platform/map-layer-calls'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { contextOfRequest } from '../http/context-of-request.ts'
import { sendProblem } from '../http/problem.ts'
import { readRequest } from '../http/read-request.ts'
import { query, type Route, upload } from '../http/serve.ts'
import type { Upload } from '../http/uploads.ts'
import { runInThread } from '../threads/run-in-thread.ts'

/** A browser keeps a layer and asks whether it has changed: "not modified" is the usual answer. */
const contentRoute: Route = {
  endpoint: calls.findMapLayer,
  serve: async (dependencies, request, reply) => {
    const context = await contextOfRequest(dependencies, calls.findMapLayer, request)
    const { value } = readRequest(calls.findMapLayer, request)
    const found = await context.read((database) => findMapLayer(database, value.layerId))
    if (!found) return sendProblem(request, reply, rejected('not-found'))
    const tag = `"${found.version}"`
    reply.header('etag', tag).header('cache-control', 'private, no-cache').header('vary', 'authorization, cookie')
    if (request.headers['if-none-match']?.includes(tag)) return reply.code(304).send()
    return reply.type(`${calls.findMapLayer.jsonType}; charset=utf-8`).send(found.content)
  },
}

const readLayer = async (_: unknown, { bytes }: Upload): Promise<MapContent | Rejection> => {
  const read = await runInThread<MapContent | Rejection>(new URL('./geojson-thread.ts', import.meta.url), { bytes })
  return 'failed' in read ? rejected(read.failed === 'too-much' ? 'too-large' : 'map-layer-unreadable') : read.answer
}

export const mapLayerRoutes: readonly Route[] = [
  query(calls.listMapLayers, async (database) => ({ rows: await listMapLayers(database) })),
  contentRoute,
  upload(calls.uploadMapLayer, { queue: 'files', read: readLayer }, async ({ layerName, layerType }, content, context) => {
    const kept = await context.write((database) => keepMapLayer(database, { layerName, layerType, content }, context.caller.username))
    if (isRejection(kept)) return kept
    const features = content.features.length
    return { response: { layerId: kept.layerId, features }, after: { layerId: kept.layerId, features, isReplaced: kept.isReplaced } }
  }),
]
