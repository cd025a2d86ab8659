import type { HistoryPage } from '@nightflow/schemas/shared/history'
import { isValveDue, type ShutOffOfOrder, type ValveOfOrder, ValveState } from '@nightflow/schemas/work-orders/shut-off'
import { workOrders as resource, WorkOrderStatus } from '@nightflow/schemas/work-orders/work-order'
import type { PoolClient } from 'pg'
import type { z } from 'zod'
import { defineEntity } from '../projector/entity.ts'
import { personOf, readHistory } from '../projector/entity-history.ts'

const row = resource.row.required({ alarmIds: true, items: true, files: true, shutOff: true })
type Row = z.infer<typeof row>
type Event = { metadata: { actor: string } }

const { pending, processing, onHold, completed, cancelled } = WorkOrderStatus.enum

const userOf = (id: number | null): string | null => (id === null ? null : `user:${id}`)

const minuteMilliseconds = 60_000
/** By the clock of the phone where it did the step; whole minutes, because a clock may run behind the one of the service. */
const minutesBetween = (from: string, to: string): number =>
  Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / minuteMilliseconds))
const doneAt = ({ at, occurredAt }: { at: string; occurredAt?: string | undefined }): string => occurredAt ?? at

const changed = (seen: Row | undefined, { data: { at }, metadata }: Event & { data: { at: string } }, change: Partial<Row>) =>
  seen && { ...seen, ...change, updateBy: personOf(metadata.actor), updateTime: at }

/** An order that leaves its hold: the clock of the hold stops. */
const offHold = (seen: Row | undefined, at: string): Partial<Row> =>
  seen?.heldSince ? { holdReason: null, heldSince: null, heldMinutes: seen.heldMinutes + minutesBetween(seen.heldSince, at) } : {}

const noShutOff: ShutOffOfOrder = { partitionId: null, valves: [], accounts: [], notices: [] }
const unturned = { state: ValveState.enum.open, closed: null, reopened: null, note: '' }
const valveOf = (shutOff: ShutOffOfOrder | undefined, wanted: string): Partial<ValveOfOrder> => {
  const known = shutOff?.valves.find(({ valveNo }) => valveNo === wanted)
  return known ? { state: known.state, closed: known.closed, reopened: known.reopened, note: known.note } : {}
}

/** The time of a valve's turn; closed again, its earlier reopening counts no more. */
const timesOf = (turn: ValveState, turned: NonNullable<ValveOfOrder['closed']>): Partial<ValveOfOrder> => {
  if (turn === ValveState.enum.closed) return { closed: turned, reopened: null }
  return turn === ValveState.enum.reopened ? { reopened: turned } : {}
}

const withShutOff = (seen: Row | undefined, event: Event & { data: { at: string } }, shutOff: ShutOffOfOrder) =>
  changed(seen, event, { shutOff, valvesClosed: shutOff.valves.filter(isValveDue).length })

/** Every work order. */
export const workOrders = defineEntity({
  name: 'work-orders/work-orders',
  version: 4,
  table: 'work_orders',
  key: ['orderId'],
  row,
  indexes: {
    id: 'unique (tenant, work_order_no)',
    open: `(tenant, status) where status in ('${pending}', '${processing}', '${onHold}')`,
    case: '(tenant, case_id) where case_id is not null',
    meter: '(tenant, meter_no) where meter_no is not null',
  },
  evolve: {
    'work-orders.WorkOrderCreated': (seen, { data: { assigneeId, crewId = null, checklist, at, ...order }, position, metadata }) =>
      seen ?? {
        ...order,
        workOrderNo: position,
        status: pending,
        assignee: userOf(assigneeId),
        crewId,
        files: [],
        items: checklist.map((name) => ({ name, isDone: false, changes: 0 })),
        itemsDone: 0,
        itemsTotal: checklist.length,
        ...{ holdReason: null, heldSince: null, heldMinutes: 0, startedAt: null, completedAt: null },
        ...{ result: '', parts: '', workedMinutes: null, costMinor: null, readingId: null, conflicts: 0 },
        ...{ shutOff: noShutOff, valvesClosed: 0 },
        ...{ createBy: personOf(metadata.actor), createTime: at, updateBy: null, updateTime: null },
      },
    'work-orders.WorkOrderStarted': (seen, event) =>
      changed(seen, event, { status: processing, startedAt: seen?.startedAt ?? doneAt(event.data) }),
    'work-orders.WorkOrderHeld': (seen, event) =>
      changed(seen, event, { status: onHold, holdReason: event.data.holdReason, heldSince: doneAt(event.data) }),
    'work-orders.WorkOrderResumed': (seen, event) => changed(seen, event, { status: processing, ...offHold(seen, doneAt(event.data)) }),
    'work-orders.WorkOrderCompleted': (seen, event) => {
      const { result, parts, workedMinutes, costMinor, readingId } = event.data
      const at = doneAt(event.data)
      const startedAt = seen?.startedAt ?? at
      const done = { result, parts, workedMinutes, costMinor, readingId, startedAt, completedAt: at }
      return changed(seen, event, { status: completed, ...offHold(seen, at), ...done })
    },
    'work-orders.WorkOrderReopened': (seen, event) => changed(seen, event, { status: pending, completedAt: null }),
    'work-orders.WorkOrderCancelled': (seen, event) => changed(seen, event, { status: cancelled, ...offHold(seen, event.data.at) }),
    'work-orders.WorkOrderAssigned': (seen, event) =>
      changed(seen, event, { assignee: userOf(event.data.assigneeId), crewId: event.data.crewId ?? null }),
    'work-orders.WorkOrderPlanned': (seen, event) => {
      const { plannedFor, dueDate, priority } = event.data
      return changed(seen, event, { plannedFor, dueDate, priority })
    },
    'work-orders.WorkOrderItemChecked': (seen, event) => {
      const { item, isDone } = event.data
      const items = seen?.items.map((one, place) => (place + 1 === item ? { ...one, isDone, changes: one.changes + 1 } : one)) ?? []
      return changed(seen, event, { items, itemsDone: items.filter((one) => one.isDone).length })
    },
    'work-orders.WorkOrderCommented': (seen, event) => changed(seen, event, {}),
    'work-orders.WorkOrderFileAdded': (seen, event) => {
      const { orderId: _, at: __, ...file } = event.data
      return changed(seen, event, { files: [...(seen?.files ?? []), file] })
    },
    'work-orders.WorkOrderFileRemoved': (seen, event) =>
      changed(seen, event, { files: seen?.files.filter(({ fileId }) => fileId !== event.data.fileId) ?? [] }),
    'work-orders.WorkOrderLinked': (seen, event) => changed(seen, event, { caseId: event.data.caseId }),
    'work-orders.WorkOrderShutOffListed': (seen, event) => {
      const { partitionId, accounts } = event.data
      const valves = event.data.valves.map((valve) => ({ ...unturned, ...valveOf(seen?.shutOff, valve.valveNo), ...valve }))
      return withShutOff(seen, event, { notices: seen?.shutOff.notices ?? [], partitionId, accounts, valves })
    },
    'work-orders.WorkOrderValveTurned': (seen, event) => {
      const { valveNo, turn, note } = event.data
      const turned = { at: doneAt(event.data), by: personOf(event.metadata.actor) }
      const known = seen?.shutOff ?? noShutOff
      const valves = known.valves.map((valve) =>
        valve.valveNo === valveNo ? { ...valve, state: turn, note, ...timesOf(turn, turned) } : valve,
      )
      return withShutOff(seen, event, { ...known, valves })
    },
    'work-orders.WorkOrderShutOffNoticed': (seen, event) => {
      const { offFrom, offUntil, accounts, at } = event.data
      const notice = { offFrom, offUntil, accounts: accounts.length, at, by: personOf(event.metadata.actor) }
      const known = seen?.shutOff ?? noShutOff
      return withShutOff(seen, event, { ...known, notices: [...known.notices, notice] })
    },
    'work-orders.WorkOrderConflicted': (seen, event) => changed(seen, event, { conflicts: (seen?.conflicts ?? 0) + 1 }),
  },
  history: {
    sentences: 'work-orders:workOrder',
    steps: {
      'work-orders.WorkOrderCreated': { step: 'created', tell: ({ data: { remark } }) => ({ note: remark || null }) },
      'work-orders.WorkOrderStarted': { step: 'started', tell: ({ data: { note } }) => ({ note: note || null }) },
      'work-orders.WorkOrderHeld': {
        step: 'held',
        tell: ({ data: { holdReason, note } }) => ({ facts: { holdReason }, note: note || null }),
      },
      'work-orders.WorkOrderResumed': { step: 'resumed', tell: ({ data: { note } }) => ({ note: note || null }) },
      'work-orders.WorkOrderCompleted': { step: 'completed', tell: ({ data: { result } }) => ({ note: result || null }) },
      'work-orders.WorkOrderReopened': { step: 'reopened', tell: ({ data: { note } }) => ({ note }) },
      'work-orders.WorkOrderCancelled': { step: 'cancelled', tell: ({ data: { reason } }) => ({ note: reason }) },
      'work-orders.WorkOrderCommented': { step: 'commented', tell: ({ data: { note } }) => ({ note }) },
      'work-orders.WorkOrderFileAdded': {
        step: 'fileAdded',
        tell: ({ data: { fileKind, sha256 } }) => ({ facts: { fileKind, sha256: sha256.slice(0, 12) } }),
      },
      'work-orders.WorkOrderFileRemoved': {
        step: 'fileRemoved',
        tell: ({ data: { reason, fileId } }, { before }) => ({
          facts: { sha256: before?.files.find((file) => file.fileId === fileId)?.sha256.slice(0, 12) ?? '' },
          note: reason,
        }),
      },
      'work-orders.WorkOrderAssigned': {
        step: 'assigned',
        tell: (_, { before, after }) => ({ changes: [{ field: 'assignee', from: before?.assignee ?? null, to: after.assignee }] }),
      },
      'work-orders.WorkOrderPlanned': {
        step: 'planned',
        tell: ({ data: { plannedFor, dueDate } }) => ({ facts: { plannedFor, dueDate } }),
      },
      'work-orders.WorkOrderItemChecked': {
        step: 'checked',
        tell: ({ data: { item } }, { after }) => ({ facts: { item: after.items[item - 1]?.name ?? '' } }),
      },
      'work-orders.WorkOrderLinked': { step: 'linked' },
      'work-orders.WorkOrderShutOffListed': {
        step: 'shutOffListed',
        tell: ({ data: { valves, accounts } }) => ({ facts: { valves: valves.length, customers: accounts.length } }),
      },
      'work-orders.WorkOrderValveTurned': {
        step: 'valveTurned',
        tell: ({ data: { valveNo, turn, note } }, { after }) => ({
          facts: { turn, valve: after.shutOff.valves.find((valve) => valve.valveNo === valveNo)?.valveName ?? valveNo },
          note: note || null,
        }),
      },
      'work-orders.WorkOrderShutOffNoticed': {
        step: 'shutOffNoticed',
        tell: ({ data: { offFrom, offUntil, accounts } }) => ({ facts: { offFrom, offUntil, customers: accounts.length } }),
      },
      'work-orders.WorkOrderConflicted': {
        step: 'conflicted',
        tell: ({ data: { action, found, note } }) => ({ facts: { action, status: found }, note: note || null }),
      },
    },
  },
})

/** The history of one work order, newest first. */
export const findWorkOrderHistory = (database: PoolClient, orderId: string, page: HistoryPage) =>
  readHistory(database, workOrders.entity, { orderId }, page)
