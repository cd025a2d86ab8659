import { z } from 'zod'
import { PersonName } from '../shared/actors.ts'
import { Language } from '../shared/language.ts'
import { lines, text } from '../shared/text.ts'
import { AccountNo, Instant, Latitude, Longitude, MeterNumber, PartitionId } from '../shared/values.ts'

/** The shut-off list of an order: the valves to close, the customers without water, and the messages to them. */

/** Valves of one order, customers without water, and messages to all of them. */
export const shutOffMax = { valves: 50, accounts: 5_000, notices: 20 } as const

/**
 * `device`: a control valve of the map. `inlet`: the valve at a summary meter; with those of all inlets and outlets closed, the metering point is shut off.
 * `other`: a valve of an uploaded map layer, or one that a dispatcher adds by its name.
 */
export const ValveKind = z.enum(['device', 'inlet', 'other'])
export type ValveKind = z.infer<typeof ValveKind>

/** `left`: it stays closed, for a reason. */
export const ValveTurn = z.enum(['closed', 'reopened', 'left'])
export type ValveTurn = z.infer<typeof ValveTurn>
export const ValveState = z.enum(['open', ...ValveTurn.options])
export type ValveState = z.infer<typeof ValveState>

/** Of a device or a meter its number; of another valve a number that the list gives it. */
export const ValveNo = MeterNumber

export const ShutOffValve = z.object({
  valveNo: ValveNo,
  valveKind: ValveKind,
  valveName: text(100).min(1),
  place: text(200).default(''),
  longitude: Longitude.nullable().default(null),
  latitude: Latitude.nullable().default(null),
})
export type ShutOffValve = z.infer<typeof ShutOffValve>

const key = { orderId: z.uuid() }
const listed = {
  partitionId: PartitionId.nullable(),
  valves: z.array(ShutOffValve).max(shutOffMax.valves),
  accounts: z.array(AccountNo).max(shutOffMax.accounts),
}
export const ValveNote = lines(200)
const turned = { valveNo: ValveNo, turn: ValveTurn, note: ValveNote }
export const shutOffPeriod = { offFrom: Instant, offUntil: Instant }
/** The messages are in one language. `accounts` are those without water at that time. */
const noticed = { noticeId: z.uuid(), ...shutOffPeriod, language: Language, accounts: listed.accounts }

export const ListShutOff = z.object({ type: z.literal('ListShutOff'), ...key, ...listed })
export type ListShutOff = z.infer<typeof ListShutOff>
export const TurnValve = z.object({ type: z.literal('TurnValve'), ...key, ...turned })
export type TurnValve = z.infer<typeof TurnValve>
/** Sent to the accounts of the list. */
export const SendShutOffNotices = z.object({
  type: z.literal('SendShutOffNotices'),
  ...key,
  noticeId: z.uuid(),
  ...shutOffPeriod,
  language: Language,
})
export type SendShutOffNotices = z.infer<typeof SendShutOffNotices>

/** They are in the order's stream. */
export const shutOffEvents = {
  'work-orders.WorkOrderShutOffListed': { version: 1, data: z.object({ ...key, ...listed, at: Instant }) },
  'work-orders.WorkOrderValveTurned': {
    version: 1,
    data: z.object({ ...key, ...turned, operationId: z.uuidv7().optional(), occurredAt: Instant.optional(), at: Instant }),
  },
  'work-orders.WorkOrderShutOffNoticed': { version: 1, data: z.object({ ...key, ...noticed, at: Instant }) },
} as const

/** A valve as the row of its order has it: each turn with its time, and the person who recorded it. */
const Turned = z.object({ at: Instant, by: PersonName.nullable() }).nullable()
export const ValveOfOrder = ShutOffValve.extend({
  state: ValveState,
  closed: Turned,
  reopened: Turned,
  /** Why it stays closed. */
  note: z.string(),
})
export type ValveOfOrder = z.infer<typeof ValveOfOrder>

export const ShutOffOfOrder = z.object({
  partitionId: PartitionId.nullable(),
  valves: z.array(ValveOfOrder).max(shutOffMax.valves),
  accounts: z.array(AccountNo).max(shutOffMax.accounts),
  notices: z.array(z.object({ ...shutOffPeriod, accounts: z.int(), at: Instant, by: PersonName.nullable() })).max(shutOffMax.notices),
})
export type ShutOffOfOrder = z.infer<typeof ShutOffOfOrder>

/** A valve that is closed and not reopened, without a reason. */
export const isValveDue = ({ state }: { state: ValveState }): boolean => state === ValveState.enum.closed
