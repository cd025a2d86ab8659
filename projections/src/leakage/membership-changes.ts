import { dateOfDay } from '@nightflow/domain/shared/local-time'
import type { ClientBase } from 'pg'
import { type DaySpan, type Membership, without } from './cascades.ts'

type Memberships = ReadonlyMap<string, Membership>

/**
 * The memberships that ended and began between two states of the cascades, and those days of them that count differently: of a period that
 * became shorter or longer the days of the difference, and no others.
 */
export const membershipChanges = (before: Memberships, after: Memberships) => {
  const left = [...before].filter(([key, membership]) => !isSame(membership, after.get(key))).map(([, membership]) => membership)
  const joined = [...after].filter(([key, membership]) => !isSame(membership, before.get(key))).map(([, membership]) => membership)
  return { left, joined, leftDays: daysWithout(left, joined), joinedDays: daysWithout(joined, left) }
}

const isSame = (a: Membership, b: Membership | undefined): boolean =>
  b !== undefined &&
  a.point.key === b.point.key &&
  a.sign === b.sign &&
  a.untilDay === b.untilDay &&
  a.activeFrom === b.activeFrom &&
  a.activeUntil === b.activeUntil

const placeOf = ({ point, side, number, sign }: Membership): string => `${point.key}/${side}/${number}/${sign}`

/** Some memberships without the days on which others count the same. */
const daysWithout = (some: readonly Membership[], others: readonly Membership[]): Membership[] => {
  const byPlace = Map.groupBy(others, placeOf)
  return some.flatMap((membership) => without(membership, byPlace.get(placeOf(membership)) ?? []))
}

/** From the first to the last day of some memberships. */
export const spanOf = (memberships: ReadonlyMap<string, readonly Membership[]>): DaySpan => {
  const all = [...memberships.values()].flat()
  return { fromDay: Math.min(...all.map(({ fromDay }) => fromDay)), untilDay: Math.max(...all.map(({ untilDay }) => untilDay)) }
}

export const changesCascades = (type: string): boolean => type.startsWith('leakage.') || type === 'devices.MeterReplaced'

const infinite = (bound: number): string => (bound < 0 ? '-infinity' : 'infinity')

/** Bounds as PostgreSQL has them. */
const instantOf = (instant: number): string => (Number.isFinite(instant) ? new Date(instant).toISOString() : infinite(instant))
const dateOf = (day: number): string => (Number.isFinite(day) ? dateOfDay(day) : infinite(day))

/** The rows of the memberships that ended and began. */
export const writeMembers = async (
  client: ClientBase,
  tenant: string,
  left: readonly Membership[],
  joined: readonly Membership[],
): Promise<void> => {
  await client.query(
    `delete from partition_members using unnest($1::bigint[], $2::text[], $3::text[], $4::timestamptz[]) as gone (key, side, number, active_from)
     where partition_key = gone.key and partition_members.side = gone.side and partition_members.number = gone.number
       and partition_members.active_from = gone.active_from`,
    [
      left.map(({ point }) => point.key),
      left.map(({ side }) => side),
      left.map(({ number }) => number),
      left.map(({ activeFrom }) => instantOf(activeFrom)),
    ],
  )
  await client.query(
    `insert into partition_members select $1, * from unnest($2::bigint[], $3::text[], $4::text[], $5::int[], $6::timestamptz[], $7::timestamptz[],
       $8::date[], $9::date[]) on conflict do nothing`,
    [
      tenant,
      joined.map(({ point }) => point.key),
      joined.map(({ side }) => side),
      joined.map(({ number }) => number),
      joined.map(({ sign }) => sign),
      joined.map(({ activeFrom }) => instantOf(activeFrom)),
      joined.map(({ activeUntil }) => instantOf(activeUntil)),
      joined.map(({ fromDay }) => dateOf(fromDay)),
      joined.map(({ untilDay }) => dateOf(untilDay)),
    ],
  )
}
