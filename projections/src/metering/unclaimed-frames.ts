export const unclaimedFramesTable = `create table unclaimed_frames (
  tenant text not null,
  number text not null,
  position bigint not null,
  received_at timestamptz not null,
  import_id text,
  primary key (tenant, number, position)
)`

/** A number of a frame that no meter of the tenant claims. */
export type Unclaimed = { tenant: string; number: string; position: number; receivedAt: string; importId: string | undefined }

/** As the arrays of a statement, in the order of the columns of `unclaimed_frames`. */
export const unclaimedArrays = (unclaimed: readonly Unclaimed[]): unknown[][] => [
  unclaimed.map(({ tenant }) => tenant),
  unclaimed.map(({ number }) => number),
  unclaimed.map(({ position }) => position),
  unclaimed.map(({ receivedAt }) => receivedAt),
  unclaimed.map(({ importId }) => importId ?? null),
]
