import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { limitOf } from './list-page.ts'
import type { Permission } from './permissions.ts'
import { text } from './text.ts'
import { typedNumber } from './typed-number.ts'

/** Things with an owner of their own; bills and readings belong to the owner of their account or meter. */
export type OwnedKind = 'account' | 'meter' | 'partition'

const OwnerId = z.int().positive().max(Number.MAX_SAFE_INTEGER)

/** A department, a region or both; neither is no owner, which readers of the whole utility see alone. */
export const ownerFields = { deptId: OwnerId.nullable().default(null), regionId: OwnerId.nullable().default(null) }
export const Owner = z.object(ownerFields)
export type Owner = z.output<typeof Owner>

/** The owner of a row. */
export const ownerOfRow = {
  deptId: z.int().nullable(),
  deptName: z.string().nullable(),
  regionId: z.int().nullable(),
  regionName: z.string().nullable(),
}

const FilterId = typedNumber().int().positive().max(Number.MAX_SAFE_INTEGER)
export const ownerFilter = { deptId: FilterId.optional(), regionId: FilterId.optional() }

const ownersMax = 1_000
const OwnerName = z.object({ id: z.int(), label: z.string() })

export const listOwners = endpoint({
  method: 'GET',
  path: '/prod-api/business/owners',
  permission: 'signed-in',
  summary: 'Departments and regions that the caller may choose as owners, by their names with those above them',
  envelope: 'data',
  request: z.object({
    search: text(100).optional().meta({ description: 'part of a name, whatever its capitals' }),
    limit: limitOf(ownersMax, 'departments, and as many regions'),
  }),
  response: z.object({ departments: z.array(OwnerName), regions: z.array(OwnerName), hasMore: z.boolean() }),
})

/** The call that gives several things of a kind another owner, named by `keys`. */
export const assignOwner = <Keys extends z.ZodRawShape>(
  path: `/prod-api/${string}`,
  { permission, noun, keys }: { permission: Permission; noun: string; keys: Keys },
) =>
  endpoint({
    method: 'PUT',
    path,
    permission,
    summary: `Give ${noun} to a department, a region or both; without either, they are visible to roles of the whole utility only`,
    request: z.object({ ...keys, ...ownerFields }),
    response: z.object({}),
  })
