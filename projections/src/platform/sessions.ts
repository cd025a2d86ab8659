import type { Queryable } from './platform-tables.ts'

/** A signed-in person, as every request sees them. */
export type LiveSession = {
  tenant: string
  homeTenant: string
  username: string
  userId: number
  roles: string[]
  permissions: string[]
}

/** The session with what its person may do now; `endedBecause` when somebody ended it; undefined when it is unknown or ran out. */
export const findLiveSession = async (_database: Queryable, _id: string): Promise<LiveSession | { endedBecause: string } | undefined> =>
  undefined
