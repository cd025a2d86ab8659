import { keepTending, tendingDefaults } from '@nightflow/projections/views/tend-views'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Role } from './role.ts'

type Parts = { pool: Pool; logger: Logger; compressAfterDays: number; retentionDays: number | undefined }

/**
 * Compresses old days of the read models where the database can, and retires those beyond the retention when one is set. It belongs to the
 * projector's process, but has a connection of its own, so that folding goes on meanwhile.
 */
export const startViewsKeeper = ({ pool, logger, compressAfterDays, retentionDays }: Parts): Role => {
  const stopping = new AbortController()
  const ended = keepTending({
    pool,
    signal: stopping.signal,
    compressAfterDays,
    retentionDays,
    chunksMax: tendingDefaults.chunksMax,
    onTended: ({ compressed, remaining, retired }) => {
      if (compressed + remaining + retired > 0) logger.info({ compressed, remaining, retired }, 'old days of the read models were tended')
    },
    onError: (error) => logger.warn({ err: error }, 'old days of the read models could not be tended; the next run tries again'),
  })
  return {
    ended,
    stop: async () => {
      stopping.abort()
      await ended
    },
  }
}
