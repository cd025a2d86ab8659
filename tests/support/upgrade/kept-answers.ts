import { callerOf } from './fill-utility.ts'

type Asker = 'north' | 'platform'
export type KeptAnswers = { tenant: Asker; path: string; answer: unknown }[]

/** Reads whose answers depend on the log and the tables alone, and neither on the clock nor on the version of the service. */
export const callsOf = ({ from, to }: { from: string; to: string }): readonly (readonly [Asker, string])[] => [
  ['north', '/api/v1/meters?limit=100'],
  ['north', '/api/v1/meters/gate'],
  ['north', '/api/v1/meters/house-8'],
  ['north', `/api/v1/meters/house-1/readings?from=${from}&to=${to}`],
  ['north', `/api/v1/meters/house-1/volumes?from=${from}&to=${to}`],
  ['north', '/api/v1/partitions'],
  ['north', `/api/v1/partitions/hill/night-flow?from=${from}&to=${to}`],
  ['north', `/api/v1/partitions/valley/balance?from=${from}&to=${to}`],
  ['north', '/api/v1/unclaimed-meters'],
  ['north', '/api/v1/quarantine'],
  ['north', '/api/v1/gateways'],
  ['north', '/api/v1/audit/events?limit=100'],
  ['north', '/api/v1/audit/streams?limit=100'],
  ['north', '/prod-api/report/alarm/processed/list'],
  ['north', '/prod-api/system/agent/list'],
  ['north', '/prod-api/system/dept/list'],
  ['north', '/prod-api/system/region/list'],
  ['north', '/prod-api/system/notice/list'],
  ['north', '/prod-api/system/config/list?configKey=utility.hotline'],
  ['platform', '/prod-api/system/carrier/list'],
  ['platform', '/prod-api/system/thirdParty/list'],
  ['platform', '/prod-api/system/dict/data/list?dictType=pipe_material'],
]

export const readAnswers = async (
  baseUrl: string,
  tokens: Record<Asker, string>,
  calls: readonly (readonly [Asker, string])[],
): Promise<KeptAnswers> => {
  const answers: KeptAnswers = []
  for (const [tenant, path] of calls) answers.push({ tenant, path, answer: await callerOf(baseUrl, tokens[tenant]).call('GET', path) })
  return answers
}
