import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import formbody from '@fastify/formbody'
import jwt from '@fastify/jwt'
import { answerClientError } from '@nightflow/ingest/shared/client-error'
import { requestTimeoutMilliseconds } from '@nightflow/ingest/shared/request-timeout'
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { type DependencyOptions, dependenciesOf } from './dependencies.ts'
import { registerDocumentation } from './documentation.ts'
import { answerError } from './http/answer-error.ts'
import { arrowMediaType, csvMediaType } from './http/choose-format.ts'
import { problemMediaType } from './http/problem.ts'
import type { Dependencies } from './http/request-context.ts'
import type { Route } from './http/serve.ts'
import { takeUploads } from './http/uploads.ts'
import { routes } from './routes.ts'
import { registerSecurityHeaders } from './security-headers.ts'
import { registerWeb } from './web.ts'

export type ApiOptions = DependencyOptions & {
  /** Folder of the built web app; without it only the API is served. */
  webRoot?: string
  logger?: FastifyBaseLogger
  /** Set it behind a proxy: its `X-Forwarded-For` is trusted. Lock-out counts by the address found so. */
  trustProxy?: boolean | string | string[]
}

const bodyBytesMax = 1024 * 1024
const signedBytesMax = 64 * 1024

/** The API and the web on one Fastify instance, not yet listening: the server adds what else it serves, then listens; tests inject. */
export const buildApi = (options: ApiOptions): FastifyInstance => {
  const { pool, tokenSecret } = options
  const dependencies = dependenciesOf(options)
  const app: FastifyInstance = fastify({
    ...(options.logger && { loggerInstance: options.logger }),
    // The server program writes one line per request, with the route's pattern instead of a path that may hold a name.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    bodyLimit: bodyBytesMax,
    requestTimeout: requestTimeoutMilliseconds,
    trustProxy: options.trustProxy ?? false,
    genReqId: () => randomUUID(),
    // Clients of the RuoYi kind ask for `/system/user/` where they mean `/system/user`; an empty parameter is no identifier.
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => {
      answerError(error, request as FastifyRequest, reply as FastifyReply)
    },
  })
  app.setErrorHandler(answerError)
  acceptEmptyJson(app)
  // Downloads of the back office are posted as forms.
  app.register(formbody, { bodyLimit: bodyBytesMax })
  app.register(jwt, { secret: tokenSecret, verify: { algorithms: ['HS256'] } })
  app.register(compress, {
    global: true,
    threshold: 1024,
    encodings: ['br', 'gzip'],
    customTypes: compressible,
    // Incoming bodies of the API are small and plain; ingest unpacks its own.
    globalDecompression: false,
  })
  const { inlineScriptHashes } = registerWeb(app, options.webRoot)
  registerSecurityHeaders(app, { pool, inlineScriptHashes })
  app.register(async (scope) => resourceRoutes(scope, dependencies))
  registerDocumentation(app)
  app.addHook('onReady', async () => {
    dependencies.sessions.start()
    dependencies.jobEnds.start()
  })
  // Before the server waits for the answers that are under way.
  app.addHook('preClose', async () => {
    dependencies.noticeStreams.stop()
    dependencies.payStreams.stop()
  })
  app.addHook('onClose', async () => {
    await dependencies.background.stop()
    await dependencies.jobEnds.stop()
    await dependencies.sessions.stop()
  })
  return app
}

/** Many clients name JSON as the type of every request. Without a body it is as if none was sent, and the endpoint says what is missing. */
const acceptEmptyJson = (app: FastifyInstance): void => {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined)
    else parse(request, body as string, done)
  })
}

const compressible = new RegExp(
  `^(text/(?!event-stream)|application/(json|javascript|xml|wasm)|image/svg\\+xml|${[problemMediaType, csvMediaType, arrowMediaType]
    .map((type) => type.replaceAll(/[.+]/g, '\\$&'))
    .join('|')})`,
)

/** Routes that take files are separate: no other route reads a multipart body. */
const resourceRoutes = async (scope: FastifyInstance, dependencies: Dependencies): Promise<void> => {
  const {
    uploading = [],
    signed = [],
    plain = [],
  } = Object.groupBy(Object.values(routes).flat(), ({ endpoint }) =>
    endpoint.takesBytes ? 'signed' : endpoint.upload === undefined ? 'plain' : 'uploading',
  )
  const serveIn = (place: FastifyInstance, served: readonly Route[]): void => {
    for (const { endpoint, serve } of served) {
      place.route({ method: endpoint.method, url: endpoint.path, handler: (request, reply) => serve(dependencies, request, reply) })
    }
  }
  serveIn(scope, plain)
  await scope.register(async (place) => {
    await takeUploads(place)
    serveIn(place, uploading)
  })
  // A platform signs the bytes of its callback: nothing takes them apart before the signature is checked.
  await scope.register(async (place) => {
    place.removeAllContentTypeParsers()
    place.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: signedBytesMax }, (_, body, done) => done(null, body))
    serveIn(place, signed)
  })
}
