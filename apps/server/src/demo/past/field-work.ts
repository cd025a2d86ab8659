import { randomUUID } from 'node:crypto'
import { alarmDecider } from '@nightflow/domain/alarms/alarm-decider'
import { workOrderDecider } from '@nightflow/domain/work-orders/work-order-decider'
import type { AlarmEvent } from '@nightflow/schemas/alarms/alarm'
import { HoldReason, WorkOrderPriority, WorkOrderSource, WorkOrderType } from '@nightflow/schemas/work-orders/work-order'
import { dayMilliseconds, hourMilliseconds, type Past } from './past.ts'
import type { Customer } from './riverbend.ts'

type Kind = { eventType: AlarmEvent; orderTitle: string; result: string; minutes: number; costMinor: number }

const kinds: readonly Kind[] = [
  { eventType: 'battery-low', orderTitle: 'Replace the battery', result: 'New battery, 3.6 V', minutes: 25, costMinor: 3_800 },
  {
    eventType: 'meter-leak',
    orderTitle: 'Look for the dripping cistern',
    result: 'Seal of the cistern renewed',
    minutes: 40,
    costMinor: 1_200,
  },
  { eventType: 'reverse-flow', orderTitle: 'Check the non-return valve', result: 'Valve cleaned', minutes: 35, costMinor: 900 },
  { eventType: 'tamper', orderTitle: 'Inspect the seal', result: 'Seal was torn by a ladder, renewed', minutes: 30, costMinor: 600 },
  {
    eventType: 'meter-silent',
    orderTitle: 'Read the meter and test its radio',
    result: 'Antenna was under water',
    minutes: 50,
    costMinor: 2_100,
  },
]

const daysTold = 90
const everyDays = 3
/** Alarms of the last days are still worked on. */
const recentDays = 9
const burstHoursAgo = 3
const burstAt = 5

/**
 * Ninety days of the crew of Summit Park: every third day a meter raises an alarm. Most are processed by an order, some ignored, some settled from the desk; the
 * latest are in each state of their way.
 */
export const workInField = (past: Past, customers: readonly Customer[]): void => {
  for (let daysAgo = daysTold; daysAgo > 0; daysAgo -= everyDays) {
    const nth = (daysTold - daysAgo) / everyDays
    const kind = kinds[nth % kinds.length]!
    const { meter } = customers[(nth * 11) % customers.length]!
    past.on(past.daysAgo(daysAgo, 8 + (nth % 5)), () => answer(past, kind, meter.number, { nth, daysAgo }))
  }
  past.on(past.end - burstHoursAgo * hourMilliseconds, () => burstToday(past, customers[burstAt]!.meter))
  past.on(past.daysAgo(40, 9), async () => {
    const orderId = await create(past, { orderTitle: 'Flush the hydrant', meterNo: null, place: 'Summit Lane 3' })
    past.wait(60)
    await past.execute(workOrderDecider, { type: 'CancelWorkOrder', orderId, reason: 'The fire brigade did it' })
  })
}

/** This morning a pipe behind the valve of a house burst: the crew is on its way. */
const burstToday = async (past: Past, { number, address }: Customer['meter']): Promise<void> => {
  const burst = { eventType: 'burst', subject: number, occurredAt: new Date(past.now() - 600_000).toISOString() } as const
  const flow = { value: 2_150, threshold: 600, unit: 'L/h', severity: 'critical' } as const
  const { position } = await past.execute(alarmDecider, { type: 'RaiseAlarm', ...burst, ...flow }, 'policy:alarms')
  past.wait(12)
  const order = { orderTitle: 'Shut the valve and repair the burst', meterNo: number, place: address, alarmId: position, isUrgent: true }
  const orderId = await create(past, order)
  past.wait(15)
  await past.execute(workOrderDecider, { type: 'StartWorkOrder', orderId, note: 'The crew left the yard' })
}

const answer = async (past: Past, kind: Kind, subject: string, { nth, daysAgo }: { nth: number; daysAgo: number }): Promise<void> => {
  const { eventType } = kind
  const { execute, utility } = past
  const raised = { type: 'RaiseAlarm', eventType, subject, occurredAt: new Date(past.now() - 60_000).toISOString() } as const
  const { after, position } = await execute(alarmDecider, raised, 'policy:alarms')
  const about = { eventType, subject, occurrence: after.occurrences }
  past.wait(30)
  if (nth % 6 === 4) {
    await execute(alarmDecider, { type: 'IgnoreAlarm', ...about, note: 'Known: the house is being rebuilt' })
    return
  }
  if (daysAgo <= everyDays) return
  await execute(alarmDecider, { type: 'StartProcessingAlarm', ...about, note: '' })
  const orderId = await create(past, { orderTitle: kind.orderTitle, meterNo: subject, place: '', alarmId: position })
  if (daysAgo <= recentDays) {
    past.wait(30)
    if (nth % 2 === 0) await execute(workOrderDecider, { type: 'StartWorkOrder', orderId, note: '' })
    else await execute(workOrderDecider, { type: 'HoldWorkOrder', orderId, holdReason: HoldReason.enum.customerAbsent, note: 'Card left' })
    return
  }
  past.on(past.now() + (1 + (nth % 3)) * dayMilliseconds, async () => {
    await execute(workOrderDecider, { type: 'StartWorkOrder', orderId, note: '' })
    past.wait(kind.minutes)
    const done = { result: kind.result, parts: '', workedMinutes: kind.minutes, costMinor: kind.costMinor, readingId: null }
    await execute(workOrderDecider, { type: 'CompleteWorkOrder', orderId, ...done })
    await execute(alarmDecider, { type: 'FinishAlarm', ...about, note: kind.result }, utility.actors.admin)
  })
}

const { normal, urgent } = WorkOrderPriority.enum
const { hand, alarms } = WorkOrderSource.enum
type Wanted = { orderTitle: string; meterNo: string | null; place: string; alarmId?: number; isUrgent?: boolean }

const create = async (past: Past, { orderTitle, meterNo, place, alarmId, isUrgent = false }: Wanted): Promise<string> => {
  const orderId = randomUUID()
  const dueDate = new Date(past.now() + 4 * dayMilliseconds).toISOString().slice(0, 'YYYY-MM-DD'.length)
  await past.execute(workOrderDecider, {
    ...{ type: 'CreateWorkOrder', orderId, orderTitle, orderType: WorkOrderType.enum.maintenance, priority: isUrgent ? urgent : normal },
    ...{
      meterNo,
      partitionId: null,
      place,
      plannedFor: null,
      dueDate,
      remark: '',
      assigneeId: past.utility.actors.clerkUserId,
      crewId: null,
      caseId: null,
    },
    ...{ source: alarmId === undefined ? hand : alarms, alarmIds: alarmId === undefined ? [] : [alarmId], detectionNumber: null },
    ...{ reviewDay: null, checklist: [], alarmMeters: [] },
  })
  return orderId
}
