import type { CaseDetection, NightOfCase, OpenLeakCase, VerifyRepair } from '@nightflow/schemas/work-orders/leak-case'
import type { LeakCaseCommand } from '@nightflow/schemas/work-orders/leak-case-calls'
import { describe, expect, test } from 'vitest'
import { specificationOf } from '../shared/decider-specification.ts'
import { caseFigures } from './case-figures.ts'
import { caseVolumes } from './case-volumes.ts'
import { type LeakCaseEvent, leakCaseDecider } from './leak-case-decider.ts'
import { proveRepair } from './prove-repair.ts'

const given = specificationOf(leakCaseDecider)
const at = '2026-03-02T08:00:00.000Z'
const caseId = '0b7e8c1e-6d55-4a0e-9d35-6f4b0f4f1a01'
const detection: CaseDetection = {
  ...{ number: 3, kind: 'step', startedAt: '2026-02-20T04:00:00.000Z', detectedAt: '2026-02-21T00:00:00.000Z' },
  ...{ flowLitresPerHour: 2000, flowLow: 1600, flowHigh: 2400, endedAt: null },
}
const open: OpenLeakCase = {
  type: 'OpenLeakCase',
  ...{ caseId, partitionId: 'north', source: '0', detection, alarmId: null, meterNo: null, remark: '' },
  ...{ startedAt: detection.startedAt, awareAt: detection.detectedAt },
}
const { type: _, ...openedData } = open
const opened: LeakCaseEvent = { type: 'work-orders.LeakCaseOpened', data: { ...openedData, at } }
const localising: LeakCaseEvent = { type: 'work-orders.LeakCaseLocalisationStarted', data: { caseId, note: '', at } }
const located: LeakCaseEvent = { type: 'work-orders.LeakCaseLocated', data: { caseId, place: 'Canal Street 8', note: '', at } }
const repair: Extract<LeakCaseCommand, { type: 'RepairLeakCase' }> = {
  type: 'RepairLeakCase',
  ...{ caseId, repairedAt: '2026-02-25T12:00:00.000Z', leakPart: '0', leakCause: '0', note: '' },
}
const { type: __, ...repairData } = repair
const repaired: LeakCaseEvent = { type: 'work-orders.LeakCaseRepaired', data: { ...repairData, at } }
const nightOf = (date: string, flowLitresPerHour: number): NightOfCase => ({ date, flowLitresPerHour })
const before = [nightOf('2026-02-23', 5000), nightOf('2026-02-24', 5100), nightOf('2026-02-25', 4900)]
const after = [nightOf('2026-02-26', 3100), nightOf('2026-02-27', 3000), nightOf('2026-02-28', 2900)]
const verify: VerifyRepair = {
  ...{ type: 'VerifyRepair', caseId, timeZone: 'UTC', nightUntilHour: 4 },
  nights: [nightOf('2026-02-19', 3000), ...before, ...after],
}
const verified = (dropLitresPerHour: number, verdict: '0' | '1' | '2', nightsAfter = after): LeakCaseEvent => ({
  type: 'work-orders.LeakCaseRepairVerified',
  data: { caseId, repairedAt: repair.repairedAt, nightsBefore: before, nightsAfter, dropLitresPerHour, verdict, at },
})

describe('a leak case', () => {
  test('one detection is one case', () => {
    given([]).when(open).then([opened])
    given([opened]).when(open).then([])
  })
  test('growth updates the case; the same detection again says nothing', () => {
    const further = { ...detection, number: 4, startedAt: '2026-02-24T00:00:00.000Z' }
    given([opened])
      .when({ type: 'GrowLeakCase', caseId, detection: further })
      .then([{ type: 'work-orders.LeakCaseGrew', data: { caseId, detection: further, at } }])
    given([opened]).when({ type: 'GrowLeakCase', caseId, detection }).then([])
  })
  test('awareness, localisation, repair, verification', () => {
    given([opened]).when({ type: 'LocaliseLeakCase', caseId, note: '' }).then([localising])
    given([opened, localising]).when({ type: 'LocateLeakCase', caseId, place: 'Canal Street 8', note: '' }).then([located])
    given([opened, localising, located]).when(repair).then([repaired])
    given([opened]).when(repair).refused('leak-case-not-so')
  })
  test('an acoustic result is recorded while the place is looked for', () => {
    const listen = { type: 'ListenLeakCase', caseId, place: 'Canal Street', distanceMetres: 12.5, confidencePercent: 80, note: '' } as const
    const { type: ___, ...data } = listen
    given([opened, localising])
      .when(listen)
      .then([{ type: 'work-orders.LeakCaseHeard', data: { ...data, at } }])
    given([opened]).when(listen).refused('leak-case-not-so')
  })
  test('a repair is neither in the future nor before the leak', () => {
    given([opened, located])
      .when({ ...repair, repairedAt: '2026-03-02T09:00:00.000Z' })
      .refused('repair-in-future')
    given([opened, located])
      .when({ ...repair, repairedAt: detection.startedAt })
      .refused('repair-before-leak')
  })
  test('a false positive is closed with its reason, and can be reopened', () => {
    const dismissed: LeakCaseEvent = { type: 'work-orders.LeakCaseDismissed', data: { caseId, falseReason: '0', reason: 'tank', at } }
    given([opened]).when({ type: 'DismissLeakCase', caseId, falseReason: '0', reason: 'tank' }).then([dismissed])
    given([opened, dismissed]).when(repair).refused('leak-case-closed')
    given([opened, dismissed])
      .when({ type: 'ReopenLeakCase', caseId, note: 'leaks' })
      .then([{ type: 'work-orders.LeakCaseReopened', data: { caseId, note: 'leaks', at } }])
  })
  test('a repair that no night can prove is closed by a person', () =>
    given([opened, located, repaired])
      .when({ type: 'CloseLeakCase', caseId, reason: 'inlet replaced' })
      .then([{ type: 'work-orders.LeakCaseClosed', data: { caseId, reason: 'inlet replaced', at } }]))
  test('a case that never was is unknown', () => given([]).when(repair).refused('leak-case-unknown'))
})

describe('the proof of a repair', () => {
  const repairing = [opened, localising, located, repaired]
  test('three nights after it against the interval of the detection', () =>
    given(repairing)
      .when(verify)
      .then([verified(2000, '0')]))
  test('a smaller drop is a partial repair, and the search goes on', () => {
    const less = after.map(({ date, flowLitresPerHour }) => nightOf(date, flowLitresPerHour + 1000))
    given(repairing)
      .when({ ...verify, nights: [...before, ...less] })
      .then([verified(1000, '1', less)])
    given([...repairing, verified(1000, '1', less)])
      .when(repair)
      .then([repaired])
  })
  test('a flow that did not fall proves nothing', () => {
    const same = after.map(({ date }) => nightOf(date, 5200))
    given(repairing)
      .when({ ...verify, nights: [...before, ...same] })
      .then([verified(-200, '2', same)])
  })
  test('it waits for the third night', () =>
    given(repairing)
      .when({ ...verify, nights: [...before, ...after.slice(0, 2)] })
      .then([]))
  test('it uses the day of the repair of the stream: a case that is not being verified decides nothing', () =>
    given([opened, located]).when(verify).then([]))
  test('nights before the leak began, and the night in which it was repaired, do not count', () => {
    const facts = { startedAt: Date.parse(detection.startedAt), timeZone: 'UTC', nightUntilHour: 4, flowLow: 1600 }
    const within = { ...facts, repairedAt: Date.parse('2026-02-25T03:00:00.000Z'), nights: [nightOf('2026-02-19', 9), ...before, ...after] }
    expect(proveRepair(within)?.nightsBefore).toEqual(before.slice(0, 2))
  })
})

describe('volumes', () => {
  const hour = 3_600_000
  const lost = ({ flowLitresPerHour, startedAt }: CaseDetection, end: number): number =>
    (flowLitresPerHour * (end - Date.parse(startedAt))) / hour
  const leak = {
    ...{ startedAt: detection.startedAt, repairedAt: null, closedAt: null, outcome: null, dropLitresPerHour: null, verdict: null },
    detections: [detection],
  }
  const now = Date.parse('2026-02-21T04:00:00.000Z')

  test('run time and loss follow from the flow until now, or until the repair', () => {
    expect(caseVolumes(leak, now, lost)).toEqual({ runHours: 24, lostLitres: 48_000, savedLitres: null })
    const mended = { ...leak, repairedAt: '2026-02-20T16:00:00.000Z', dropLitresPerHour: 1900, verdict: '0' as const }
    expect(caseVolumes(mended, now, lost)).toEqual({ runHours: 12, lostLitres: 24_000, savedLitres: 22_800 })
  })
  test('a detection that ended by itself loses nothing afterwards; a repair that failed saves nothing', () => {
    const ended = { ...leak, detections: [{ ...detection, endedAt: '2026-02-20T10:00:00.000Z' }] }
    expect(caseVolumes(ended, now, lost)).toEqual({ runHours: 6, lostLitres: 12_000, savedLitres: null })
    const failed = { ...leak, repairedAt: '2026-02-20T16:00:00.000Z', dropLitresPerHour: -100, verdict: '2' as const }
    expect(caseVolumes(failed, now, lost).savedLitres).toBe(0)
  })
  test('a false positive has no volumes, a leak without a detection no loss', () => {
    expect(caseVolumes({ ...leak, outcome: '1' }, now, lost)).toEqual({ runHours: null, lostLitres: null, savedLitres: null })
    expect(caseVolumes({ ...leak, detections: [] }, now, lost)).toEqual({ runHours: 24, lostLitres: null, savedLitres: null })
  })
  test('figures are medians and the 90th percentile, without false positives', () => {
    const times = (hours: number, outcome: '0' | '1') => ({
      ...{ startedAt: '2026-02-20T00:00:00.000Z', awareAt: new Date(Date.parse('2026-02-20T00:00:00.000Z') + hours * hour).toISOString() },
      ...{ siteAt: null, repairedAt: null, stage: '4' as const, outcome, verdict: null, finding: null },
    })
    const figures = caseFigures([times(10, '0'), times(20, '0'), times(30, '0'), times(99, '1')], () => ({
      ...{ runHours: 1, lostLitres: 5, savedLitres: null },
    }))
    expect(figures).toMatchObject({ cases: 4, open: 0, falsePositives: 1, lostLitres: 15, savedLitres: 0 })
    expect(figures.awareness).toEqual({ count: 3, medianHours: 20, p90Hours: 28 })
    expect(figures.repair).toEqual({ count: 0, medianHours: null, p90Hours: null })
  })
})
