/**
 * An API as a process of its own, to crash at a statement of what it is asked. Argument: JSON of `MoneyOrder`; without `crashAfter` it answers every
 * request, and prints how many statements that took.
 */

import { buildApi } from '@nightflow/api/app'
import type { EventLog } from '@nightflow/event-log/event-log'
import { personalEventLog } from '@nightflow/event-log/personal-event-log'
import { createPostgresEventLog } from '@nightflow/event-log/postgres/postgres-event-log'
import { loadTokenSecret } from '@nightflow/platform/sign-in/access-token'
import { settleOrders } from '@nightflow/policies/payments/settle-orders'
import { takeCallbacks } from '@nightflow/policies/payments/take-callbacks'
import type { TwoPassphrases } from '@nightflow/server/sealed-vending-keys'
import { openVendingModules } from '@nightflow/server/vending-modules'
import pg from 'pg'
import { runPolicies } from '../running-policies.ts'
import { crashAfterStatement } from './crash-after-statement.ts'

const moneyProcesses = 'crashing-money'

type AskedRequest = { method: 'POST' | 'PUT'; url: string; headers: Record<string, string>; payload: object | string }
export type MoneyOrder = {
  connectionString: string
  vending: { folder: string; passphrases: TwoPassphrases }
  requests: readonly AskedRequest[]
  /** Policies of payments run until this order of this account has brought its payment. */
  settles?: { stream: string; orderId: string }
  crashAfter?: number
}

const { connectionString, vending, requests, settles, crashAfter } = JSON.parse(process.argv[2] ?? '{}') as MoneyOrder

const settle = async (pool: pg.Pool, log: EventLog, { stream, orderId }: NonNullable<MoneyOrder['settles']>): Promise<void> => {
  const policies = runPolicies({ pool, log }, [settleOrders, takeCallbacks(pool)])
  const isPaid = async () => (await log.readStream(stream)).some(({ data }) => data.bankEntryId === orderId)
  while (!(await isPaid())) await new Promise((later) => setTimeout(later, 20))
  await policies.stop()
}

const work = async (): Promise<void> => {
  const url = new URL(connectionString)
  url.searchParams.set('application_name', moneyProcesses)
  const pool = new pg.Pool({ connectionString: url.href, max: 6 })
  const log = personalEventLog(createPostgresEventLog({ pool, connectionString: url.href }), pool)
  const tokenSecret = await loadTokenSecret(pool)
  const api = buildApi({ pool, log, tokenSecret, vending: openVendingModules(log, vending) })
  await api.ready()
  const statements = crashAfterStatement(moneyProcesses, crashAfter ?? Number.POSITIVE_INFINITY, { everywhere: true })
  for (const request of requests) {
    const answer = await api.inject(request)
    if (answer.statusCode >= 300) throw new Error(`${request.url}: ${answer.body}`)
  }
  if (settles) await settle(pool, log, settles)
  process.stdout.write(`statements ${statements()}`)
  process.exit(0)
}

await work()
