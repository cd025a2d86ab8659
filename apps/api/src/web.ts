import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendProblem } from './http/problem.ts'

/** Paths that belong to machines: an unknown one is a problem, never the app's page. */
const machinePaths = /^\/(api|prod-api|ingest|health|metrics)(\/|$|\?)/

/**
 * Serves the built web app from `webRoot` and its page for every screen's address. Files under `assets/` carry a hash in their names
 * and are kept for ever; the page that names them is revalidated each time.
 */
export const registerWeb = (app: FastifyInstance, webRoot: string | undefined): { inlineScriptHashes: string[] } => {
  const page = webRoot === undefined ? undefined : join(webRoot, 'index.html')
  const isBuilt = page !== undefined && existsSync(page)
  if (isBuilt) app.register(fastifyStatic, { root: webRoot!, cacheControl: false, preCompressed: true, setHeaders: sayHowLongToKeep })
  else if (webRoot !== undefined) app.log.warn(`no web app in ${webRoot}: run npm run build`)
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    if (isBuilt && isScreen(request)) return reply.sendFile('index.html')
    return sendProblem(request, reply, { rejected: 'not-found' }, { detail: `Nothing is served at ${request.method} ${pathOf(request)}.` })
  })
  return { inlineScriptHashes: isBuilt ? hashInlineScripts(readFileSync(page, 'utf8')) : [] }
}

const sayHowLongToKeep: NonNullable<FastifyStaticOptions['setHeaders']> = (reply, path) => {
  // A worker's requests follow the policy of its own file.
  if (/-worker\.js(\.br|\.gz)?$/.test(path)) reply.header('content-security-policy', `default-src 'self'`)
  reply.header('cache-control', /[\\/]assets[\\/]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache')
}

const pathOf = (request: FastifyRequest): string => request.url.split('?')[0]!.slice(0, 200)

/** A screen's address: requested by a browser, and not a file that is missing. */
const isScreen = (request: FastifyRequest): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  !machinePaths.test(request.url) &&
  !/\.[0-9a-z]{1,8}$/i.test(pathOf(request)) &&
  /text\/html|\*\/\*/.test(request.headers.accept ?? '*/*')

/** The scripts in the page itself, such as the one that sets dark mode before the first paint, named by their hash. */
const hashInlineScripts = (html: string): string[] =>
  [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script]) => `'sha256-${createHash('sha256').update(script!).digest('base64')}'`,
  )
