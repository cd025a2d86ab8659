import { assessHealth } from '@nightflow/domain/metering/meter-health'
import { withRecordedBeginning } from '@nightflow/domain/metering/meter-health-decider'
import type {
  findMeterHealth as findEndpoint,
  HealthFigures,
  listMeterHealth as listEndpoint,
  MeterHealthRow,
} from '@nightflow/schemas/metering/meter-health'
import { AccountStatus } from '@nightflow/schemas/shared/account-status'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { boundedTotalMax } from '@nightflow/schemas/shared/list-page'
import type { PoolClient } from 'pg'
import { readHistory } from '../projector/entity-history.ts'
import { type ListDeclaration, type ListOrder, type ListPlace, listPageOf, type Parameter, scanList } from '../storage/list-query.ts'
import { assessMeter } from './assess-meter.ts'
import { lastDayOver, readHealthBasis } from './health-bases.ts'
import { readHealthSettings } from './health-settings.ts'
import { meterHealth } from './meter-health.ts'

type Stored = Omit<MeterHealthRow, 'toldAt' | 'yearlyCostMinor'> & { toldAt: string | null }
type Filter = Omit<RequestOf<typeof listEndpoint>, 'pageNum' | 'pageSize' | 'from'>

/** Whether the notice of an account is about this leak, to the present holder. A leak that was found to be older is the same. */
const toldAt = `case when account.leak_notice->>'meterNo' = meter_health.number and account.leak_notice->>'leakSince' >= meter_health.leak_since
  and account.leak_notice->>'personId' = account.holder_id::text then account.leak_notice->>'at' end as "toldAt"`
const openAccount = `left join views.accounts account on account.meter_no = meter_health.number and account.status <> '${AccountStatus.enum.cancelled}'`

const columns = `number as "meterNo", words as findings, yearly_litres as "yearlyLitres",
  (figures->>'leakLitresPerHour')::float8 as "leakLitresPerHour", leak_since as "leakSince",
  leak_since is not null and coalesce((figures->>'isLeakSinceLeast')::boolean, false) as "isLeakSinceLeast",
  (figures->>'reportingRate')::float8 as "reportingRate", (figures->>'daysSilent')::int as "daysSilent",
  figures->>'batteryEndsOn' as "batteryEndsOn", day, account.account_no as "accountNo", ${toldAt}`

const conditionsOf = ({ finding, meterNo }: Filter, parameter: Parameter): string[] => {
  const conditions = [`words <> ''`]
  if (finding !== undefined) conditions.push(`position(${parameter(` ${finding} `)}::text in ' ' || words || ' ') > 0`)
  if (meterNo !== undefined) conditions.push(`position(lower(${parameter(meterNo)}::text) in lower(number)) > 0`)
  return conditions
}

export const healthList: ListDeclaration<Filter> = {
  from: 'views.meter_health',
  key: ['health_id'],
  sorts: {
    yearlyLitres: { by: 'yearly_litres', isNullable: true },
    yearlyCostMinor: { by: 'yearly_litres', isNullable: true },
    meterNo: { by: 'number' },
    leakSince: { by: 'leak_since', isNullable: true },
    day: { by: 'day', isComputed: true },
  },
  conditions: conditionsOf,
  columns,
  joins: openAccount,
  countMax: ({ finding, meterNo }) => (finding === undefined && meterNo === undefined ? 100_000 : boundedTotalMax),
  isSearched: ({ meterNo }) => meterNo !== undefined,
}

const orderOf = ({ orderByColumn = '', isAsc }: Filter): ListOrder => {
  const sort = Object.hasOwn(healthList.sorts, orderByColumn) ? orderByColumn : 'yearlyLitres'
  const isDescending = isAsc ? isAsc.startsWith('desc') : sort === 'yearlyLitres'
  return { sort, direction: isDescending ? 'desc' : 'asc' }
}

const minorPerUnit = 100
const costOf = (litres: number | null, pricePerCubicMetre: number | undefined): number | null =>
  litres === null || pricePerCubicMetre === undefined ? null : Math.round((litres / 1000) * pricePerCubicMetre * minorPerUnit)

/** Meters with findings, the most expensive first unless sorted. One price holds for all, so that the order of volumes is that of costs. */
export const listMeterHealth = async (
  database: PoolClient,
  { pageNum, pageSize, from, ...filter }: Omit<RequestOf<typeof listEndpoint>, 'from'> & Pick<ListPlace, 'from'>,
): Promise<ResponseOf<typeof listEndpoint>> => {
  const { settings } = await readHealthSettings(database)
  const place = { ...orderOf(filter), page: pageNum, limit: pageSize, from }
  const page = await listPageOf<Stored, Filter>(database, healthList, filter, place)
  return { ...page, rows: page.rows.map((row) => toRow(row, settings.pricePerCubicMetre)) }
}

const toRow = (row: Stored, price: number | undefined): MeterHealthRow => ({ ...row, yearlyCostMinor: costOf(row.yearlyLitres, price) })

/** All of these meters in batches, in the same order; the connection must be in a transaction. */
export async function* scanMeterHealth(database: PoolClient, filter: Filter): AsyncGenerator<MeterHealthRow[]> {
  const { settings } = await readHealthSettings(database)
  for await (const rows of scanList<Stored, Filter>(database, healthList, filter, orderOf(filter)))
    yield rows.map((row) => toRow(row, settings.pricePerCubicMetre))
}

type Recorded = Pick<Stored, 'leakSince' | 'accountNo' | 'toldAt'> & { figures: HealthFigures | null; isNoticeStopped: boolean }
const stepsMax = 50

/**
 * One meter as of the last day that is over, computed from its readings. A leak that runs takes its beginning from what was recorded, which may be before
 * the days that are read.
 */
export const findMeterHealth = async (
  database: PoolClient,
  { meterNo }: RequestOf<typeof findEndpoint>,
): Promise<ResponseOf<typeof findEndpoint> | undefined> => {
  const zones = await database.query<{ time_zone: string }>('select time_zone from views.meters where number = $1', [meterNo])
  const [zone] = zones.rows
  if (!zone) return undefined
  const { settings } = await readHealthSettings(database)
  const day = lastDayOver(zone.time_zone, Date.now())
  const known = await readHealthBasis(database, { day, number: meterNo })
  const basis = known?.basis
  const { findings, figures, isLeakOpen } =
    known && basis ? await assessMeter(database, { ...known, basis }, settings) : assessHealth({ ...nothingKnown, day: 0 }, settings)
  const recorded = await recordedOf(database, meterNo)
  const { rows: history } = await readHistory(database, meterHealth.entity, { number: meterNo }, { after: 0, limit: stepsMax })
  return {
    meterNo,
    day,
    findings: findings.map((each) => ({ ...each, yearlyCostMinor: costOf(each.yearlyLitres, settings.pricePerCubicMetre) })),
    figures: recorded?.figures && recorded.leakSince !== null ? withRecordedBeginning(figures, isLeakOpen, recorded.figures) : figures,
    accountNo: recorded?.accountNo ?? null,
    toldAt: recorded?.toldAt ?? null,
    isNoticeStopped: recorded?.isNoticeStopped ?? false,
    history,
  }
}

const nothingKnown = {
  days: [],
  slotsOf: () => 24,
  voltages: [],
  reverseRegisters: [],
  registerLitres: null,
  isSummary: false,
  usesWaterAtNight: false,
  zeroWater: { thresholdMillilitres: 0, peaks: [] },
  wallHoursOf: () => [],
  caliberMillimetres: null,
  maximumFlowLitresPerHour: null,
  installedOn: null,
}

const recordedOf = async (database: PoolClient, number: string): Promise<Recorded | undefined> => {
  const { rows } = await database.query<Recorded>(
    `select account.account_no as "accountNo", leak_since as "leakSince", figures, ${toldAt}, coalesce(account.leak_notices_stopped_for = account.holder_id, false) as "isNoticeStopped"
     from (select $1::text as number) meter left join views.meter_health using (number) left join views.accounts account on account.meter_no = meter.number and account.status <> '${AccountStatus.enum.cancelled}'`,
    [number],
  )
  return rows[0]
}
