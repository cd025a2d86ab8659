import { dateOfDay } from '@nightflow/domain/shared/local-time'
import { type DaySpan, type Membership, without } from './cascades.ts'

/** Which meters count in a point, and when they are expected to be known. */
export const membersTable = `create table partition_members (
      tenant text not null,
      partition_key bigint not null,
      side text not null,
      number text not null,
      sign smallint not null,
      active_from timestamptz not null,
      active_until timestamptz not null,
      from_day date not null,
      until_day date not null,
      primary key (partition_key, side, number, active_from)
    );
    create index partition_members_number on partition_members (tenant, number)`

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
export const instantOf = (instant: number): string => (Number.isFinite(instant) ? new Date(instant).toISOString() : infinite(instant))
export const dateOf = (day: number): string => (Number.isFinite(day) ? dateOfDay(day) : infinite(day))
