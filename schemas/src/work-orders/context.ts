import { type Context, callsOfModules, type EventTypes } from '../shared/context.ts'
import { callsOfReports } from '../shared/report.ts'
import { workOrdersDictionaries } from './dictionaries.ts'
import { caseReport, orderReport } from './field-reports.ts'
import * as leakCase from './leak-case-calls.ts'
import * as orderFile from './order-file-calls.ts'
import * as sheet from './order-sheet.ts'
import * as publicRequest from './public-request-calls.ts'
import * as shutOff from './shut-off-calls.ts'
import * as workOrder from './work-order-calls.ts'

/** The events of the context. */
export const events = {
  ...leakCase.leakCaseEventTypes,
  ...workOrder.workOrderEventTypes,
} as const satisfies EventTypes

export const workOrders = {
  calls: {
    ...callsOfModules(
      leakCase,
      leakCase.leakCaseCommands.calls,
      orderFile,
      sheet,
      publicRequest,
      shutOff,
      workOrder,
      workOrder.workOrderCommands.calls,
    ),
    ...callsOfReports(caseReport, orderReport),
  },
  dictionaries: workOrdersDictionaries,
  commands: [
    { texts: 'work-orders', resource: 'leakCase', commands: leakCase.leakCaseCommands.list },
    { texts: 'work-orders', resource: 'workOrder', commands: workOrder.workOrderCommands.list },
  ],
} satisfies Context
