import { departmentNames, giveTo, homeOf, ownersOf, regionNames } from '@nightflow/platform/people/owners'
import { listOwners, type OwnedKind, type Owner } from '@nightflow/schemas/shared/owner'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { homes } from './part-of-utility.ts'
import type { RequestContext } from './request-context.ts'
import type { Outcome } from './run-command.ts'
import { ask, type Route } from './serve.ts'

/** Callers of a part of the utility give what is in it to that part alone. */
const refuseBeyond = ({ deptId, regionId }: Owner, { caller: { scope } }: RequestContext): Rejection | undefined => {
  if (!scope) return undefined
  const isSeen = (deptId !== null && scope.departments.includes(deptId)) || (regionId !== null && scope.regions.includes(regionId))
  return isSeen ? undefined : rejected('beyond-data-scope')
}

const isAnyMissing = (kind: OwnedKind, keys: readonly string[], context: RequestContext): Promise<boolean> =>
  context.write(async (database) => {
    const { table, column } = homes[kind]
    const { rows } = await database.query(
      `select from unnest($1::text[]) as given (key) where not exists (select from ${table} where ${column} = given.key) limit 1`,
      [keys],
    )
    return rows.length > 0
  })

/** Gives things that the caller sees another owner; the operation log keeps the owners before. */
export const assignOwners = async (
  kind: OwnedKind,
  keys: readonly string[],
  { deptId, regionId }: Owner,
  context: RequestContext,
): Promise<Outcome<Record<string, never>> | Rejection> => {
  const owner = { deptId, regionId }
  const refusal = refuseBeyond(owner, context)
  if (refusal) return refusal
  if (await isAnyMissing(kind, keys, context)) return rejected('not-found')
  const before = await context.write((database) => ownersOf(database, kind, keys))
  const refused = await context.write((database) => giveTo(database, { kind, keys, owner, by: context.caller.username }))
  return refused ?? { response: {}, before, after: { keys, ...owner } }
}

/**
 * The owner of what the caller makes: the one that was chosen; otherwise the caller's own department, or the first part that the caller sees,
 * because it would be out of sight at once. Null for people who see the whole utility and choose none.
 */
export const ownerOfNew = async (
  { deptId = null, regionId = null }: Partial<Owner>,
  context: RequestContext,
): Promise<Owner | null | Rejection> => {
  const { scope } = context.caller
  if (deptId !== null || regionId !== null) return refuseBeyond({ deptId, regionId }, context) ?? { deptId, regionId }
  if (!scope) return null
  const home = await context.write((database) => homeOf(database, scope.userId))
  const department = home !== null && scope.departments.includes(home) ? home : scope.departments[0]
  const [region] = scope.regions
  if (department === undefined && region === undefined) return rejected('beyond-data-scope')
  return department === undefined ? { deptId: null, regionId: region! } : { deptId: department, regionId: null }
}

/** Stores the owner of what was just made. A process that stops before leaves it without one: only people who see the whole utility see it. */
export const giveNew = async (kind: OwnedKind, keys: readonly string[], owner: Owner | null, context: RequestContext): Promise<void> => {
  if (owner === null || keys.length === 0) return
  await context.write((database) => giveTo(database, { kind, keys, owner, by: context.caller.username }))
}

/** The successor of a thing belongs to the same owner, unless it has one already. */
export const giveAs = async (kind: OwnedKind, { from, to }: { from: string; to: string }, context: RequestContext): Promise<void> => {
  await context.write(async (database) => {
    const owners = new Map((await ownersOf(database, kind, [from, to])).map((found) => [found.key, found]))
    const owner = owners.get(from)
    return owner && !owners.has(to) ? giveTo(database, { kind, keys: [to], owner, by: context.caller.username }) : undefined
  })
}

export const ownerRoutes: readonly Route[] = [
  ask(listOwners, async ({ search, limit }, context) => {
    const { scope } = context.caller
    const wanted = { search, limit }
    const [departments, regions] = await context.read(async (database) => [
      await departmentNames(database, { ...wanted, ids: scope?.departments }),
      await regionNames(database, { ...wanted, ids: scope?.regions }),
    ])
    return {
      departments: departments.slice(0, limit),
      regions: regions.slice(0, limit),
      hasMore: departments.length > limit || regions.length > limit,
    }
  }),
]
