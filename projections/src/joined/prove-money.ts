import type { EventLog, RecordedEvent } from '@nightflow/event-log/event-log'
import { ownConnection } from '@nightflow/event-log/postgres/database'
import { namedPerFault, namedPerProof, type ProofDifference, ProofPart, type ProofResult } from '@nightflow/schemas/audit/money-proof'
import type { ServiceEvent } from '@nightflow/schemas/events'
import type { Pool, PoolClient } from 'pg'
import { waitForViews } from '../projector/checkpoint.ts'
import { type FoundDifference, type MoneyCheck, moneyChecks } from './money-checks.ts'
import { MoneyFacts, moneyTypes } from './money-facts.ts'
import { nameDifferences } from './name-differences.ts'

type ProofOptions = {
  pool: Pool
  log: EventLog
  tenant: string
  /** Policies finish whatever a stopped process left, by this many seconds later at most: until then it is no difference. */
  graceSeconds?: number
  now?: Date
  onProgress?: (progress: { done: number; total: number; phase: 'events' | 'compare' }) => void
}

/** Pages of the log are all that is in memory. */
const pageLimits = { limit: 2_000, maximumBytes: 8 * 1024 * 1024 } as const
const graceSecondsUnlessGiven = 3_600
const viewsMillisecondsMax = 60_000

/**
 * Derives the money of a tenant from its events alone and compares it with the read models of the same position. The facts of the events are in
 * temporary tables, so that memory does not grow with the log; the read models are those of one snapshot, so that the projector goes on meanwhile.
 */
export const proveMoney = async (options: ProofOptions): Promise<ProofResult> => {
  const { pool, log, graceSeconds = graceSecondsUnlessGiven, now = new Date(), onProgress } = options
  const client = await ownConnection(pool)
  try {
    await client.query(factTables)
    const head = await log.head()
    const read = { position: 0, events: 0 }
    await gather(client, options, read, head)
    if (!(await waitForViews(pool, head, viewsMillisecondsMax)))
      throw new Error(`the read models did not reach position ${head} within a minute: is a projector running?`)
    await client.query('begin isolation level repeatable read')
    const position = await moneyPosition(client)
    await gather(client, options, read, position)
    await client.query('analyze proof_facts')
    onProgress?.({ done: position, total: position, phase: 'compare' })
    const settledBefore = Math.floor(now.getTime() / 1_000) - graceSeconds
    return { position, events: read.events, ...(await compare(client, options.tenant, settledBefore)) }
  } finally {
    // Its temporary tables go with it.
    client.release(true)
  }
}

const factTables = `
  create temporary table proof_facts (part text, measure text, key text, owner text not null, amount numeric not null, primary key (part, measure, key));
  create temporary table proof_identifiers (key text primary key, first int not null, last int not null, falls int not null)`

/** Read models of money are of the first shard. */
const moneyPosition = async (client: PoolClient): Promise<number> => {
  const { rows } = await client.query<{ position: number }>('select position::float8 as position from views.checkpoint where shard = 0')
  return rows[0]?.position ?? 0
}

type Read = { position: number; events: number }

/** Adds the events after those that were read, up to a position. */
const gather = async (client: PoolClient, { log, tenant, onProgress }: ProofOptions, read: Read, until: number): Promise<void> => {
  while (read.position < until) {
    const page = await log.readAll(read.position, { tenant, types: moneyTypes, untilPosition: until, ...pageLimits })
    const last = page.at(-1)?.position
    if (last === undefined) break
    const facts = new MoneyFacts()
    for (const event of page) facts.add(event as RecordedEvent & ServiceEvent)
    await keep(client, facts)
    read.events += page.length
    read.position = last
    onProgress?.({ done: last, total: until, phase: 'events' })
  }
  read.position = Math.max(read.position, until)
}

const keep = async (client: PoolClient, { facts, identifiers }: MoneyFacts): Promise<void> => {
  const columns = [
    facts.map(({ part }) => part),
    facts.map(({ measure }) => measure),
    facts.map(({ key }) => key),
    facts.map(({ owner }) => owner),
    facts.map(({ amount }) => amount),
  ]
  await client.query(
    `insert into proof_facts as known select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::numeric[])
     on conflict (part, measure, key) do update set amount = known.amount + excluded.amount,
       owner = case when known.owner = '' then excluded.owner else known.owner end`,
    columns,
  )
  if (identifiers.size === 0) return
  const spans = [...identifiers.values()]
  await client.query(
    `insert into proof_identifiers as known select * from unnest($1::text[], $2::int[], $3::int[], $4::int[])
     on conflict (key) do update set falls = known.falls + excluded.falls + (excluded.first <= known.last)::int,
       last = greatest(known.last, excluded.last)`,
    [[...identifiers.keys()], spans.map(({ first }) => first), spans.map(({ last }) => last), spans.map(({ falls }) => falls)],
  )
}

const compare = async (client: PoolClient, tenant: string, settledBefore: number): Promise<Pick<ProofResult, 'parts' | 'differences'>> => {
  const compared = await countCompared(client)
  const differing = new Map<ProofPart, number>()
  const differences: ProofDifference[] = []
  for (const check of moneyChecks) {
    const found = await differencesOf(client, check, tenant, settledBefore)
    differing.set(check.part, (differing.get(check.part) ?? 0) + (found[0]?.total ?? 0))
    differences.push(...(await nameDifferences(client, tenant, check, found)))
  }
  return {
    parts: ProofPart.options.map((part) => ({ part, compared: compared.get(part) ?? 0, differing: differing.get(part) ?? 0 })),
    differences: differences.slice(0, namedPerProof),
  }
}

const differencesOf = async (
  client: PoolClient,
  { sql }: MoneyCheck,
  tenant: string,
  settledBefore: number,
): Promise<FoundDifference[]> => {
  // Each check names the parameters that it needs; the others are named here, so that their types are known.
  const { rows } = await client.query<FoundDifference>(
    `select key, owner, derived::float8 as derived, shown::float8 as shown, count(*) over ()::int as total from (${sql}) differing
     where $1::text is not null and $2::bigint is not null order by key, owner limit ${namedPerFault}`,
    [tenant, settledBefore],
  )
  return rows
}

/** How many things of each part there are in the events. */
const countCompared = async (client: PoolClient): Promise<Map<string, number>> => {
  const { rows } = await client.query<{ part: string; compared: number }>(
    'select part, count(distinct key)::int as compared from proof_facts group by part',
  )
  return new Map(rows.map(({ part, compared }) => [part, compared]))
}
