import type {
  ConsumptionReviewRow,
  Finding,
  findConsumptionReview as findEndpoint,
  listConsumptionReviews as listEndpoint,
} from '@nightflow/schemas/metering/consumption-review'
import { defaultThresholds, type ValidationThresholds } from '@nightflow/schemas/metering/validation-thresholds'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { boundedTotalMax } from '@nightflow/schemas/shared/list-page'
import type { PoolClient } from 'pg'
import { readHistory } from '../projector/entity-history.ts'
import { type ListDeclaration, type ListOrder, type ListPlace, listPageOf, type Parameter, scanList } from '../storage/list-query.ts'
import { dayReviews } from './day-reviews.ts'
import { thresholdsKey, validationProgress } from './validation-progress.ts'

type Stored = Omit<ConsumptionReviewRow, 'answeredAt' | 'raisedAt'> & { answeredAt: Date | null; raisedAt: Date }
type Filter = Omit<RequestOf<typeof listEndpoint>, 'pageNum' | 'pageSize' | 'from'>

const columns = `review_id::float8 as "reviewId", number as "meterNo", day, status, decided, rules, measured_litres as "measuredLitres",
  expected_litres as "expectedLitres", coalesce(stated_litres, measured_litres) as litres, method, reason,
  answered_by as "answeredBy", answered_at as "answeredAt", raised_at as "raisedAt"`

const toRow = ({ answeredAt, raisedAt, ...row }: Stored): ConsumptionReviewRow => ({
  ...row,
  answeredAt: answeredAt?.toISOString() ?? null,
  raisedAt: raisedAt.toISOString(),
})

const conditionsOf = ({ rule, status, meterNo, beginTime, endTime }: Filter, parameter: Parameter): string[] => {
  const conditions: string[] = []
  const text = (value: string): string => `${parameter(value)}::text`
  if (rule !== undefined) conditions.push(`position(${text(` ${rule} `)} in ' ' || rules || ' ') > 0`)
  if (status !== undefined) conditions.push(`status = ${text(status)}`)
  if (meterNo !== undefined) conditions.push(`position(lower(${text(meterNo)}) in lower(number)) > 0`)
  // A moment of a day means the day.
  if (beginTime !== undefined) conditions.push(`day >= substr(${text(beginTime)}, 1, 10)`)
  if (endTime !== undefined) conditions.push(`day <= substr(${text(endTime)}, 1, 10)`)
  return conditions
}

const reviewsList: ListDeclaration<Filter> = {
  from: 'views.day_reviews',
  key: ['review_id'],
  sorts: {
    day: { by: 'day' },
    meterNo: { by: 'number', isComputed: true },
    status: { by: 'status', isComputed: true },
    measuredLitres: { by: 'measured_litres', isNullable: true, isComputed: true },
    expectedLitres: { by: 'expected_litres', isNullable: true, isComputed: true },
    answeredAt: { by: 'answered_at', isNullable: true, isComputed: true },
    raisedAt: { by: 'raised_at', isComputed: true },
  },
  conditions: conditionsOf,
  columns,
  countMax: (filter) => (conditionsOf(filter, () => '').length === 0 ? 100_000 : boundedTotalMax),
  isSearched: ({ meterNo }) => meterNo !== undefined,
}

const orderOf = ({ orderByColumn = '', isAsc }: Filter): ListOrder => {
  const sort = Object.hasOwn(reviewsList.sorts, orderByColumn) ? orderByColumn : 'day'
  const isDescending = isAsc ? isAsc.startsWith('desc') : sort === 'day'
  return { sort, direction: isDescending ? 'desc' : 'asc' }
}

/** A page of the days that wait for a person or had one, newest first unless sorted. */
export const listConsumptionReviews = async (
  database: PoolClient,
  { pageNum, pageSize, from, ...filter }: Omit<RequestOf<typeof listEndpoint>, 'from'> & Pick<ListPlace, 'from'>,
): Promise<ResponseOf<typeof listEndpoint>> => {
  const place = { ...orderOf(filter), page: pageNum, limit: pageSize, from }
  const page = await listPageOf<Stored, Filter>(database, reviewsList, filter, place)
  return { ...page, rows: page.rows.map(toRow) }
}

/** All of these days in batches, in the same order; the connection must be in a transaction. */
export async function* scanConsumptionReviews(database: PoolClient, filter: Filter): AsyncGenerator<ConsumptionReviewRow[]> {
  for await (const rows of scanList<Stored, Filter>(database, reviewsList, filter, orderOf(filter))) yield rows.map(toRow)
}

/** The days of these numbers that the tenant has, in their order. */
export const findReviews = async (database: PoolClient, ids: readonly number[]): Promise<ConsumptionReviewRow[]> => {
  const { rows } = await database.query<Stored>(
    `select ${columns} from views.day_reviews where review_id = any($1::bigint[]) order by array_position($1::bigint[], review_id)`,
    [ids],
  )
  return rows.map(toRow)
}

/** The volumes measured now of these days of meters, litres; null where readings do not cover the day. In the order given. */
export const measuredOfDays = async (
  database: PoolClient,
  days: readonly Pick<ConsumptionReviewRow, 'meterNo' | 'day'>[],
): Promise<(number | null)[]> => {
  const { rows } = await database.query<{ litres: number | null }>(
    `select day_millilitres::float8 / 1000 as litres from unnest($1::text[], $2::date[]) with ordinality as wanted (number, day, place)
     left join views.meters using (number) left join views.meter_days on meter_id = meters.id and meter_days.day = wanted.day order by place`,
    [days.map(({ meterNo }) => meterNo), days.map(({ day }) => day)],
  )
  return rows.map(({ litres }) => litres)
}

/** Steps that come with a day: more were never taken by people. */
const stepsMax = 200
const partitionsMax = 100

/** The metering points that count a meter on a day: a change of it changes theirs. */
export const partitionsOfMeter = async (database: PoolClient, number: string, day: string): Promise<{ id: string; name: string }[]> => {
  const { rows } = await database.query<{ id: string; name: string }>(
    `select distinct partitions.id, partitions.name from views.partition_members member
     join views.partitions on partitions.key = member.partition_key where member.number = $1 and from_day <= $2 and until_day > $2
     order by 1 limit ${partitionsMax}`,
    [number, day],
  )
  return rows
}

/** One day with its findings, its history and the metering points that count it. */
export const findConsumptionReview = async (
  database: PoolClient,
  { reviewId }: RequestOf<typeof findEndpoint>,
): Promise<ResponseOf<typeof findEndpoint> | undefined> => {
  const [row] = await findReviews(database, [reviewId])
  if (!row) return undefined
  const { meterNo: number, day } = row
  const found = await database.query<{ findings: Finding[] }>('select findings from views.day_reviews where review_id = $1', [reviewId])
  const { rows: history } = await readHistory(database, dayReviews.entity, { number, day }, { after: 0, limit: stepsMax })
  return { ...row, findings: found.rows[0]!.findings, history, partitions: await partitionsOfMeter(database, number, day) }
}

type Progress = { pass: string; thresholds: ValidationThresholds | null; reason: string | null; validatedUntil: string | null }

/** The tenant's thresholds with their reason, and the day up to which each pass has come. */
export const readValidation = async (database: PoolClient) => {
  const { rows } = await database.query<Progress>(
    'select pass, thresholds, reason, validated_until as "validatedUntil" from views.validation_progress',
  )
  const own = rows.find(({ pass }) => pass === thresholdsKey)
  return {
    thresholds: own?.thresholds ?? defaultThresholds,
    reason: own?.reason ?? null,
    validatedUntil: (pass: string): string | null => rows.find((row) => row.pass === pass)?.validatedUntil ?? null,
  }
}

/** The same as the screen shows it. */
export const findValidationThresholds = async (database: PoolClient) => {
  const { thresholds, reason, validatedUntil } = await readValidation(database)
  const { rows: history } = await readHistory(database, validationProgress.entity, { pass: thresholdsKey }, { limit: stepsMax })
  return { ...thresholds, reason, validatedUntil: validatedUntil('first'), history }
}
