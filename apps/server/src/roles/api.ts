import { buildApi } from '@nightflow/api/app'
import type { OnRead } from '@nightflow/api/http/request-context'
import type { EventLog } from '@nightflow/event-log/event-log'
import { loadTokenSecret } from '@nightflow/platform/sign-in/access-token'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { VendingModules } from '../vending-modules.ts'

type Parts = {
  pool: Pool
  log: EventLog
  webFolder?: string
  logger: Logger
  trustProxy?: string[] | undefined
  onRead?: OnRead
  vending?: VendingModules | undefined
}

/** Answers, commands and the web, not yet listening. */
export const openApi = async (parts: Parts): Promise<FastifyInstance> =>
  buildApi({
    pool: parts.pool,
    log: parts.log,
    tokenSecret: await loadTokenSecret(parts.pool),
    logger: parts.logger,
    ...(parts.vending && { vending: parts.vending }),
    ...(parts.onRead && { onRead: parts.onRead }),
    ...(parts.trustProxy && { trustProxy: parts.trustProxy }),
    ...(parts.webFolder === undefined ? {} : { webRoot: parts.webFolder }),
  })
