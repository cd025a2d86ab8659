import { lookup } from 'node:dns'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

export type GuardedRequest = {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  body?: string
}

export type Guard = {
  /** Hosts that operators of the service trust: they may have a private address and speak HTTP without TLS. With a port, that port alone is trusted. */
  trustedHosts: ReadonlySet<string>
  signal: AbortSignal
  millisecondsMax?: number
}

const millisecondsMax = 5_000
const answerBytesMax = 64 * 1024

/** A tenant named an address that the service does not call. */
export class AddressRefused extends Error {}

/** Addresses of this machine and of networks that are not the internet (IANA special-purpose registries). */
const inside = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  inside.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  ['::', 127],
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  inside.addSubnet(network, bits, 'ipv6')

const isInside = (address: string): boolean => inside.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/**
 * Calls an address that a tenant has configured. The address is checked when the connection is made, so that a name which resolves to another
 * address meanwhile reaches nothing inside. Redirects are answers like any other, and an answer is read to 64 KiB.
 */
export const guardedRequest = async (
  { method, url: address, headers, body }: GuardedRequest,
  { trustedHosts, signal, millisecondsMax: patience = millisecondsMax }: Guard,
): Promise<{ status: number; body: string }> => {
  const url = new URL(address)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isTrusted = trustedHosts.has(host) || trustedHosts.has(url.host)
  if (url.username !== '' || url.password !== '') throw new AddressRefused('the address carries a password')
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isTrusted)) throw new AddressRefused('the address is not https')
  if (isIP(host) !== 0 && isInside(host) && !isTrusted) throw new AddressRefused('the address is not public')
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>()
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(
    url,
    {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
      agent: false,
      signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
      ...(!isTrusted && { lookup: lookupOutside }),
    },
    (answer) => {
      const parts: Buffer[] = []
      let bytes = 0
      answer.on('data', (part: Buffer) => {
        bytes += part.length
        if (bytes > answerBytesMax) answer.destroy(new Error('the answer is too long'))
        else parts.push(part)
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(parts).toString('utf8') }))
      answer.on('error', reject)
    },
  )
  request.on('error', reject)
  request.end(body)
  return promise
}

const lookupOutside: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, found) => {
    if (error) return done(error, [])
    if (found.some(({ address }) => isInside(address))) return done(new AddressRefused('the address is not public'), [])
    const [first] = found
    if (options.all || !first) return done(null, found)
    done(null, first.address, first.family)
  })
}
