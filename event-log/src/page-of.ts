import type { ReadAllOptions } from './event-log.ts'

/** Size of a page without a size in the call; a reader gets no more than the maximum. */
const pageDefaults = { limit: 1000, maximumBytes: 8 * 1024 * 1024 } as const
const pageMaximum = { limit: 20_000, maximumBytes: 128 * 1024 * 1024 } as const

export const pageOf = (options: ReadAllOptions): { limit: number; maximumBytes: number } => ({
  limit: Math.max(1, Math.min(options.limit ?? pageDefaults.limit, pageMaximum.limit)),
  maximumBytes: Math.min(options.maximumBytes ?? pageDefaults.maximumBytes, pageMaximum.maximumBytes),
})
