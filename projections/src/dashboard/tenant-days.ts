import type { ClientBase } from 'pg'
import { type DayChange, type DayFigures, defineProjection } from '../projector/projection.ts'
import type { Shard } from '../projector/shard.ts'

type Moved = { tenant: string; day: number; heard: number; known: number; millilitres: number }

/**
 * Per tenant and local day: how many meters said anything, of how many the whole day is known, and what those counted. Kept by differences
 * like the sums of partitions, so that a dashboard reads a row a day however many meters there are. Each shard keeps a
 * row of its own meters.
 */
export const tenantDays = defineProjection({
  name: 'dashboard/tenant-days',
  version: 3,
  events: ['metering.ReadingsReported', 'metering.ImportWithdrawn', 'devices.MeterRegistered', 'devices.MeterReplaced'],
  tables: {
    tenant_days: `create table tenant_days (
      tenant text not null,
      day date not null,
      shard smallint not null,
      meters_heard int not null,
      meters_known int not null,
      known_millilitres bigint not null,
      primary key (tenant, day, shard)
    )`,
  },
  isSharded: true,
  open: async ({ client, shard, dayChanges }) => {
    const moves = new Map<string, Map<number, Moved>>()
    const takeMoves = (): Moved[] => {
      const taken = [...moves.values()].flatMap((days) => [...days.values()])
      moves.clear()
      return taken
    }
    dayChanges.listen((change) => addMove(moves, change))
    const ahead: Moved[][] = []
    return {
      foldAhead: async () => void ahead.push(takeMoves()),
      apply: ({ isFolded }) => write(client, shard, isFolded ? ahead.shift()! : takeMoves()),
    }
  },
})

const write = async (client: ClientBase, shard: Shard, moved: readonly Moved[]): Promise<void> => {
  if (moved.length === 0) return
  await client.query(
    `insert into tenant_days as stored (tenant, day, shard, meters_heard, meters_known, known_millilitres)
         select tenant, date '1970-01-01' + day, $6, heard, known, millilitres
         from unnest($1::text[], $2::int[], $3::int[], $4::int[], $5::bigint[]) as moved (tenant, day, heard, known, millilitres)
         on conflict (tenant, day, shard) do update set meters_heard = stored.meters_heard + excluded.meters_heard,
           meters_known = stored.meters_known + excluded.meters_known, known_millilitres = stored.known_millilitres + excluded.known_millilitres`,
    [
      moved.map(({ tenant }) => tenant),
      moved.map(({ day }) => day),
      moved.map(({ heard }) => heard),
      moved.map(({ known }) => known),
      moved.map(({ millilitres }) => millilitres),
      shard.index,
    ],
  )
  // A withdrawn import may have been all that a day had: then it is as if nothing had been said.
  if (moved.some(({ heard, known }) => heard < 0 || known < 0))
    await client.query(
      `delete from tenant_days using unnest($1::text[], $2::int[]) as moved (moved_tenant, moved_day)
       where tenant = moved_tenant and day = date '1970-01-01' + moved_day and shard = $3 and meters_heard = 0 and meters_known = 0`,
      [moved.map(({ tenant }) => tenant), moved.map(({ day }) => day), shard.index],
    )
}

const addMove = (moves: Map<string, Map<number, Moved>>, { tenant, day, before, after, heard }: DayChange): void => {
  let days = moves.get(tenant)
  if (!days) {
    days = new Map()
    moves.set(tenant, days)
  }
  let move = days.get(day)
  if (!move) {
    move = { tenant, day, heard: 0, known: 0, millilitres: 0 }
    days.set(day, move)
  }
  move.heard += heard
  move.known += knownIn(after) - knownIn(before)
  move.millilitres += millilitresIn(after) - millilitresIn(before)
}

const knownIn = (figures: DayFigures | undefined): number => (figures && !Number.isNaN(figures.dayMillilitres) ? 1 : 0)
const millilitresIn = (figures: DayFigures | undefined): number =>
  figures && !Number.isNaN(figures.dayMillilitres) ? figures.dayMillilitres : 0
