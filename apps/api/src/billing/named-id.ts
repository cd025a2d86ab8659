import { createHash } from 'node:crypto'

/** The same identifier for the same name, a UUID of version 8. */
export const namedId = (name: string): string => {
  const digest = createHash('sha256').update(name).digest('hex')
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`
}
