import Fastify, { type FastifyInstance } from 'fastify'
import type { OpenApiDocument } from './http/describe-api.ts'

/** The documents are made here and their script comes with the package: no other host is contacted. */
const documentationPolicy =
  `default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; ` +
  `font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'`

/** OpenAPI at `/api/openapi.json`, the same for people at `/api/docs`. Both are made when they are first asked for: no start waits for them. */
export const registerDocumentation = (app: FastifyInstance): void => {
  let document: Promise<string> | undefined
  app.get('/api/openapi.json', async (_, reply) => {
    document ??= openApiDocument().then((described) => JSON.stringify(described))
    return reply
      .header('cache-control', 'no-cache')
      .type('application/json; charset=utf-8')
      .send(await document)
  })
  let pages: Promise<FastifyInstance> | undefined
  for (const path of [pagesPath, `${pagesPath}/*`])
    app.get(path, async ({ url }, reply) => {
      pages ??= openPages()
      const { statusCode, headers, rawPayload } = await (await pages).inject(url)
      return reply
        .code(statusCode)
        .headers({ ...headers, 'content-security-policy': documentationPolicy, 'cache-control': 'no-cache' })
        .send(rawPayload)
    })
  app.addHook('onClose', async () => (await pages)?.close())
}

const pagesPath = '/api/docs'

/** The OpenAPI document of everything that the service answers to clients. */
export const openApiDocument = async (): Promise<OpenApiDocument> => {
  const [{ describeApi }, { ingestOpenApiPaths }, { gatewayKeySecurity }, { endpoints }] = await Promise.all([
    import('./http/describe-api.ts'),
    import('@nightflow/ingest/ingest-openapi'),
    import('@nightflow/ingest/shared/openapi'),
    import('@nightflow/schemas/endpoints'),
  ])
  return describeApi(endpoints, { paths: ingestOpenApiPaths, securitySchemes: gatewayKeySecurity })
}

/** The pages of the library as a service of their own without a port: it knows no way to come to them later than at the start. */
const openPages = async (): Promise<FastifyInstance> => {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const pages = Fastify()
  await pages.register(scalar, {
    routePrefix: pagesPath,
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
  return pages
}
