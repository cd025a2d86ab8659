import { withTenant } from '@nightflow/event-log/postgres/database'
import { findSilenceAndFailures } from '@nightflow/projections/alarms/alarm-conditions'
import { alarmsInBell, listAlarms, listNotices, usedOnNewestDay } from '@nightflow/projections/alarms/alarm-queries'
import { countAlarms, countMeters, readTenantDays, usedAltogether } from '@nightflow/projections/dashboard/dashboard-queries'
import { readTenantsFigures } from '@nightflow/projections/dashboard/tenants-figures'
import { listMeters } from '@nightflow/projections/devices/list-meters'
import { findMeter } from '@nightflow/projections/devices/meters'
import { nightFlowByPartition } from '@nightflow/projections/leakage/night-flow'
import { partitionBalance } from '@nightflow/projections/leakage/partition-balance'
import { partitionFlow } from '@nightflow/projections/leakage/partition-flow'
import { findMeterPartition, findPartition, listPartitions } from '@nightflow/projections/leakage/partitions'
import { listMeterReadings } from '@nightflow/projections/metering/meter-readings'
import { listMeterVolumes } from '@nightflow/projections/metering/meter-volumes'
import { listQuarantine, listUnclaimed } from '@nightflow/projections/metering/quarantine'
import { ListMeters } from '@nightflow/schemas/devices/meters'
import { ListQuarantine, ListUnclaimed } from '@nightflow/schemas/metering/readings'
import type { Pool, PoolClient } from 'pg'

export type Asked = { tenant: string; meters: readonly string[]; points: readonly string[]; from: string; to: string }

const resolutions = ['hour', 'day', 'month'] as const
const limit = 500
const aPerson = 1

/** The answers to every query about some days, as one tenant sees them, by query. */
export const answersOf = async (pool: Pool, asked: Asked): Promise<ReadonlyMap<string, unknown>> => {
  const answers = new Map<string, unknown>()
  await withTenant(pool, asked.tenant, async (database) => {
    for (const number of asked.meters) await askOfMeter(database, answers, number, asked)
    for (const id of asked.points) await askOfPoint(database, answers, id, asked)
    await askOfUtility(database, answers, asked)
  })
  answers.set('what the board of all tenants shows', await readTenantsFigures(pool, [asked.tenant], asked.from))
  answers.set('what is silent or failed', await findSilenceAndFailures(pool, new Date(`${asked.to}T12:00:00Z`)))
  return answers
}

const askOfMeter = async (database: PoolClient, answers: Map<string, unknown>, number: string, { from, to }: Asked): Promise<void> => {
  for (const resolution of resolutions)
    answers.set(`volumes of meter ${number} by ${resolution}`, await listMeterVolumes(database, { number, from, to, resolution }))
  answers.set(`readings of meter ${number}`, await listMeterReadings(database, { number, from, to, limit }))
  answers.set(`meter ${number}`, await findMeter(database, { number }))
  answers.set(`points of meter ${number}`, await findMeterPartition(database, { number, limit: 100, page: 1 }))
  answers.set(`newest day of meter ${number}`, await usedOnNewestDay(database, number))
}

const askOfPoint = async (database: PoolClient, answers: Map<string, unknown>, id: string, { from, to }: Asked): Promise<void> => {
  answers.set(`night flow of point ${id}`, await nightFlowByPartition(database, { id, from, to }))
  answers.set(`balance of point ${id}`, await partitionBalance(database, { id, from, to }))
  for (const resolution of resolutions)
    answers.set(`flow of point ${id} by ${resolution}`, await partitionFlow(database, { id, from, to, resolution }))
  answers.set(`point ${id}`, await findPartition(database, { id }))
  answers.set(`meters of point ${id}`, await listMeters(database, ListMeters.parse({ partition: id, limit })))
}

const askOfUtility = async (database: PoolClient, answers: Map<string, unknown>, { from, to }: Asked): Promise<void> => {
  answers.set('points', await listPartitions(database, { limit: 2_000, page: 1 }))
  answers.set('meters', await listMeters(database, ListMeters.parse({ limit })))
  answers.set('a page of meters', await listMeters(database, ListMeters.parse({ after: '2', limit: 2 })))
  answers.set('use day by day', await readTenantDays(database, from, to))
  answers.set('meters in service', await countMeters(database))
  answers.set('use altogether', await usedAltogether(database))
  answers.set('alarms by state, kind and day', await countAlarms(database, 'Europe/Rome', from, to))
  answers.set('alarms', await listAlarms(database, { pageNum: 1, pageSize: limit, beginTime: from, orderByColumn: 'meterNo' }))
  answers.set('the bell', await listNotices(database, aPerson, { limit: 100 }))
  answers.set('alarms in the bell', await alarmsInBell(database, aPerson, ['0', '1']))
  answers.set('unregistered meters', await listUnclaimed(database, ListUnclaimed.parse({ limit })))
  answers.set('quarantine', await listQuarantine(database, ListQuarantine.parse({ limit })))
}
