import { z } from 'zod'
import { commandsOn, type GivenTo } from '../shared/commands-on.ts'
import { endpoint } from '../shared/endpoint.ts'
import { historyCallOf } from '../shared/recorded-calls.ts'
import type { RowOf } from '../shared/resource.ts'
import { lines, text } from '../shared/text.ts'
import { Instant, LocalDate } from '../shared/values.ts'
import {
  CaseStage,
  FalseReason,
  type GrowLeakCase,
  LeakCause,
  LeakPart,
  leakCases,
  type OpenLeakCase,
  ofCase,
  openedCaseEventTypes,
  type VerifyRepair,
} from './leak-case.ts'
import { RequestOfWork, requestsMax } from './public-request.ts'
import { workOrders } from './work-order.ts'

export const listLeakCaseHistory = historyCallOf(leakCases, '/api/v1/leak-cases')

type Row = RowOf<typeof leakCases>
const { awareness, localisation, repair, verification, closed } = CaseStage.enum
const isOpen = ({ stage }: Row): boolean => stage !== closed

const note = lines(500)
const place = text(200)
const repaired = { leakPart: LeakPart, leakCause: LeakCause }
const acoustic = {
  place: place.min(1),
  distanceMetres: z.number().min(0).max(100_000).nullable().default(null),
  confidencePercent: z.int().min(0).max(100).nullable().default(null),
  note: note.default(''),
}
const heard = {
  ...acoustic,
  distanceMetres: z.number().min(0).max(100_000).nullable(),
  confidencePercent: z.int().min(0).max(100).nullable(),
  note,
}

/** Commands on cases, in the order in which a leak passes through them. */
export const leakCaseCommands = commandsOn<Row>()(
  {
    entity: 'LeakCase',
    id: 'caseNo',
    path: leakCases.path,
    permission: 'work-orders:leakCase:process',
    key: { caseId: z.uuid() },
    typed: { note: note.default('') },
    recorded: { note },
  },
  {
    localise: {
      summary: 'Begin to look for the place of a leak',
      event: 'work-orders.LeakCaseLocalisationStarted',
      icon: 'start',
      isOffered: ({ stage }) => stage === awareness,
    },
    listen: {
      summary: 'Record an acoustic result: where a correlator heard the leak',
      typed: acoustic,
      recorded: heard,
      event: 'work-orders.LeakCaseHeard',
      icon: 'edit',
      isOffered: ({ stage }) => stage === localisation,
    },
    locate: {
      summary: 'Record the place of a leak; the repair follows',
      typed: { place: place.min(1), note: note.default('') },
      recorded: { place, note },
      event: 'work-orders.LeakCaseLocated',
      icon: 'finish',
      isOffered: ({ stage }) => stage === awareness || stage === localisation,
    },
    repair: {
      summary: 'Record when a leak was repaired; three nights prove it',
      typed: { repairedAt: Instant, ...repaired, note: note.default('') },
      recorded: { repairedAt: Instant, ...repaired, note },
      event: 'work-orders.LeakCaseRepaired',
      icon: 'finish',
      isOffered: ({ stage }) => stage === localisation || stage === repair,
    },
    dismiss: {
      summary: 'Close a case as a false positive, with the reason',
      typed: { falseReason: FalseReason, reason: note.min(1) },
      recorded: { falseReason: FalseReason, reason: note },
      event: 'work-orders.LeakCaseDismissed',
      icon: 'cancel',
      isDanger: true,
      isOffered: isOpen,
    },
    close: {
      summary: 'Close a case whose repair no night flow can prove',
      typed: { reason: note.min(1) },
      recorded: { reason: note },
      event: 'work-orders.LeakCaseClosed',
      icon: 'lock',
      isDanger: true,
      isOffered: ({ stage }) => stage === verification,
    },
    reopen: {
      summary: 'Reopen a closed case',
      typed: { note: note.min(1) },
      event: 'work-orders.LeakCaseReopened',
      icon: 'undo',
      isOffered: (row) => !isOpen(row),
    },
    comment: {
      summary: 'Comment on a case',
      typed: { note: note.min(1) },
      event: 'work-orders.LeakCaseCommented',
      icon: 'edit',
      isOffered: () => true,
    },
  },
)

const OrderOfCase = workOrders.row
  .pick({
    ...{ workOrderNo: true, orderTitle: true, orderType: true, status: true, assignee: true, plannedFor: true, completedAt: true },
  })
  .extend({ fileCount: z.int() })
const alarmsMax = 50
const ordersMax = 200

/** Orders, alarms and customers of a case, beside its row. */
export const findCaseLinks = endpoint({
  method: 'GET',
  path: '/api/v1/leak-cases/:caseNo/links',
  permission: 'work-orders:leakCase:query',
  summary: 'The work orders, the alarms and the requests of a leak case, and how many customers its partition has',
  request: z.object(ofCase),
  response: z.object({
    orders: z.array(OrderOfCase).max(ordersMax),
    alarms: z
      .array(z.object({ alarmProcessedId: z.int(), eventType: z.string(), alarmStatus: z.string(), alarmTime: Instant }))
      .max(alarmsMax),
    requests: z.array(RequestOfWork).max(requestsMax),
    customers: z.int(),
    timeZone: z.string(),
    /** The first and the last day of the chart. */
    from: LocalDate,
    to: LocalDate,
  }),
})

const Times = z.object({ count: z.int(), medianHours: z.number().nullable(), p90Hours: z.number().nullable() })

/** Each figure with the filter of its list. */
export const findCaseFigures = endpoint({
  method: 'GET',
  path: '/api/v1/leak-cases/figures',
  permission: 'work-orders:leakCase:list',
  summary: 'Times to awareness, site and repair, repeats, dry holes, volumes and money of the cases that were opened between two days',
  request: z.object({ from: LocalDate, to: LocalDate }),
  response: z.object({
    cases: z.int(),
    open: z.int(),
    falsePositives: z.int(),
    proven: z.int(),
    repeats: z.int(),
    dryHoles: z.int(),
    awareness: Times,
    site: Times,
    repair: Times,
    lostLitres: z.number(),
    lostMinor: z.int().nullable(),
    savedLitres: z.number(),
    savedMinor: z.int().nullable(),
  }),
})

export const leakCaseEventTypes = { ...openedCaseEventTypes, ...leakCaseCommands.events } as const
export type LeakCaseCommand = OpenLeakCase | GrowLeakCase | VerifyRepair | GivenTo<typeof leakCaseCommands>
