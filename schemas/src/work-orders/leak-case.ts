import { z } from 'zod'
import { RowId } from '../shared/lists.ts'
import { Measured, Position } from '../shared/quantity.ts'
import { defineResource } from '../shared/resource.ts'
import { lines, text } from '../shared/text.ts'
import { Instant, LocalDate, MeterNumber, PartitionId } from '../shared/values.ts'

/** The work on a leak: it is known, its place is looked for, it is repaired, the repair is proven. */
export const CaseStage = z.enum({ awareness: '0', localisation: '1', repair: '2', verification: '3', closed: '4' })
export type CaseStage = z.infer<typeof CaseStage>
export const CaseOutcome = z.enum({ repaired: '0', falsePositive: '1', unproven: '2' })
export type CaseOutcome = z.infer<typeof CaseOutcome>
export const FalseReason = z.enum({ tankFilling: '0', legitimateUse: '1', meterFault: '2', networkChange: '3', other: '4' })
export const CaseSource = z.enum({ policy: '0', detection: '1', alarm: '2', request: '3', order: '4' })
/** Where the leak was, and why: the words that regulators request. */
export const LeakPart = z.enum({ main: '0', service: '1', fitting: '2', valve: '3', customer: '4', other: '5' })
export const LeakCause = z.enum({ corrosion: '0', groundMovement: '1', joint: '2', pressure: '3', thirdParty: '4', other: '5' })
/** `proven`: the flow fell by at least the lower bound of the detection; `partial`: by less; `unproven`: it did not fall. */
export const RepairVerdict = z.enum({ proven: '0', partial: '1', unproven: '2' })
export type RepairVerdict = z.infer<typeof RepairVerdict>
/** `repeat`: a leak within `repeatDays` after a repair in the same partition; `dryHole`: a false positive that people found on site. */
export const CaseFinding = z.enum({ repeat: '0', dryHole: '1' })
export type CaseFinding = z.infer<typeof CaseFinding>
/** A leak that comes back within so many days after a repair is a repeat. */
export const repeatDays = 90

/** A detection as the case knows it: of `leakage.DetectionsRecorded`, without its explanation. */
export const CaseDetection = z.object({
  number: z.int().min(1).max(1_000_000),
  kind: z.enum(['step', 'growth', 'anomaly']),
  startedAt: Instant,
  detectedAt: Instant,
  flowLitresPerHour: Measured,
  flowLow: Measured,
  flowHigh: Measured,
  endedAt: Instant.nullable(),
})
export type CaseDetection = z.infer<typeof CaseDetection>
/** A leak that grows has a detection each time. */
export const detectionsOfCaseMax = 100

/** The night flow of one day. */
export const NightOfCase = z.object({ date: LocalDate, flowLitresPerHour: Measured })
export type NightOfCase = z.infer<typeof NightOfCase>

const Minor = z.int().nullable()
const computed = { isReadOnly: true, isComputed: true, isUnsortable: true } as const

/** Cases of leaks. */
export const leakCases = defineResource({
  name: 'leakCase',
  texts: 'work-orders',
  noun: 'leak case',
  path: '/prod-api/business/leakCase',
  permission: 'work-orders:leakCase',
  verbs: ['list', 'query', 'add', 'process', 'export'],
  id: 'caseNo',
  table: 'views.leak_cases',
  scope: 'own',
  fields: {
    /** Chosen by the caller, so that a repeated request opens one case. */
    caseId: { schema: z.uuid(), isSetOnce: true },
    partitionId: { schema: PartitionId, filter: 'equals' },
    partitionName: { schema: z.string(), isReadOnly: true },
    stage: { schema: CaseStage, isReadOnly: true, filter: 'equals', dictionary: 'leak_case_stage' },
    outcome: { schema: CaseOutcome.nullable(), isReadOnly: true, filter: 'equals', dictionary: 'leak_case_outcome' },
    verdict: { schema: RepairVerdict.nullable(), isReadOnly: true, filter: 'equals', dictionary: 'leak_repair_verdict' },
    finding: { schema: CaseFinding.nullable(), isReadOnly: true, isUnsortable: true, filter: 'equals', dictionary: 'leak_case_finding' },
    source: { schema: CaseSource, isReadOnly: true, filter: 'equals', dictionary: 'leak_case_source' },
    detectionNumber: { schema: CaseDetection.shape.number.nullable().default(null), isLarge: true },
    alarmId: { schema: Position.nullable().default(null), shown: z.int().nullable(), isLarge: true },
    meterNo: { schema: MeterNumber.nullable(), isReadOnly: true, filter: 'contains' },
    startedAt: { schema: Instant, isReadOnly: true },
    awareAt: { schema: Instant, isReadOnly: true },
    siteAt: { schema: Instant.nullable(), isReadOnly: true },
    locatedAt: { schema: Instant.nullable(), isReadOnly: true },
    repairedAt: { schema: Instant.nullable(), isReadOnly: true },
    closedAt: { schema: Instant.nullable(), isReadOnly: true },
    /** The sum of its detections, with the bounds of 90 %; null without a detection. */
    flowLitresPerHour: { schema: Measured.nullable(), isReadOnly: true },
    flowLow: { schema: Measured.nullable(), isReadOnly: true },
    flowHigh: { schema: Measured.nullable(), isReadOnly: true },
    detections: { schema: z.array(CaseDetection).optional(), isReadOnly: true, isJson: true, isLong: true },
    /** By how much the night flow fell after the repair. */
    dropLitresPerHour: { schema: Measured.nullable(), isReadOnly: true },
    nightsBefore: { schema: z.array(NightOfCase).optional(), isReadOnly: true, isJson: true, isLong: true },
    nightsAfter: { schema: z.array(NightOfCase).optional(), isReadOnly: true, isJson: true, isLong: true },
    place: { schema: z.string(), isReadOnly: true, filter: 'contains', filterMax: 200 },
    leakPart: { schema: LeakPart.nullable(), isReadOnly: true, dictionary: 'leak_part' },
    leakCause: { schema: LeakCause.nullable(), isReadOnly: true, dictionary: 'leak_cause' },
    falseReason: { schema: FalseReason.nullable(), isReadOnly: true, filter: 'equals', dictionary: 'leak_false_reason' },
    /** From the start of the leak to its end, or until now; computed from the flow, as the volumes and the amounts are. */
    runHours: { schema: z.number().nullable(), ...computed },
    lostLitres: { schema: z.number().nullable(), ...computed },
    lostMinor: { schema: Minor, ...computed },
    /** Of 24 hours at the flow of the detections; null without a price, and for a false positive. */
    costPerDayMinor: { schema: Minor, ...computed },
    savedLitres: { schema: z.number().nullable(), ...computed },
    savedMinor: { schema: Minor, ...computed },
    ordersOpen: { schema: z.int32(), ...computed },
    remark: { schema: lines(500).default(''), lines: 3 },
  },
  menu: {
    directory: 'workOrder',
    place: 20,
    path: 'cases',
    component: 'work-orders/leak-cases',
    icon: 'droplet',
    titles: { en: 'Leak cases', 'zh-CN': '漏损案件', fr: 'Dossiers de fuite', id: 'Kasus kebocoran' },
    audience: 'tenant',
    shows: ['/api/v1/leak-cases'],
  },
  screen: {
    columns: [
      'partitionName',
      'stage',
      'outcome',
      'flowLitresPerHour',
      'runHours',
      'lostLitres',
      'lostMinor',
      'savedLitres',
      'savedMinor',
      'verdict',
      'place',
      'startedAt',
      'ordersOpen',
    ],
    moreColumns: [
      'costPerDayMinor',
      'finding',
      'source',
      'awareAt',
      'siteAt',
      'locatedAt',
      'repairedAt',
      'closedAt',
      'leakPart',
      'leakCause',
      'falseReason',
      'caseNo',
      'createTime',
    ],
    onPhone: ['partitionName', 'stage', 'lostLitres', 'place'],
    filters: ['stage', 'outcome', 'verdict', 'finding', 'place', 'createdWithin'],
    form: ['partitionId', 'remark'],
    title: 'partitionName',
  },
})

const opened = {
  caseId: z.uuid(),
  partitionId: PartitionId,
  source: CaseSource,
  detection: CaseDetection.nullable(),
  alarmId: Position.nullable(),
  meterNo: MeterNumber.nullable(),
  /** When the leak began, as far as is known. */
  startedAt: Instant,
  awareAt: Instant,
  remark: lines(500),
}
export const OpenLeakCase = z.object({ type: z.literal('OpenLeakCase'), ...opened })
export type OpenLeakCase = z.infer<typeof OpenLeakCase>

/** A further detection of the same leak, or the end of a detection. Commands of a policy. */
export const GrowLeakCase = z.object({ type: z.literal('GrowLeakCase'), caseId: z.uuid(), detection: CaseDetection })
export type GrowLeakCase = z.infer<typeof GrowLeakCase>

/** The night flows of the partition around the repair, oldest first. A command of a policy. */
export const nightsMax = 60
export const VerifyRepair = z.object({
  type: z.literal('VerifyRepair'),
  caseId: z.uuid(),
  timeZone: text(64).min(1),
  /** The local hour at which the night window ends. */
  nightUntilHour: z.int().min(1).max(24),
  nights: z.array(NightOfCase).max(nightsMax),
})
export type VerifyRepair = z.infer<typeof VerifyRepair>

const nights = z.array(NightOfCase).max(nightsMax)
export const openedCaseEventTypes = {
  'work-orders.LeakCaseOpened': { version: 1, data: z.object({ ...opened, at: Instant }) },
  'work-orders.LeakCaseGrew': { version: 1, data: z.object({ caseId: z.uuid(), detection: CaseDetection, at: Instant }) },
  'work-orders.LeakCaseRepairVerified': {
    version: 1,
    data: z.object({
      caseId: z.uuid(),
      repairedAt: Instant,
      nightsBefore: nights,
      nightsAfter: nights,
      dropLitresPerHour: Measured,
      verdict: RepairVerdict,
      at: Instant,
    }),
  },
} as const

export const ofCase = { caseNo: RowId }
