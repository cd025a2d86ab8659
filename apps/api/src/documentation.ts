import { ingestOpenApiPaths } from '@nightflow/ingest/ingest-openapi'
import { gatewayKeySecurity } from '@nightflow/ingest/shared/openapi'
import { endpoints } from '@nightflow/schemas/endpoints'
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'
import { describeApi } from './http/describe-api.ts'

/** The documents are made here and their script comes with the package: no other host is contacted. */
const documentationPolicy =
  `default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; ` +
  `font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'`

/** OpenAPI at `/api/openapi.json`, the same for people at `/api/docs`. */
export const registerDocumentation = (app: FastifyInstance): void => {
  let document: string | undefined
  // Made when it is first asked for: half a second that no start has to wait for.
  const describe = () => {
    document ??= JSON.stringify(describeApi(endpoints, { paths: ingestOpenApiPaths, securitySchemes: gatewayKeySecurity }))
    return document
  }
  app.register(async (scope) => {
    scope.get('/api/openapi.json', (_, reply) =>
      reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(describe()),
    )
  })
  app.register(async (scope) => {
    scope.addHook('onRequest', async (_, reply) => {
      reply.header('content-security-policy', documentationPolicy).header('cache-control', 'no-cache')
    })
    await scope.register(scalar, {
      routePrefix: '/api/docs',
      logLevel: 'silent',
      configuration: {
        url: '/api/openapi.json',
        pageTitle: 'Nightflow API',
        withDefaultFonts: false,
        telemetry: false,
        hideClientButton: true,
        showDeveloperTools: 'never',
        agent: { disabled: true },
        mcp: { disabled: true },
      },
    })
  })
}
