import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import {
  type CaseDetection,
  CaseStage,
  detectionsOfCaseMax,
  type GrowLeakCase,
  type OpenLeakCase,
  RepairVerdict,
  type VerifyRepair,
} from '@nightflow/schemas/work-orders/leak-case'
import type { LeakCaseCommand, leakCaseEventTypes } from '@nightflow/schemas/work-orders/leak-case-calls'
import type { Context, Decider, EventIn } from '../shared/decider.ts'
import { proveRepair } from './prove-repair.ts'

export type LeakCaseEvent = EventIn<keyof typeof leakCaseEventTypes>
type Given<Type extends LeakCaseCommand['type']> = Extract<LeakCaseCommand, { type: Type }>
type Decision = readonly LeakCaseEvent[] | Rejection

export type LeakCase = {
  readonly stage: CaseStage | 'none'
  readonly startedAt: string
  readonly repairedAt: string | null
  readonly detections: readonly CaseDetection[]
}

const { awareness, localisation, repair, verification, closed } = CaseStage.enum

/** One leak, from the first sign to the proof of its repair. */
export const leakCaseDecider: Decider<LeakCaseCommand, LeakCase, LeakCaseEvent> = {
  streamOf: ({ caseId }) => `work-orders-leak-case-${caseId.toLowerCase()}`,
  initialState: { stage: 'none', startedAt: '', repairedAt: null, detections: [] },
  evolve,
  decide: {
    OpenLeakCase: open,
    GrowLeakCase: grow,
    VerifyRepair: verify,
    LocaliseLeakCase: (command, leak, context) =>
      within(leak, [awareness], localisation, () => [{ type: 'work-orders.LeakCaseLocalisationStarted', data: stamped(command, context) }]),
    ListenLeakCase: (command, leak, context) =>
      within(leak, [localisation], undefined, () => [{ type: 'work-orders.LeakCaseHeard', data: stamped(command, context) }]),
    LocateLeakCase: (command, leak, context) =>
      within(leak, [awareness, localisation], repair, () => [{ type: 'work-orders.LeakCaseLocated', data: stamped(command, context) }]),
    RepairLeakCase: repaired,
    DismissLeakCase: (command, leak, context) =>
      within(leak, openStages, closed, () => [{ type: 'work-orders.LeakCaseDismissed', data: stamped(command, context) }]),
    CloseLeakCase: (command, leak, context) =>
      within(leak, [verification], closed, () => [{ type: 'work-orders.LeakCaseClosed', data: stamped(command, context) }]),
    ReopenLeakCase: (command, leak, context) =>
      within(leak, [closed], undefined, () => [{ type: 'work-orders.LeakCaseReopened', data: stamped(command, context) }]),
    CommentLeakCase: (command, leak, context) =>
      leak.stage === 'none' ? rejected('leak-case-unknown') : [{ type: 'work-orders.LeakCaseCommented', data: stamped(command, context) }],
  },
}

const openStages: readonly CaseStage[] = [awareness, localisation, repair, verification]

function evolve(leak: LeakCase, event: LeakCaseEvent): LeakCase {
  switch (event.type) {
    case 'work-orders.LeakCaseOpened': {
      const { startedAt, detection } = event.data
      return { ...leak, stage: awareness, startedAt, detections: detection ? [detection] : [] }
    }
    case 'work-orders.LeakCaseGrew':
      return { ...leak, detections: withDetection(leak.detections, event.data.detection) }
    case 'work-orders.LeakCaseLocalisationStarted':
      return { ...leak, stage: localisation }
    case 'work-orders.LeakCaseLocated':
      return { ...leak, stage: repair }
    case 'work-orders.LeakCaseRepaired':
      return { ...leak, stage: verification, repairedAt: event.data.repairedAt }
    case 'work-orders.LeakCaseRepairVerified':
      return event.data.verdict === RepairVerdict.enum.proven
        ? { ...leak, stage: closed }
        : { ...leak, stage: localisation, repairedAt: null }
    case 'work-orders.LeakCaseDismissed':
    case 'work-orders.LeakCaseClosed':
      return { ...leak, stage: closed }
    case 'work-orders.LeakCaseReopened':
      return { ...leak, stage: localisation, repairedAt: null }
    case 'work-orders.LeakCaseHeard':
    case 'work-orders.LeakCaseCommented':
      return leak
  }
}

/** The detections with this one in the place of the same number, or after them. */
export const withDetection = (known: readonly CaseDetection[], detection: CaseDetection): CaseDetection[] =>
  known.some(({ number }) => number === detection.number)
    ? known.map((one) => (one.number === detection.number ? detection : one))
    : [...known, detection].slice(-detectionsOfCaseMax)

/** The fields of a command as its event carries them. */
const stamped = <Command extends { type: string }>({ type: _, ...fields }: Command, { now }: Context) => ({ ...fields, at: now })

const within = ({ stage }: LeakCase, stages: readonly CaseStage[], after: CaseStage | undefined, decide: () => Decision): Decision => {
  if (stage === 'none') return rejected('leak-case-unknown')
  if (stage === after) return []
  if (stages.includes(stage)) return decide()
  return rejected(stage === closed ? 'leak-case-closed' : 'leak-case-not-so')
}

function open(command: OpenLeakCase, { stage }: LeakCase, context: Context): Decision {
  return stage === 'none' ? [{ type: 'work-orders.LeakCaseOpened', data: stamped(command, context) }] : []
}

/** A closed case is history; a detection that the case knows as it is says nothing new. */
function grow({ caseId, detection }: GrowLeakCase, leak: LeakCase, { now }: Context): Decision {
  if (leak.stage === 'none') return rejected('leak-case-unknown')
  const known = leak.detections.find(({ number }) => number === detection.number)
  if (leak.stage === closed || (known && known.endedAt === detection.endedAt)) return []
  return [{ type: 'work-orders.LeakCaseGrew', data: { caseId, detection, at: now } }]
}

function repaired(command: Given<'RepairLeakCase'>, leak: LeakCase, context: Context): Decision {
  return within(leak, [localisation, repair], verification, () => {
    const at = Date.parse(command.repairedAt)
    if (at > Date.parse(context.now)) return rejected('repair-in-future')
    if (at <= Date.parse(leak.startedAt)) return rejected('repair-before-leak')
    return [{ type: 'work-orders.LeakCaseRepaired', data: stamped(command, context) }]
  })
}

/** The day of the repair and the interval are those of the stream: the read models may be behind. */
function verify({ caseId, timeZone, nightUntilHour, nights }: VerifyRepair, leak: LeakCase, { now }: Context): Decision {
  const { stage, repairedAt, startedAt, detections } = leak
  if (stage !== verification || repairedAt === null || detections.length === 0) return []
  const proof = proveRepair({
    repairedAt: Date.parse(repairedAt),
    startedAt: Date.parse(startedAt),
    flowLow: detections.reduce((sum, { flowLow }) => sum + flowLow, 0),
    ...{ timeZone, nightUntilHour, nights },
  })
  return proof ? [{ type: 'work-orders.LeakCaseRepairVerified', data: { caseId, repairedAt, ...proof, at: now } }] : []
}
