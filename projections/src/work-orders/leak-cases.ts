import type { HistoryPage } from '@nightflow/schemas/shared/history'
import { type CaseDetection, CaseOutcome, CaseStage, RepairVerdict, leakCases as resource } from '@nightflow/schemas/work-orders/leak-case'
import type { PoolClient } from 'pg'
import type { z } from 'zod'
import { defineEntity } from '../projector/entity.ts'
import { personOf, readHistory } from '../projector/entity-history.ts'

const row = resource.row
  .omit({
    partitionName: true,
    finding: true,
    runHours: true,
    lostLitres: true,
    lostMinor: true,
    costPerDayMinor: true,
    savedLitres: true,
    savedMinor: true,
    ordersOpen: true,
  })
  .required({ detections: true, nightsBefore: true, nightsAfter: true })
type Row = z.infer<typeof row>
type Event = { metadata: { actor: string }; data: { at: string } }

const { awareness, localisation, repair, verification, closed } = CaseStage.enum

const changed = (seen: Row | undefined, { data: { at }, metadata }: Event, change: Partial<Row>) =>
  seen && { ...seen, ...change, updateBy: personOf(metadata.actor), updateTime: at }

const flowOf = (detections: readonly CaseDetection[]) => {
  const sum = (flow: (detection: CaseDetection) => number) => detections.reduce((total, one) => total + flow(one), 0)
  if (detections.length === 0) return { flowLitresPerHour: null, flowLow: null, flowHigh: null }
  return {
    flowLitresPerHour: sum(({ flowLitresPerHour }) => flowLitresPerHour),
    flowLow: sum(({ flowLow }) => flowLow),
    flowHigh: sum(({ flowHigh }) => flowHigh),
  }
}

const withDetection = (known: readonly CaseDetection[], detection: CaseDetection): CaseDetection[] =>
  known.some(({ number }) => number === detection.number)
    ? known.map((one) => (one.number === detection.number ? detection : one))
    : [...known, detection]

const unrepaired = { repairedAt: null, closedAt: null, outcome: null, verdict: null, falseReason: null, dropLitresPerHour: null }

/** Every case of a leak. */
export const leakCases = defineEntity({
  name: 'work-orders/leak-cases',
  version: 1,
  table: 'leak_cases',
  key: ['caseId'],
  row,
  indexes: {
    id: 'unique (tenant, case_no)',
    partition: '(tenant, partition_id)',
    open: `(tenant, stage) where stage <> '${closed}'`,
  },
  evolve: {
    'work-orders.LeakCaseOpened': (seen, { data: { detection, at, ...opened }, position, metadata }) => {
      const detections = detection ? [detection] : []
      return (
        seen ?? {
          ...opened,
          ...flowOf(detections),
          ...unrepaired,
          detections,
          detectionNumber: detection?.number ?? null,
          caseNo: position,
          stage: awareness,
          ...{ siteAt: null, locatedAt: null, nightsBefore: [], nightsAfter: [], place: '', leakPart: null, leakCause: null },
          ...{ createBy: personOf(metadata.actor), createTime: at, updateBy: null, updateTime: null },
        }
      )
    },
    'work-orders.LeakCaseGrew': (seen, event) => {
      const detections = withDetection(seen?.detections ?? [], event.data.detection)
      return changed(seen, event, { detections, ...flowOf(detections) })
    },
    'work-orders.LeakCaseLocalisationStarted': (seen, event) => changed(seen, event, { stage: localisation, siteAt: event.data.at }),
    'work-orders.LeakCaseHeard': (seen, event) => changed(seen, event, { place: event.data.place }),
    'work-orders.LeakCaseLocated': (seen, event) => {
      const { place, at } = event.data
      return changed(seen, event, { stage: repair, place, locatedAt: at, siteAt: seen?.siteAt ?? at })
    },
    'work-orders.LeakCaseRepaired': (seen, event) => {
      const { repairedAt, leakPart, leakCause, at } = event.data
      const passed = { siteAt: seen?.siteAt ?? at, locatedAt: seen?.locatedAt ?? at }
      return changed(seen, event, { stage: verification, repairedAt, leakPart, leakCause, ...passed })
    },
    'work-orders.LeakCaseRepairVerified': (seen, event) => {
      const { verdict, nightsBefore, nightsAfter, dropLitresPerHour, at } = event.data
      const proof = { nightsBefore, nightsAfter, dropLitresPerHour, verdict }
      if (verdict !== RepairVerdict.enum.proven) return changed(seen, event, { ...proof, stage: localisation, repairedAt: null })
      return changed(seen, event, { ...proof, stage: closed, outcome: CaseOutcome.enum.repaired, closedAt: at })
    },
    'work-orders.LeakCaseDismissed': (seen, event) => {
      const { falseReason, at } = event.data
      return changed(seen, event, { stage: closed, outcome: CaseOutcome.enum.falsePositive, falseReason, closedAt: at })
    },
    'work-orders.LeakCaseClosed': (seen, event) =>
      changed(seen, event, { stage: closed, outcome: CaseOutcome.enum.unproven, closedAt: event.data.at }),
    'work-orders.LeakCaseCommented': (seen, event) => changed(seen, event, {}),
    'work-orders.LeakCaseReopened': (seen, event) => changed(seen, event, { ...unrepaired, stage: localisation }),
  },
  history: {
    sentences: 'work-orders:leakCase',
    steps: {
      'work-orders.LeakCaseOpened': {
        step: 'opened',
        tell: ({ data: { remark, detection } }) => ({
          facts: { flowLitresPerHour: detection?.flowLitresPerHour ?? null },
          note: remark || null,
        }),
      },
      'work-orders.LeakCaseGrew': {
        step: 'grew',
        tell: (_, { after }) => ({ facts: { flowLitresPerHour: after.flowLitresPerHour } }),
      },
      'work-orders.LeakCaseLocalisationStarted': { step: 'localising', tell: ({ data: { note } }) => ({ note: note || null }) },
      'work-orders.LeakCaseHeard': { step: 'heard', tell: ({ data: { place, note } }) => ({ facts: { place }, note: note || null }) },
      'work-orders.LeakCaseLocated': { step: 'located', tell: ({ data: { place, note } }) => ({ facts: { place }, note: note || null }) },
      'work-orders.LeakCaseRepaired': {
        step: 'repaired',
        tell: ({ data: { repairedAt, note } }) => ({ facts: { repairedAt }, note: note || null }),
      },
      'work-orders.LeakCaseRepairVerified': {
        step: 'verified',
        tell: ({ data: { verdict, dropLitresPerHour } }) => ({ facts: { verdict, dropLitresPerHour } }),
      },
      'work-orders.LeakCaseDismissed': {
        step: 'dismissed',
        tell: ({ data: { falseReason, reason } }) => ({ facts: { falseReason }, note: reason }),
      },
      'work-orders.LeakCaseClosed': { step: 'closed', tell: ({ data: { reason } }) => ({ note: reason }) },
      'work-orders.LeakCaseReopened': { step: 'reopened', tell: ({ data: { note } }) => ({ note }) },
      'work-orders.LeakCaseCommented': { step: 'commented', tell: ({ data: { note } }) => ({ note }) },
    },
  },
})

/** The history of one case, newest first. */
export const findLeakCaseHistory = (database: PoolClient, caseId: string, page: HistoryPage) =>
  readHistory(database, leakCases.entity, { caseId }, page)
