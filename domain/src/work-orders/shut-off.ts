import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { type ListShutOff, type SendShutOffNotices, shutOffMax, type TurnValve, ValveState } from '@nightflow/schemas/work-orders/shut-off'
import type { Context, EventIn } from '../shared/decider.ts'

type Listed = EventIn<'work-orders.WorkOrderShutOffListed'>
type Turned = EventIn<'work-orders.WorkOrderValveTurned'>
type Noticed = EventIn<'work-orders.WorkOrderShutOffNoticed'>

/** The shut-off list of an order; `list` is its last content as one text. */
export type ShutOff = {
  readonly valves: ReadonlyMap<string, ValveState>
  readonly accounts: readonly string[]
  readonly list: string
  readonly notices: readonly string[]
}
export const noShutOff: ShutOff = { valves: new Map(), accounts: [], list: '', notices: [] }

type Order = { readonly status: string; readonly shutOff: ShutOff }
const { open, closed, reopened, left } = ValveState.enum

const textOf = ({ partitionId, valves, accounts }: Pick<ListShutOff, 'partitionId' | 'valves' | 'accounts'>): string =>
  JSON.stringify([partitionId, valves, accounts])

/** A valve that stays on the list keeps its state. */
export const evolveShutOff = (shutOff: ShutOff, event: Listed | Turned | Noticed): ShutOff => {
  switch (event.type) {
    case 'work-orders.WorkOrderShutOffListed': {
      const { valves, accounts } = event.data
      const states = new Map(valves.map(({ valveNo }) => [valveNo, shutOff.valves.get(valveNo) ?? open]))
      return { ...shutOff, valves: states, accounts, list: textOf(event.data) }
    }
    case 'work-orders.WorkOrderValveTurned':
      return { ...shutOff, valves: new Map(shutOff.valves).set(event.data.valveNo, event.data.turn) }
    case 'work-orders.WorkOrderShutOffNoticed':
      return { ...shutOff, notices: [...shutOff.notices, event.data.noticeId] }
  }
}

/** A list takes the place of the one before. A valve that is closed is not taken off it: its reopening would be forgotten. */
export const listShutOff = (command: ListShutOff, { shutOff }: Order, { now }: Context): readonly Listed[] | Rejection => {
  const { type: _, ...list } = command
  const numbers = list.valves.map(({ valveNo }) => valveNo)
  const twice = numbers.find((valveNo, place) => numbers.indexOf(valveNo) < place)
  if (twice !== undefined) return rejected('shut-off-valve-twice', { valve: twice })
  const missing = closedValve(shutOff, (valveNo) => !numbers.includes(valveNo))
  if (missing !== undefined) return rejected('shut-off-valve-closed', { valve: missing })
  return textOf(list) === shutOff.list ? [] : [{ type: 'work-orders.WorkOrderShutOffListed', data: { ...list, at: now } }]
}

/**
 * A turn is a fact of the field, whatever the state of the order. A valve is reopened, or left closed for a reason, after it was closed; one that was
 * reopened may be closed again.
 */
export const turnValve = (
  { type: _, ...turned }: TurnValve,
  { status, shutOff }: Order,
  { now }: Context,
): readonly Turned[] | Rejection => {
  if (status === 'none') return rejected('work-order-unknown')
  const known = shutOff.valves.get(turned.valveNo)
  if (known === undefined) return rejected('shut-off-valve-unknown', { valve: turned.valveNo })
  if (known === turned.turn) return []
  if (turned.turn !== closed && (known === open || (turned.turn === left && known === reopened)))
    return rejected('shut-off-valve-not-closed', { valve: turned.valveNo })
  if (turned.turn === left && turned.note === '') return rejected('shut-off-reason-missing', { valve: turned.valveNo })
  return [{ type: 'work-orders.WorkOrderValveTurned', data: { ...turned, at: now } }]
}

/** To the customers of the list as it is now. */
export const sendNotices = (
  { type: _, ...notice }: SendShutOffNotices,
  { shutOff }: Order,
  { now }: Context,
): readonly Noticed[] | Rejection => {
  const { accounts, notices } = shutOff
  if (notices.includes(notice.noticeId)) return []
  if (accounts.length === 0) return rejected('shut-off-without-customers')
  if (Date.parse(notice.offUntil) <= Date.parse(notice.offFrom)) return rejected('shut-off-ends-before-start')
  if (notices.length >= shutOffMax.notices) return rejected('shut-off-notices-full', { max: shutOffMax.notices })
  return [{ type: 'work-orders.WorkOrderShutOffNoticed', data: { ...notice, accounts: [...accounts], at: now } }]
}

const closedValve = ({ valves }: ShutOff, isMeant: (valveNo: string) => boolean): string | undefined =>
  [...valves].find(([valveNo, state]) => state === closed && isMeant(valveNo))?.[0]

/** An order does not end while a valve is closed: it is reopened first, or left closed for a reason. The refusal, or undefined. */
export const closedValveOf = ({ shutOff }: Pick<Order, 'shutOff'>): Rejection | undefined => {
  const valve = closedValve(shutOff, () => true)
  return valve === undefined ? undefined : rejected('work-order-valve-closed', { valve })
}
