import { moneyProofJob } from '@nightflow/schemas/audit/job-kinds'
import { type MoneyProof, type ProofDifference, ProofResult, proofsListedMax } from '@nightflow/schemas/audit/money-proof'
import type { Queryable } from '../storage/platform-tables.ts'

/** The actor of proofs that start by themselves. */
export const nightlyProver = 'policy:money-proof'
const { kind } = moneyProofJob

type Stored = Pick<MoneyProof, 'id' | 'status' | 'done' | 'total' | 'phase'> & {
  startedAt: Date
  endedAt: Date | null
  startedBy: string
  result: unknown
}

const columns = `id, status, done::float8 as done, total::float8 as total, phase, started_at as "startedAt", ended_at as "endedAt", started_by as "startedBy",
  case when status = 'succeeded' then result end as result`

const resultOf = (result: unknown): ProofResult | undefined => ProofResult.safeParse(result).data

const proofOf = ({ startedAt, endedAt, startedBy, result, ...proof }: Stored): MoneyProof => {
  const known = resultOf(result)
  return {
    ...proof,
    isNightly: startedBy === nightlyProver,
    startedAt: startedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    position: known?.position ?? null,
    events: known?.events ?? null,
    parts: known?.parts ?? [],
  }
}

/** The last proofs of the request's tenant, newest first. */
export const listMoneyProofs = async (database: Queryable): Promise<{ rows: MoneyProof[] }> => {
  const { rows } = await database.query<Stored>(
    `select ${columns} from platform.jobs
     where kind = $1 and tenant = current_setting('nightflow.tenant') and status <> 'cancelled' order by started_at desc limit $2`,
    [kind, proofsListedMax],
  )
  return { rows: rows.map(proofOf) }
}

export const findMoneyProof = async (database: Queryable, id: string): Promise<MoneyProof | undefined> => {
  const { rows } = await database.query<Stored>(
    `select ${columns} from platform.jobs where kind = $1 and tenant = current_setting('nightflow.tenant') and id = $2`,
    [kind, id],
  )
  return rows[0] && proofOf(rows[0])
}

/** The differences of a proof of the request's tenant; undefined where there is no such proof. */
export const listProofDifferences = async (
  database: Queryable,
  { id }: { id: string },
): Promise<{ rows: ProofDifference[] } | undefined> => {
  const { rows } = await database.query<{ result: unknown }>(
    `select result from platform.jobs where kind = $1 and tenant = current_setting('nightflow.tenant') and id = $2`,
    [kind, id],
  )
  return rows[0] && { rows: resultOf(rows[0].result)?.differences ?? [] }
}

/** Proofs begin at this hour of a tenant's clock. */
const nightHour = 2
/** A night that was missed is made up for in the morning; tenants that were not there in the night have nothing to prove. */
const lastNight = `(date_trunc('day', now() at time zone time_zone - interval '${nightHour} hours') + interval '${nightHour} hours') at time zone time_zone`

/** Tenants without a proof since their last night began. */
export const tenantsToProve = async (database: Queryable, limit: number): Promise<string[]> => {
  const { rows } = await database.query<{ code: string }>(
    `select code from platform.tenants tenant where created_at < ${lastNight}
       and not exists (select from platform.jobs where kind = $1 and jobs.tenant = tenant.code and started_at >= ${lastNight})
     order by code limit $2`,
    [kind, limit],
  )
  return rows.map(({ code }) => code)
}

/** Over all tenants, by the last proof of each that ended: how many have one, how many things differ, and since when the oldest of them is. */
export const lookAtProofs = async (
  database: Queryable,
): Promise<{ tenants: number; differing: number; failed: number; oldest: string | null }> => {
  const { rows } = await database.query<{ tenants: number; differing: number; failed: number; oldest: Date | null }>(
    `select count(*)::int as tenants, count(*) filter (where status = 'failed')::int as failed, min(ended_at) as oldest,
       coalesce(sum((select sum((part->>'differing')::int) from jsonb_array_elements(result->'parts') part)) filter (where status = 'succeeded'), 0)::int as differing
     from (select distinct on (tenant) tenant, status, result, ended_at from platform.jobs
       where kind = $1 and status in ('succeeded', 'failed') order by tenant, started_at desc) last`,
    [kind],
  )
  const { oldest, ...counts } = rows[0]!
  return { ...counts, oldest: oldest?.toISOString() ?? null }
}
