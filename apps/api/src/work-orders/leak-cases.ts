import { costPerDayMinor } from '@nightflow/domain/leakage/detection/cost-per-day'
import { lostLitres } from '@nightflow/domain/leakage/detection/lost-volume'
import { calendarOf, dateOfDay } from '@nightflow/domain/shared/local-time'
import { caseFigures } from '@nightflow/domain/work-orders/case-figures'
import { caseVolumes } from '@nightflow/domain/work-orders/case-volumes'
import { leakCaseDecider } from '@nightflow/domain/work-orders/leak-case-decider'
import { requestsOfWork } from '@nightflow/platform/messages/public-requests'
import { storeOf } from '@nightflow/platform/storage/resource-table'
import { findAlarms } from '@nightflow/projections/alarms/alarm-queries'
import { countCustomers } from '@nightflow/projections/joined/shut-off-places'
import { caseFinding } from '@nightflow/projections/work-orders/case-finding'
import { findLeakCaseHistory } from '@nightflow/projections/work-orders/leak-cases'
import {
  alarmsOfCase,
  caseOfDetection,
  countOpenOrders,
  detectionsOfCases,
  findCaseDetection,
  findCaseNo,
  ordersOfCase,
  orderTargets,
  readCasesForFigures,
} from '@nightflow/projections/work-orders/order-queries'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { FormOf, RowOf } from '@nightflow/schemas/shared/resource'
import { CaseOutcome, CaseSource, type OpenLeakCase } from '@nightflow/schemas/work-orders/leak-case'
import { findCaseFigures, findCaseLinks, leakCaseCommands, listLeakCaseHistory } from '@nightflow/schemas/work-orders/leak-case-calls'
import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { commandRoutes } from '../http/command-routes.ts'
import { commandsOf } from '../http/commands-of.ts'
import { timeZoneOf } from '../http/decide.ts'
import { pagesAfter } from '../http/pages.ts'
import type { RequestContext } from '../http/request-context.ts'
import { ask, type Route } from '../http/serve.ts'
import { findEach } from '../resource/recorded-routes.ts'
import { logRoutes } from '../resource/resource-routes.ts'
import { costOf, priceOf } from './price-of-water.ts'

type Form = FormOf<typeof resources.leakCases>
type Row = RowOf<typeof resources.leakCases>

const calls = resourceCalls.leakCases
const store = storeOf(resources.leakCases, {
  expressions: {
    partitionName: sql`coalesce((select name from views.partitions where partitions.id = partition_id), partition_id)`,
    finding: sql.raw(caseFinding),
  },
})

const leak = commandsOf(leakCaseDecider, ({ stage }) => ({ stage }))

/** Run time, volumes and money follow from the flow at the moment of the answer. */
const withVolumes = async (rows: readonly Row[], database: PoolClient): Promise<Row[]> => {
  if (rows.length === 0) return []
  const price = await priceOf(database)
  const detections = await detectionsOfCases(
    database,
    rows.map(({ caseNo }) => caseNo),
  )
  const orders = await countOpenOrders(
    database,
    rows.map(({ caseId }) => caseId),
  )
  const now = Date.now()
  return rows.map((row) => {
    const volumes = caseVolumes({ ...row, detections: detections.get(row.caseNo) ?? [] }, now, lostLitres)
    return {
      ...row,
      ...volumes,
      lostMinor: costOf(volumes.lostLitres, price),
      costPerDayMinor: row.outcome === CaseOutcome.enum.falsePositive ? null : costPerDayMinor(row.flowLitresPerHour, price),
      savedMinor: costOf(volumes.savedLitres, price),
      ordersOpen: orders.get(row.caseId) ?? 0,
    }
  })
}

/** The origin of a case: a detection, an alarm, or the report of a person. */
const findOrigin = async (
  { caseId, partitionId, detectionNumber, alarmId, remark }: Form,
  { caller, read }: RequestContext,
): Promise<OpenLeakCase | Rejection> =>
  read(async (database) => {
    const now = new Date().toISOString()
    const opened = { type: 'OpenLeakCase' as const, caseId, partitionId, remark, alarmId: null, meterNo: null, detection: null }
    const { hasPartition } = await orderTargets(database, { partitionId, caseId: null })
    if (!hasPartition) return rejected('partition-not-found')
    if (detectionNumber !== null) {
      const detection = await findCaseDetection(database, { partitionId, number: detectionNumber })
      if (!detection) return rejected('detection-unknown')
      const { startedAt, detectedAt: awareAt } = detection
      const id = caseOfDetection(caller.tenant, partitionId, detection)
      return { ...opened, caseId: id, detection, source: CaseSource.enum.detection, startedAt, awareAt }
    }
    if (alarmId === null) return { ...opened, source: CaseSource.enum.alarm, startedAt: now, awareAt: now }
    const [alarm] = await findAlarms(database, [alarmId])
    if (!alarm) return rejected('alarm-unknown')
    const { alarmTime: startedAt, createTime: awareAt, meterNo } = alarm
    return { ...opened, alarmId, meterNo: meterNo || null, source: CaseSource.enum.alarm, startedAt, awareAt }
  })

export const leakCaseResourceRoutes: readonly Route[] = [
  ...logRoutes(calls, store, { enrich: withVolumes }),
  leak(calls.create, {
    prepare: findOrigin,
    command: (_, opened) => opened,
    // A detection has one case: the answer is the one that is there.
    answer: async ({ given: { caseId }, context, position }) => ({
      caseNo: (await context.read((database) => findCaseNo(database, caseId))) ?? position,
    }),
  }),
]

const daysBefore = 21
const dayMilliseconds = 86_400_000

const linksOf = async (row: Row, database: PoolClient, timeZone: string) => {
  const { caseId, partitionId, alarmId, startedAt, closedAt } = row
  const calendar = calendarOf(timeZone)
  const dateOf = (at: number): string => dateOfDay(calendar.dayOf(at))
  return {
    orders: await ordersOfCase(database, caseId),
    alarms: await alarmsOfCase(database, { partitionId, alarmId, startedAt, until: closedAt }),
    customers: await countCustomers(database, partitionId),
    timeZone,
    from: dateOf(Date.parse(startedAt) - daysBefore * dayMilliseconds),
    to: dateOf(closedAt === null ? Date.now() : Date.parse(closedAt) + 3 * dayMilliseconds),
  }
}

export const leakCaseRoutes: readonly Route[] = [
  ...commandRoutes({
    commands: leakCaseCommands,
    decider: leakCaseDecider,
    find: findEach(store),
    unknown: 'leak-case-unknown',
    logged: ({ stage }) => ({ stage }),
  }),
  ask(findCaseLinks, async ({ caseNo }, context) => {
    const timeZone = await timeZoneOf(context)
    const found = await context.read(async (database) => {
      const row = await store.find(database, caseNo)
      return row && { caseId: row.caseId, links: await linksOf(row, database, timeZone) }
    })
    if (!found) return undefined
    const requests = await context.write((database) => requestsOfWork(database, { orderId: null, caseId: found.caseId }))
    return { ...found.links, requests }
  }),
  ask(findCaseFigures, async ({ from, to }, context) => {
    const timeZone = await timeZoneOf(context)
    const now = Date.now()
    return context.read(async (database) => {
      const price = await priceOf(database)
      const cases = await readCasesForFigures(database, { from, to, timeZone })
      const figures = caseFigures(cases, (each) => caseVolumes(each, now, lostLitres))
      return { ...figures, lostMinor: costOf(figures.lostLitres, price), savedMinor: costOf(figures.savedLitres, price) }
    })
  }),
  ask(
    listLeakCaseHistory,
    ({ caseNo, ...page }, { read }) =>
      read(async (database) => {
        const row = await store.find(database, caseNo)
        return row && findLeakCaseHistory(database, row.caseId, page)
      }),
    pagesAfter(500, ({ position }) => ({ before: position as number })),
  ),
]
