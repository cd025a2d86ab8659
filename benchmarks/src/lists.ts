import { buildApi } from '@nightflow/api/app'
import { personalEventLog } from '@nightflow/event-log/personal-event-log'
import { createPostgresEventLog } from '@nightflow/event-log/postgres/postgres-event-log'
import { issueAccessToken, loadTokenSecret } from '@nightflow/platform/sign-in/access-token'
import { createTenant } from '@nightflow/platform/tenants/tenants'
import type { Pool } from 'pg'
import { tenant } from './frames.ts'

/** A list appears at once. */
export const listMillisecondsMax = 100

export const named = (list: string, questions: Record<string, string>, urlOf: (query: string) => string): Record<string, string> =>
  Object.fromEntries(Object.entries(questions).map(([name, query]) => [`${list} ${name}`, urlOf(query)]))

/** An API over an empty log, with the calls of an administrator. A refusal is an error. */
export const startLists = async (pool: Pool, connectionString: string) => {
  const log = personalEventLog(createPostgresEventLog({ pool, connectionString }), pool)
  await createTenant(pool, { code: tenant, name: 'Bench', timeZone: 'Asia/Shanghai' })
  const tokenSecret = await loadTokenSecret(pool)
  const app = buildApi({ pool, log, tokenSecret })
  const headers = { authorization: `Bearer ${issueAccessToken(tokenSecret, { tenant, username: 'bench', role: 'admin' })}` }
  const ask = async (url: string, caller: Record<string, string> = headers): Promise<void> => {
    const answer = await app.inject({ url, headers: caller })
    const isRefused = url.startsWith('/prod-api') && (answer.json() as { code: number }).code !== 200
    if (answer.statusCode !== 200 || isRefused) throw new Error(`${url} answered ${answer.statusCode}: ${answer.body.slice(0, 300)}`)
  }
  return { app, log, headers, ask }
}

/** In turn, so that whatever else the machine does hits all of them. */
export const timeEach = async (questions: Record<string, string>, rounds: number, ask: (query: string) => Promise<void>) => {
  const milliseconds = new Map<string, number[]>(Object.keys(questions).map((name) => [name, []]))
  for (const query of Object.values(questions)) await ask(query)
  for (let round = 0; round < rounds; round++)
    for (const [name, query] of Object.entries(questions)) {
      const started = performance.now()
      await ask(query)
      milliseconds.get(name)!.push(performance.now() - started)
    }
  return Object.fromEntries(
    [...milliseconds].map(([name, each]) => [name, each.toSorted((a, b) => a - b)[Math.floor(each.length * 0.95)]!]),
  )
}
