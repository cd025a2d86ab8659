import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { boundedTotal } from '../shared/list-page.ts'
import { paging } from '../shared/lists.ts'
import { text } from '../shared/text.ts'
import { Instant, MeterNumber, TenantCode, TimeZone } from '../shared/values.ts'
import { MeterState, meterNumbers } from './meter-life.ts'
import { MeterDetails } from './register-meter.ts'

const reason = text(200)
const about = { number: MeterNumber, moveId: z.uuid() }

/** Details that move with the meter. Types belong to a tenant: the new one gives its own. */
const MovedDetails = MeterDetails.omit({ meterTypeId: true }).extend({ timeZone: TimeZone })

/** A meter leaves its tenant for another one. */
export const MoveMeterOut = z.object({
  type: z.literal('MoveMeterOut'),
  ...about,
  sourceTenant: TenantCode,
  targetTenant: TenantCode,
  reason,
  /** References to the meter in the original tenant's own lists; absent in events of before. */
  accountNo: text(64).optional(),
  customerTypeName: text(50).optional(),
  meterTypeName: text(50).optional(),
})
export type MoveMeterOut = z.infer<typeof MoveMeterOut>
export const MeterMovedOut = MoveMeterOut.omit({ type: true }).extend({
  movedAt: Instant,
  /** Where it was in its life. */
  state: MeterState,
  details: MovedDetails,
})
export type MeterMovedOut = z.infer<typeof MeterMovedOut>

/** The other tenant registers it. */
export const ReceiveMeter = MeterMovedOut.extend({ type: z.literal('ReceiveMeter') })
export type ReceiveMeter = z.infer<typeof ReceiveMeter>
const MeterMovedIn = z.object({ ...about, sourceTenant: TenantCode, movedAt: Instant, reason })
export type MeterMovedIn = z.infer<typeof MeterMovedIn>

/** How often a meter leaves one tenant. Its row and its rules keep every absence. */
export const departuresMax = 20

/** The meter returns to a tenant that it left: in the pipe, or into storage. `movedAt` is when the other tenant let it go. */
const MeterMovedBack = MeterMovedIn.extend({ state: z.enum(['installed', 'stored']) })
export type MeterMovedBack = z.infer<typeof MeterMovedBack>

/** The other tenant has it, or refused it: then it stays where it was. */
export const FinishMeterMove = z.object({ type: z.literal('FinishMeterMove'), ...about })
export type FinishMeterMove = z.infer<typeof FinishMeterMove>
export const ReturnMeter = z.object({ type: z.literal('ReturnMeter'), ...about, cause: text(64) })
export type ReturnMeter = z.infer<typeof ReturnMeter>

export const moveEventTypes = {
  'devices.MeterMovedOut': { version: 1, data: MeterMovedOut },
  'devices.MeterMovedIn': { version: 1, data: MeterMovedIn },
  'devices.MeterMovedBack': { version: 1, data: MeterMovedBack },
  'devices.MeterMoveFinished': { version: 1, data: z.object({ ...about, finishedAt: Instant }) },
  'devices.MeterMoveReturned': {
    version: 1,
    data: z.object({ ...about, cause: text(64), returnedAt: Instant, state: MeterState, since: Instant }),
  },
} as const

export const MoveState = z.enum(['executing', 'finished', 'returned'])

export const MeterMoveRow = z.object({
  /** Names one meter of one move. */
  moveKey: z.string(),
  number: MeterNumber,
  sourceTenant: z.string(),
  targetTenant: z.string(),
  state: MoveState,
  movedAt: Instant,
  reason: z.string(),
  /** Names of the tenants; null once a tenant is gone. */
  sourceTenantName: z.string().nullable(),
  targetTenantName: z.string().nullable(),
  meterTypeName: z.string().nullable(),
  customerTypeName: z.string().nullable(),
  accountNo: z.string().nullable(),
  address: z.string().nullable(),
  /** Of the account's holder, masked. */
  telephone: z.string().nullable(),
  /** Contact of the original tenant's administration. */
  administratorContact: z.string().nullable(),
  /** The refusal of the new tenant. */
  cause: z.string().nullable(),
})
export type MeterMoveRow = z.infer<typeof MeterMoveRow>

export const meterMoveFilter = { search: text(64).optional(), state: MoveState.optional() }

export const listMeterMoves = endpoint({
  method: 'GET',
  path: '/prod-api/business/meterMove/list',
  permission: 'platform:meterMove:list',
  summary: 'Meters that moved from one tenant to another, newest first',
  envelope: 'rows',
  sorts: [],
  request: z.object({ ...meterMoveFilter, ...paging }),
  response: z.object({ rows: z.array(MeterMoveRow), ...boundedTotal }),
})

const choice = z.object({ value: z.int(), label: z.string() })

export const findMoveChoices = endpoint({
  method: 'GET',
  path: '/prod-api/business/meterMove/choices',
  permission: 'platform:meterMove:add',
  summary: 'What a move chooses from: tenants, and customer types of the original one',
  request: z.object({ sourceTenant: TenantCode.optional() }),
  response: z.object({ tenants: z.array(z.object({ value: z.string(), label: z.string() })), customerTypes: z.array(choice) }),
})

export const moveMeters = endpoint({
  method: 'POST',
  path: '/prod-api/business/meterMove',
  permission: 'platform:meterMove:add',
  summary: 'Move meters of one customer type and one meter type to another tenant; history stays with the original one',
  request: z.object({
    /** Chosen by the caller: a repeated request moves once. */
    moveId: z.uuid(),
    sourceTenant: TenantCode,
    targetTenant: TenantCode,
    customerTypeId: z.int().positive(),
    number: meterNumbers,
    reason: reason.min(1),
  }),
  response: z.object({ moved: z.int(), position: z.int() }),
})
