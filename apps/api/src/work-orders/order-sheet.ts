import type { OrderDocument } from '@nightflow/domain/billing/papers'
import { storeOf } from '@nightflow/platform/storage/resource-table'
import { findAlarms } from '@nightflow/projections/alarms/alarm-queries'
import { findOrderPlace } from '@nightflow/projections/work-orders/order-place'
import { findCaseLink } from '@nightflow/projections/work-orders/order-queries'
import { alarmDictionaries } from '@nightflow/schemas/alarms/alarm'
import { resources } from '@nightflow/schemas/resources'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { orderSheet } from '@nightflow/schemas/work-orders/order-sheet'
import { namePeople } from '../http/name-people.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { FileAnswer } from '../http/send-answer.ts'
import { choicesOf } from '../resource/choices.ts'
import { document } from '../resource/export-routes.ts'
import { issuerOf, papersOf, pdfMediaType } from '../resource/papers.ts'

const { workOrders, leakCases } = resources
const store = storeOf(workOrders)
const dictionaries = { ...leakCases.dictionaries, ...workOrders.dictionaries, eventType: alarmDictionaries.eventType }

const gatherOrder = async (
  { workOrderNo, address }: RequestOf<typeof orderSheet>,
  context: RequestContext,
): Promise<OrderDocument | undefined> => {
  const found = await context.read((database) => store.find(database, workOrderNo))
  if (!found) return undefined
  const order = await namePeople(workOrders.row, found, context)
  const choices = await choicesOf(dictionaries, context)
  const word = (field: string, value: string): string => choices[field]?.find((choice) => choice.value === value)?.label ?? value
  const { place, leakCase, alarms } = await context.read(async (database) => ({
    place: await findOrderPlace(database, order),
    leakCase: await findCaseLink(database, order.caseId),
    alarms: await findAlarms(database, order.alarmIds ?? []),
  }))
  return {
    order,
    orderType: word('orderType', order.orderType),
    priority: word('priority', order.priority),
    status: word('status', order.status),
    ...place,
    leakCase: leakCase && { ...leakCase, stage: word('stage', leakCase.stage) },
    alarms: alarms.map(({ alarmProcessedId: alarmId, eventType, alarmTime: at }) => ({ alarmId, name: word('eventType', eventType), at })),
    address: address ?? null,
  }
}

const print = async (request: RequestOf<typeof orderSheet>, context: RequestContext): Promise<FileAnswer | Rejection> => {
  const language = request.language ?? context.language
  const gathered = await gatherOrder(request, { ...context, language })
  if (!gathered) return rejected('not-found')
  const bytes = await papersOf(context).order({ issuer: await issuerOf(context), language }, gathered)
  return { fileName: `order-${request.workOrderNo}.pdf`, mediaType: pdfMediaType, bytes }
}

export const orderSheetRoute = document(orderSheet, print)
