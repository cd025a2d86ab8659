import { z } from 'zod'
import { PersonName } from '../shared/actors.ts'
import { endpoint } from '../shared/endpoint.ts'
import { boundedTotal, fromEnd } from '../shared/list-page.ts'
import { paging, RowId } from '../shared/lists.ts'
import type { NamedCommand } from '../shared/named-command.ts'
import { lines, text } from '../shared/text.ts'
import { Instant, LocalDate, MeterNumber } from '../shared/values.ts'
import { PreviousReading } from './manual-reading.ts'

/** Meters that a reader visits in a day or two. */
export const walkByMetersMax = 1000

const planned = {
  planId: z.uuid(),
  name: text(50).min(1),
  startDate: LocalDate,
  endDate: LocalDate,
  /** In the order of the route. */
  numbers: z.array(MeterNumber).min(1).max(walkByMetersMax),
  /** The user number of the reader; anyone who may read meters when absent. */
  readerId: RowId.optional(),
}

export const PlanWalkBy = z.object({ type: z.literal('PlanWalkBy'), ...planned })
export type PlanWalkBy = z.infer<typeof PlanWalkBy>

export const CancelWalkBy = z.object({ type: z.literal('CancelWalkBy'), planId: z.uuid(), reason: lines(200).min(1) })
export type CancelWalkBy = z.infer<typeof CancelWalkBy>

export const WalkByPlanned = z.object({ ...planned, readerId: RowId.nullable(), at: Instant })
export const WalkByCancelled = z.object({ planId: z.uuid(), reason: lines(200), at: Instant })

/** `0` planned or under way, `1` every meter is read, `2` cancelled. */
export const WalkByStatus = z.enum(['0', '1', '2'])
export type WalkByStatus = z.infer<typeof WalkByStatus>

export const WalkByRow = z.object({
  walkById: z.int(),
  planId: z.uuid(),
  name: z.string(),
  startDate: z.iso.date(),
  endDate: z.iso.date(),
  status: WalkByStatus,
  reader: PersonName.nullable(),
  metersTotal: z.int(),
  metersRead: z.int(),
  createdAt: Instant,
})
export type WalkByRow = z.infer<typeof WalkByRow>

export const walkByFilter = { name: text(50).optional(), status: WalkByStatus.optional() }
const path = '/prod-api/business/walkBy'

export const listWalkBys = endpoint({
  method: 'GET',
  path: `${path}/list`,
  permission: 'metering:readings:read',
  summary: 'Walk-by reading plans with their progress, newest first',
  envelope: 'rows',
  request: z.object({ ...walkByFilter, ...paging, ...fromEnd }),
  response: z.object({ rows: z.array(WalkByRow), ...boundedTotal }),
})

export const planWalkBy = endpoint({
  method: 'POST',
  path,
  permission: 'metering:walkBy:plan',
  summary: 'Plan a round: meters in the order of the route, between two days; the same planId again has no further effect',
  request: PlanWalkBy.omit({ type: true }),
  response: z.object({ position: z.int() }),
})

export const cancelWalkBy = endpoint({
  method: 'PUT',
  path: `${path}/cancel/:walkById`,
  permission: 'metering:walkBy:plan',
  summary: 'Cancel a plan; readings that were taken stay',
  request: z.object({ walkById: RowId, reason: lines(200).min(1) }),
  response: z.object({}),
})

/** All that a reader needs on the round, so that it works without a network. */
export const findRound = endpoint({
  method: 'GET',
  path: `${path}/:walkById/round`,
  permission: 'metering:manualReading:take',
  summary: 'The meters of a plan in the order of the route, with what each showed last and whether it was read',
  request: z.object({ walkById: RowId }),
  response: WalkByRow.extend({
    meters: z.array(
      z.object({
        number: MeterNumber,
        name: z.string().nullable(),
        address: z.string().nullable(),
        isRead: z.boolean(),
        ...PreviousReading.shape,
      }),
    ),
  }),
})

export const walkByCommands: readonly NamedCommand<WalkByRow>[] = [
  {
    name: 'cancel',
    endpoint: cancelWalkBy,
    command: CancelWalkBy,
    icon: 'cancel',
    isDanger: true,
    isOffered: ({ status }) => status === '0',
  },
]
