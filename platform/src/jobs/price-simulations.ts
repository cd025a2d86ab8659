import { type PriceSimulation, type SimulationResult, simulationsMax } from '@nightflow/schemas/billing/price-simulation'
import type { Queryable } from '../storage/platform-tables.ts'

/** A simulation that reported no progress for so long, and has no job that waits or runs, was cut off with its process. */
const silenceSecondsMax = 30

type Stored = Omit<PriceSimulation, 'startedAt' | 'endedAt'> & { startedAt: Date; endedAt: Date | null }

const isSilent = `status = 'running' and seen_at < now() - interval '${silenceSecondsMax} seconds' and not exists
  (select from platform.jobs where jobs.id = price_simulations.id and jobs.status in ('waiting', 'running'))`
const columns = (
  by: string,
) => `id, month, scope, lifeline_cubic_metres as "lifelineCubicMetres", done::float8 as done, total::float8 as total,
  result, started_at as "startedAt", ended_at as "endedAt", case when file_id is not null and create_by = ${by} then file_id || '.csv' end as file,
  case when ${isSilent} then 'failed' else status end as status, case when ${isSilent} then 'unavailable' else refusal end as refusal`

const simulationOf = ({ startedAt, endedAt, ...simulation }: Stored): PriceSimulation => ({
  ...simulation,
  startedAt: startedAt.toISOString(),
  endedAt: endedAt?.toISOString() ?? null,
})

type NewSimulation = Pick<PriceSimulation, 'id' | 'month' | 'scope' | 'lifelineCubicMetres'> & { priceSchemeId: number; by: string }

/** Adds a simulation that runs; undefined where the tenant has one already. */
export const insertSimulation = async (database: Queryable, simulation: NewSimulation): Promise<PriceSimulation | undefined> => {
  const { id, priceSchemeId, by, month, scope, lifelineCubicMetres } = simulation
  await database.query(
    `update platform.price_simulations set status = 'failed', refusal = 'unavailable', ended_at = now() where ${isSilent}`,
  )
  await database.query(
    `delete from platform.price_simulations where price_scheme_id = $1 and id in (
       select id from platform.price_simulations where price_scheme_id = $1 and status <> 'running' order by started_at desc offset $2)`,
    [priceSchemeId, simulationsMax - 1],
  )
  const { rows } = await database.query<Stored>(
    `insert into platform.price_simulations (id, tenant, create_by, price_scheme_id, month, scope, lifeline_cubic_metres)
     values ($1, current_setting('nightflow.tenant'), $2, $3, $4, $5, $6) on conflict do nothing returning ${columns('$2')}`,
    [id, by, priceSchemeId, month, scope, lifelineCubicMetres],
  )
  return rows[0] && simulationOf(rows[0])
}

export const saveSimulationProgress = async (
  database: Queryable,
  id: string,
  { done, total }: { done: number; total: number },
): Promise<void> => {
  await database.query(
    `update platform.price_simulations set done = $2, total = $3, seen_at = now() where id = $1 and status = 'running'`,
    [id, done, total],
  )
}

type End = { result: SimulationResult; fileId: string | null } | { refusal: string }

export const endSimulation = async (database: Queryable, id: string, end: End): Promise<void> => {
  const [result, fileId, refusal] = 'refusal' in end ? [null, null, end.refusal] : [end.result, end.fileId, null]
  await database.query(
    `update platform.price_simulations set status = $2, result = $3, file_id = $4, refusal = $5, ended_at = now(), seen_at = now()
     where id = $1 and status = 'running'`,
    [id, result ? 'succeeded' : 'failed', result && JSON.stringify(result), fileId, refusal],
  )
}

/** The last simulations of a price scheme, newest first; the file is offered to the person who started it. */
export const listSimulationsOf = async (
  database: Queryable,
  { priceSchemeId, limit }: { priceSchemeId: number; limit: number },
  by: string,
): Promise<PriceSimulation[]> => {
  const { rows } = await database.query<Stored>(
    `select ${columns('$2')} from platform.price_simulations where price_scheme_id = $1 order by started_at desc limit $3`,
    [priceSchemeId, by, limit],
  )
  return rows.map(simulationOf)
}

/** The person who started a simulation is removed from it with their account. */
export const eraseSimulationsOf = async (
  database: Queryable,
  { userId, userName }: { userId: number; userName: string },
): Promise<void> => {
  await database.query('update platform.price_simulations set create_by = $1::text where lower(create_by) = lower($2)', [userId, userName])
}
