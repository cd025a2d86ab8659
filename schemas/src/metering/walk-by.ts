import { z } from 'zod'
import { PersonName } from '../shared/actors.ts'
import { commandsOn, type GivenTo } from '../shared/commands-on.ts'
import { endpoint } from '../shared/endpoint.ts'
import { boundedTotal, fromEnd } from '../shared/list-page.ts'
import { paging, RowId } from '../shared/lists.ts'
import { lines, text } from '../shared/text.ts'
import { typedNumber } from '../shared/typed-number.ts'
import { Instant, LocalDate, MeterNumber } from '../shared/values.ts'
import { PreviousReading, RoundReading } from './manual-reading.ts'

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

/** Asks whether a reading of this meter may join the round; it decides no event. */
export type JoinWalkBy = { type: 'JoinWalkBy'; planId: string; number: string }

/** Closed door, missing meter, illegible dial, dangerous place. */
export const NotReadReason = z.enum(['noAccess', 'notFound', 'unreadable', 'unsafe', 'other'])
export type NotReadReason = z.infer<typeof NotReadReason>

/** The reader was at the meter and could not read it. The reader's device chooses `visitId`. */
const visited = {
  visitId: z.uuidv7(),
  planId: z.uuid(),
  number: MeterNumber,
  at: Instant,
  reason: NotReadReason,
  note: lines(200).default(''),
}
export const ReportNotRead = z.object({ type: z.literal('ReportNotRead'), ...visited })
export type ReportNotRead = z.infer<typeof ReportNotRead>
export const MeterNotRead = z.object({ ...visited, note: lines(200), reportedAt: Instant })

export const WalkByPlanned = z.object({ ...planned, readerId: RowId.nullable(), at: Instant })
/** Open: planned or under way; complete: every meter was visited. */
export const WalkByStatus = z.enum({ open: '0', complete: '1', cancelled: '2', closed: '3' })
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
  /** Visited and not read: the reader reported a reason. */
  metersNotRead: z.int(),
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
  sorts: [],
  request: z.object({ ...walkByFilter, ...paging, ...fromEnd }),
  response: z.object({ rows: z.array(WalkByRow), ...boundedTotal }),
})

/** People of one choice. */
const readersMax = 500

export const listReaders = endpoint({
  method: 'GET',
  path: `${path}/readers`,
  permission: 'metering:walkBy:plan',
  summary: 'The people who may read meters on a round, by name',
  request: z.object({ limit: typedNumber().int().min(1).max(readersMax).default(readersMax) }),
  response: z.object({ readers: z.array(z.object({ userId: z.int(), name: z.string() })).max(readersMax) }),
})

export const planWalkBy = endpoint({
  method: 'POST',
  path,
  permission: 'metering:walkBy:plan',
  summary: 'Plan a round: meters in the order of the route, between two days; the same planId again has no further effect',
  request: PlanWalkBy.omit({ type: true }),
  response: z.object({ position: z.int() }),
})

export const reportNotRead = endpoint({
  method: 'POST',
  path: `${path}/notRead`,
  permission: 'metering:manualReading:take',
  summary: 'A meter of a round that could not be read, with the reason; the same visitId again has no further effect',
  request: ReportNotRead.omit({ type: true }),
  response: z.object({ position: z.int() }),
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
        /** The last reading of this round. */
        reading: RoundReading.nullable(),
        notRead: z.object({ reason: NotReadReason, note: z.string(), at: Instant, by: PersonName.nullable() }).nullable(),
        ...PreviousReading.shape,
      }),
    ),
  }),
})

/** Commands on rounds. */
export const walkByCommands = commandsOn<WalkByRow>()(
  {
    entity: 'WalkBy',
    id: 'walkById',
    path,
    permission: 'metering:walkBy:plan',
    key: { planId: z.uuid() },
    typed: { reason: lines(200).min(1) },
    recorded: { reason: lines(200) },
  },
  {
    close: {
      summary: 'Close a plan whose remaining meters are left out; later readings are refused',
      event: 'metering.WalkByClosed',
      step: 'closed',
      becomes: { isClosed: true },
      icon: 'finish',
      isDanger: true,
      isOffered: ({ status }) => status === WalkByStatus.enum.open || status === WalkByStatus.enum.complete,
    },
    cancel: {
      summary: 'Cancel a plan; readings that were taken stay',
      event: 'metering.WalkByCancelled',
      step: 'cancelled',
      becomes: { isCancelled: true },
      icon: 'cancel',
      isDanger: true,
      isOffered: ({ status }) => status === WalkByStatus.enum.open,
    },
  },
)
export type WalkByCommand = PlanWalkBy | ReportNotRead | JoinWalkBy | GivenTo<typeof walkByCommands>

export const walkByEventTypes = {
  'metering.WalkByPlanned': { version: 1, data: WalkByPlanned },
  'metering.MeterNotRead': { version: 1, data: MeterNotRead },
  ...walkByCommands.events,
} as const
