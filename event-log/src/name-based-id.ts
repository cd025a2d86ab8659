import { hash } from 'node:crypto'

/** A UUID that follows from a name (RFC 9562, version 5). `namespace` is 32 hexadecimal digits, and must never change. */
export const nameBasedId = (namespace: string, name: string): string => {
  const digest = hash('sha1', Buffer.concat([Buffer.from(namespace, 'hex'), Buffer.from(name, 'utf8')]), 'buffer')
  digest[6] = (digest[6]! & 0x0f) | 0x50
  digest[8] = (digest[8]! & 0x3f) | 0x80
  const hex = digest.toString('hex', 0, 16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
