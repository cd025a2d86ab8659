import type { FastifyInstance } from 'fastify'
import { registerFrameRoutes } from './metering/frame-routes.ts'
import { type IngestDependencies, ingestScope } from './shared/ingest-scope.ts'

/** Everything that gateways may send to, under `/ingest/v1`. */
export async function ingestRoutes(app: FastifyInstance, dependencies: IngestDependencies): Promise<void> {
  await ingestScope(app, dependencies, (scope) => {
    registerFrameRoutes(scope, dependencies)
  })
}
