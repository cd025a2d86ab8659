import type { EventLog } from '@nightflow/event-log/event-log'
import { type IngestRouteDependencies, ingestRoutes } from '@nightflow/ingest/ingest-routes'
import { hashGatewayKey } from '@nightflow/ingest/shared/gateway-keys'
import fastify, { type FastifyInstance, type InjectOptions, type LightMyRequestResponse } from 'fastify'
import { type ComparedAnswers, compareAnswers } from '../api/documented-answers.ts'

export const northKey = 'nfk_northnorthnorthnorthnorth'
export const southKey = 'nfk_southsouthsouthsouthsouth'

export type IngestApp = {
  app: FastifyInstance
  /** Keys that are valid now; taking one out revokes it. */
  gateways: Map<string, { tenant: string; name: string }>
  post(body: unknown, options?: Partial<InjectOptions>): Promise<LightMyRequestResponse>
  compared: ComparedAnswers
}

/** Ingest only, on the given log, with a gateway of each of two utilities. */
export async function ingestApp(
  log: Pick<EventLog, 'append' | 'findEvent' | 'readStream'>,
  more: Partial<IngestRouteDependencies> = {},
): Promise<IngestApp> {
  const gateways = new Map([
    [hashGatewayKey(northKey).toString('hex'), { tenant: 'north', name: 'tower' }],
    [hashGatewayKey(southKey).toString('hex'), { tenant: 'south', name: 'tower' }],
  ])
  const app = fastify()
  const compared = compareAnswers(app)
  await ingestRoutes(app, { log, findGateway: async (keyHash) => gateways.get(keyHash.toString('hex')), ...more })
  await app.ready()
  const post = (body: unknown, { headers, ...options }: Partial<InjectOptions> = {}) =>
    app.inject({
      method: 'POST',
      url: '/ingest/v1/frames',
      payload: Buffer.isBuffer(body) || typeof body === 'string' ? body : JSON.stringify(body),
      headers: { authorization: `Bearer ${northKey}`, 'content-type': 'application/json', ...headers },
      ...options,
    })
  return { app, gateways, post, compared }
}
