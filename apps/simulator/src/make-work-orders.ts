import { setTimeout as sleep } from 'node:timers/promises'
import type { DetectionRow } from '@nightflow/schemas/leakage/detection'
import { FalseReason, LeakCause, LeakPart } from '@nightflow/schemas/work-orders/leak-case'
import { RequestKind } from '@nightflow/schemas/work-orders/public-request'
import { HoldReason, WorkOrderPriority, WorkOrderType } from '@nightflow/schemas/work-orders/work-order'
import { callBackOffice, idOf } from './call-back-office.ts'
import { callNightflow } from './call-nightflow.ts'
import type { City } from './city.ts'

type Order = { baseUrl: string; tenant: string; token: string; city: City; now: number; signal?: AbortSignal }
type Call = ReturnType<typeof callBackOffice>
type Case = { caseNo: number; caseId: string; partitionId: string; startedAt: string }
type Answer<Data> = { code: number; data?: Data }

/** Kinds of identifiers, so that those of different things differ. */
const kinds = { case: 50, order: 51, request: 52 }
const dayMilliseconds = 86_400_000
/** Days of which detections become cases: the figures of the last quarter of a year show them. */
const detectionDays = 60
/** Three repaired and three open ones; the city has more in any two months. */
const leaksWanted = 6
const roundsMax = 60
const pauseMilliseconds = 500
const priority = WorkOrderPriority.enum
const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/**
 * Leak cases in every state, some work orders, a crew with a plan and requests of the public, so that the lists, the board and the figures show something. A detection has one case and each order an
 * identifier of its own: run again it changes nothing.
 */
export async function makeWorkOrders({ city, now, ...order }: Order): Promise<void> {
  const call = callBackOffice(order)
  await makeOrders(call, city, now)
  await makeCrew(call, now)
  await makeRequests(call, order)
  const span = `from=${dateOf(now - detectionDays * dayMilliseconds)}&to=${dateOf(now - dayMilliseconds)}`
  const url = `${order.baseUrl}/api/v1/leakage/detections?${span}`
  const leaks = await leaksAt({ method: 'GET', url, bearer: order.token, signal: order.signal })
  const repaired = leaks.filter(({ endedAt }) => endedAt !== null)
  const open = leaks.filter(({ endedAt }) => endedAt === null)
  for (const [nth, detection] of repaired.slice(-3).entries()) await repair(call, await openCase(call, detection, nth), detection, nth)
  const [localised, located, dismissed] = open
  if (localised) await workOn(call, await openCase(call, localised, 10), 10, false)
  if (located) await workOn(call, await openCase(call, located, 11), 11, true)
  if (dismissed) await dismiss(call, await openCase(call, dismissed, 12))
}

/** The leaks that detections show as soon as they show some: read models are behind while a city is fed. */
const leaksAt = async (call: Parameters<typeof callNightflow>[0]): Promise<DetectionRow[]> => {
  for (let round = 0; ; round += 1) {
    const leaks = ((await callNightflow(call)) as DetectionRow[]).filter(({ kind }) => kind !== 'anomaly')
    if (leaks.length >= leaksWanted || round === roundsMax) return leaks
    await sleep(pauseMilliseconds, undefined, { signal: call.signal })
  }
}

/** A detection that is not recorded yet has a case without it. */
const openCase = async (call: Call, { partitionId, number }: DetectionRow, nth: number): Promise<Case | undefined> => {
  const caseId = idOf(kinds.case, nth)
  const open = (detectionNumber: number | null) =>
    call('POST', 'leakCase', { caseId, partitionId, remark: '', detectionNumber }) as Promise<Answer<{ caseNo: number }>>
  const named = await open(number)
  const opened = named.code === 200 ? named : await open(null)
  if (opened.code !== 200 || opened.data === undefined) return undefined
  const { data } = (await call('GET', `leakCase/${opened.data.caseNo}`)) as Answer<Case>
  return data
}

const orderOfCase = async (call: Call, { caseId, partitionId }: Case, nth: number, orderTitle: string): Promise<number | undefined> => {
  const order = { orderId: idOf(kinds.order, 100 + nth), orderTitle, caseId, partitionId, priority: priority.high }
  const { data } = (await call('POST', 'workOrder', order)) as Answer<{ workOrderNo: number }>
  return data?.workOrderNo
}

/** A leak that ended is repaired at its end; the nights after it prove that. */
const repair = async (call: Call, leak: Case | undefined, { endedAt }: DetectionRow, nth: number): Promise<void> => {
  if (!leak) return
  const workOrderNo = await orderOfCase(call, leak, nth, 'Repair the main')
  await call('PUT', `leakCase/localise/${leak.caseNo}`, {})
  await call('PUT', `leakCase/locate/${leak.caseNo}`, { place: `Main Street ${nth + 1}` })
  if (workOrderNo !== undefined)
    await call('PUT', `workOrder/complete/${workOrderNo}`, { result: 'Clamp set', workedMinutes: 150, cost: 240 })
  // A case without its detection began today.
  const repairedAt = endedAt !== null && Date.parse(endedAt) > Date.parse(leak.startedAt) ? endedAt : new Date().toISOString()
  const what = { leakPart: LeakPart.enum.main, leakCause: LeakCause.enum.corrosion }
  await call('PUT', `leakCase/repair/${leak.caseNo}`, { repairedAt, ...what })
}

/** A crew looks for the leak, or waits for a permit to dig. */
const workOn = async (call: Call, leak: Case | undefined, nth: number, isLocated: boolean): Promise<void> => {
  if (!leak) return
  const workOrderNo = await orderOfCase(call, leak, nth, isLocated ? 'Dig and repair' : 'Find the leak')
  await call('PUT', `leakCase/localise/${leak.caseNo}`, {})
  if (workOrderNo === undefined) return
  await call('PUT', `workOrder/start/${workOrderNo}`, {})
  if (!isLocated) return
  await call('PUT', `leakCase/locate/${leak.caseNo}`, { place: 'Mill Lane 4' })
  await call('PUT', `workOrder/hold/${workOrderNo}`, { holdReason: HoldReason.enum.permit, note: 'permit to dig requested' })
}

const dismiss = async (call: Call, leak: Case | undefined): Promise<void> => {
  if (!leak) return
  const reason = 'the reservoir was filled in these nights'
  await call('PUT', `leakCase/dismiss/${leak.caseNo}`, { falseReason: FalseReason.enum.tankFilling, reason })
}

/** Orders by hand: one of each state. */
const makeOrders = async (call: Call, { meters }: City, now: number): Promise<void> => {
  const numbers = meters.filter(({ role, registered, exchanged }) => role === 'sub' && registered && !exchanged).map(({ number }) => number)
  const today = dateOf(now)
  const wanted = [
    { orderTitle: 'Replace the battery', meterNo: numbers[5], plannedFor: today },
    { orderTitle: 'Check reading', meterNo: numbers[6], orderType: WorkOrderType.enum.reading, dueDate: today },
    { orderTitle: 'Renew the valve cover', place: 'Canal Street 8', priority: priority.low },
    { orderTitle: 'Inspect the chamber', place: 'Harbour Road 2', checklist: [{ name: 'Pump dry' }, { name: 'Photo' }] },
  ]
  for (const [nth, order] of wanted.entries()) await call('POST', 'workOrder', { orderId: idOf(kinds.order, nth), ...order })
}

/** A crew, its inspection of every week, and one order that it shares. */
const makeCrew = async (call: Call, now: number): Promise<void> => {
  const { data } = (await call('GET', 'workOrder/people')) as Answer<{ people: { userId: number; name: string }[] }>
  const people = data?.people ?? []
  const [leader = people[0], ...others] = people.filter(({ name }) => name === 'clerk' || name === 'admin')
  if (!leader) return
  const members = [leader, ...others].map(({ userId }) => userId)
  const crew = { crewName: 'Network', leaderId: leader.userId, memberIds: members, remark: 'Mains, valves and hydrants' }
  const made = (await call('POST', 'crew', crew)) as Answer<{ crewId: number }>
  const crewId = made.data?.crewId
  if (crewId === undefined) return
  const plan = { planName: 'Hydrants of the harbour', orderTitle: 'Inspect the hydrants', place: 'Harbour Road', recurrence: 'weekly' }
  await call('POST', 'orderPlan', { ...plan, startsOn: dateOf(now), crewId, checklist: [{ name: 'Flush' }, { name: 'Close the cover' }] })
  const flush = { orderTitle: 'Flush the end of the main', place: 'Mill Lane 9', plannedFor: dateOf(now + 2 * dayMilliseconds), crewId }
  await call('POST', 'workOrder', { orderId: idOf(kinds.order, 10), ...flush })
}

/** Two requests of the public: one is new, and the other has its order. Few, because a network sends few in an hour. */
const makeRequests = async (call: Call, { baseUrl, tenant, token, signal }: Omit<Order, 'city' | 'now'>): Promise<void> => {
  const { leak, quality } = RequestKind.enum
  const wanted = [
    { requestKind: leak, place: 'Corner of Mill Lane and Canal Street', description: 'Water runs from the pavement since this morning.' },
    { requestKind: quality, place: 'Harbour Road 14', description: 'The water is brown after the works of yesterday.' },
  ]
  for (const [nth, request] of wanted.entries()) {
    const body = JSON.stringify({ tenant, requestKey: idOf(kinds.request, nth), ...request })
    await callNightflow({ url: `${baseUrl}/api/v1/public-requests`, bearer: token, body, signal })
  }
  const { rows } = (await call('GET', 'publicRequest/list?pageSize=50')) as { rows: { requestId: number; requestKind: string }[] }
  const answered = rows.find(({ requestKind }) => requestKind === quality)
  if (answered) await call('PUT', `publicRequest/order/${answered.requestId}`, { orderTitle: 'Flush the main at Harbour Road 14' })
}
