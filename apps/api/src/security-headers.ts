import { listTenants } from '@nightflow/platform/tenants/tenants'
import { bridgeAddress } from '@nightflow/schemas/cards/bridge'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { tileOrigins } from './http/tile-origins.ts'

const tileHostsKeptMilliseconds = 60_000

/**
 * Headers that keep a browser from doing what the app never needs. The content security policy allows the app itself and the tile
 * servers that tenants have configured: the page is the same for all, because it is served before sign-in.
 */
export const registerSecurityHeaders = (
  app: FastifyInstance,
  { pool, inlineScriptHashes }: { pool: Pool; inlineScriptHashes: readonly string[] },
): void => {
  let hosts: { known: readonly string[]; until: number } = { known: [], until: 0 }
  const tileHosts = async (): Promise<readonly string[]> => {
    if (performance.now() >= hosts.until) {
      // A page without map tiles is better than no page: what was known stays when the database does not answer.
      const known = await listTenants(pool).then(hostsOf, () => hosts.known)
      hosts = { known, until: performance.now() + tileHostsKeptMilliseconds }
    }
    return hosts.known
  }
  app.addHook('onSend', async (request, reply, payload) => {
    reply.header('x-content-type-options', 'nosniff').header('referrer-policy', 'same-origin')
    if (!reply.hasHeader('x-frame-options')) reply.header('x-frame-options', 'DENY')
    reply.header('cross-origin-opener-policy', 'same-origin').header('cross-origin-resource-policy', 'same-origin')
    // "Not modified" carries no type, yet its headers replace those of the page that the browser kept.
    const isKeptPage = reply.statusCode === 304 && String(request.headers.accept ?? '').includes('text/html')
    const isPage = isKeptPage || String(reply.getHeader('content-type') ?? '').startsWith('text/html')
    if (reply.hasHeader('content-security-policy')) return payload
    const policy = isPage ? pagePolicy(await tileHosts(), inlineScriptHashes) : `default-src 'none'; frame-ancestors 'none'`
    reply.header('content-security-policy', policy)
    return payload
  })
}

const hostsOf = (tenants: Awaited<ReturnType<typeof listTenants>>): string[] => {
  const urls = tenants.flatMap(({ settings }) => [settings.tileUrl, settings.secondTileUrl]).filter((url) => url !== null)
  return [...new Set(urls.flatMap(tileOrigins))].slice(0, 50)
}

const pagePolicy = (tileHosts: readonly string[], scriptHashes: readonly string[]): string => {
  const tiles = tileHosts.join(' ')
  return [
    `default-src 'self'`,
    `script-src 'self' ${scriptHashes.join(' ')}`,
    // Components set style attributes and style elements; a style cannot read or send anything.
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data: blob: ${tiles}`,
    // The card desk talks to the bridge of the card reader on the person's own machine.
    `connect-src 'self' ${bridgeAddress} ${tiles}`,
    `font-src 'self' data:`,
    `worker-src 'self' blob:`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ]
    .map((directive) => directive.trim())
    .join('; ')
}
