import { createHash } from 'node:crypto'

/** A UUID of version 7 that follows from batch and meter: a batch that is sent again takes no reading twice. */
export const readingIdOf = (batch: string, number: string, at: string): string => {
  const time = Math.max(0, Date.parse(at)).toString(16).padStart(12, '0')
  const digest = createHash('sha256').update(`${batch}/${number}`).digest('hex')
  const variant = ((Number.parseInt(digest.charAt(3), 16) & 3) | 8).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${digest.slice(0, 3)}-${variant}${digest.slice(4, 7)}-${digest.slice(7, 19)}`
}
