import type { HealthBasis, HealthDay } from '@nightflow/domain/metering/health-basis'
import { sharedHoursOf, unpackHourVolumes } from '@nightflow/domain/metering/hour-volumes'
import { healthDays } from '@nightflow/domain/metering/meter-health'
import { resolveReadings } from '@nightflow/domain/metering/resolve-readings'
import { unpackFrame } from '@nightflow/domain/metering/unpack-frame'
import { zeroWaterRulesOf } from '@nightflow/domain/metering/zero-water'
import { calendarOf, type DayNumber, dateOfDay, dayOfDate, type ZoneCalendar } from '@nightflow/domain/shared/local-time'
import { MeterFields } from '@nightflow/schemas/devices/meter-fields'
import { AccountStatus } from '@nightflow/schemas/shared/account-status'
import { YesNo } from '@nightflow/schemas/shared/lists'
import type { PoolClient } from 'pg'

type StoredDays = { days: number[] | null; hours: Buffer[] | null; volumes: (number | null)[] | null }

type Stored = StoredDays & {
  id: string
  number: string
  timeZone: string
  isInService: boolean
  hadFindings: boolean
  isSummary: boolean
  usesWaterAtNight: boolean
  details: unknown
  caliberMillimetres: number | null
  maximumFlowLitresPerHour: number | null
  installedAt: string | null
  sampleDays: number[] | null
  samples: Buffer[] | null
}

/** `basis` is null for a meter out of service, which has no findings. */
export type MeterBasis = { id: string; number: string; timeZone: string; hadFindings: boolean; basis: HealthBasis | null }

/** Readings are unpacked of one day a week, over half a year: voltages and reverse registers move slowly. */
const sampleEveryDays = 7
const sampleWeeks = 26

const dayColumns = `array_agg(day - date '1970-01-01' order by day) as days, array_agg(hours order by day) as hours,
  array_agg(day_millilitres::float8 order by day) as volumes`

/** The columns after `meters` of a page or of one meter; $1 is the day. */
const basisOf = (meters: string) => `select meters.id, meters.number, meters.time_zone as "timeZone",
    (meters.replaced_by is null and meters.state = 'installed') as "isInService", coalesce(health.words, '') <> '' as "hadFindings",
    exists (select from views.partition_members member where member.tenant = meters.tenant and member.number = meters.number
      and member.side = 'supply' and member.active_until > now()) as "isSummary",
    exists (select from views.accounts account join platform.customer_types kind on kind.tenant = account.tenant and kind.customer_type_id = account.customer_type_id
      where account.tenant = meters.tenant and account.meter_no = meters.number and account.status <> '${AccountStatus.enum.cancelled}'
        and kind.uses_water_at_night = '${YesNo.enum.yes}') as "usesWaterAtNight", meters.details,
    meters.caliber_millimetres as "caliberMillimetres", (meters.details->>'maximumFlowLitresPerHour')::float8 as "maximumFlowLitresPerHour",
    coalesce(meters.in_service_from::text, meters.details->>'installedAt') as "installedAt", recent.*, sampled.*
  from ${meters} meters
  left join views.meter_health health on health.number = meters.number
  left join lateral (
    select ${dayColumns} from views.meter_days where meter_id = meters.id and day between $1::date - ${healthDays - 1} and $1::date) recent on true
  left join lateral (
    select array_agg(sample.day - date '1970-01-01' order by sample.day) as "sampleDays", array_agg(sample.readings order by sample.day) as samples
    from generate_series(0, ${sampleWeeks - 1}) week
    join views.meter_days sample on sample.meter_id = meters.id and sample.day = $1::date - week * ${sampleEveryDays}) sampled on true`

/** Facts of the meters after an id at the end of a day, in the order of their ids; `lastId` is undefined where no meter follows. */
export const readHealthBases = async (
  database: PoolClient,
  { day, afterId, limit }: { day: string; afterId: string; limit: number },
): Promise<{ meters: MeterBasis[]; lastId: string | undefined }> => {
  const { rows } = await database.query<Stored>(
    `${basisOf('(select * from views.meters where id > $2 order by id limit $3)')} order by meters.id`,
    [day, afterId, limit],
  )
  return { meters: rows.map((row) => toBasis(row, day)), lastId: rows.length < limit ? undefined : rows.at(-1)!.id }
}

/** The same of one meter. */
export const readHealthBasis = async (
  database: PoolClient,
  { day, number }: { day: string; number: string },
): Promise<MeterBasis | undefined> => {
  const { rows } = await database.query<Stored>(basisOf('(select * from views.meters where number = $2)'), [day, number])
  return rows[0] && toBasis(rows[0], day)
}

const toBasis = (row: Stored, date: string): MeterBasis => {
  const { id, number, timeZone, hadFindings, isInService } = row
  const meter = { id, number, timeZone, hadFindings }
  if (!isInService) return { ...meter, basis: null }
  const calendar = calendarOf(timeZone)
  return {
    ...meter,
    basis: {
      day: dayOfDate(date),
      days: toDays(row, calendar),
      slotsOf: (day) => calendar.slotsOf(day),
      ...sampledOf(row),
      isSummary: row.isSummary,
      usesWaterAtNight: row.usesWaterAtNight,
      zeroWater: zeroWaterRulesOf(MeterFields.parse(row.details)),
      wallHoursOf: (day) => calendar.wallHoursOf(day),
      caliberMillimetres: row.caliberMillimetres,
      maximumFlowLitresPerHour: row.maximumFlowLitresPerHour,
      installedOn: row.installedAt === null ? null : calendar.dayOf(Date.parse(row.installedAt)),
    },
  }
}

const toDays = ({ days, hours, volumes }: StoredDays, calendar: ZoneCalendar): HealthDay[] =>
  (days ?? []).map((day, index) => ({
    day,
    ...measuredHours(hours![index]!, calendar.slotsOf(day)),
    millilitres: volumes![index] ?? Number.NaN,
  }))

/** The last days of a meter before one, oldest first. */
export const readDaysBefore = async (
  database: PoolClient,
  { id, timeZone }: Pick<MeterBasis, 'id' | 'timeZone'>,
  { day, limit }: { day: DayNumber; limit: number },
): Promise<HealthDay[]> => {
  const { rows } = await database.query<StoredDays>(
    `select ${dayColumns} from (select day, hours, day_millilitres from views.meter_days
       where meter_id = $1 and day < date '1970-01-01' + $2::int order by day desc limit $3) days`,
    [id, day, limit],
  )
  return toDays(rows[0]!, calendarOf(timeZone))
}

/** Shares of a pause of many hours say nothing of the flow in one: a leak, a peak and a low flow are looked for in the others. */
const measuredHours = (bytes: Buffer, slots: number): Pick<HealthDay, 'hours' | 'sharedHours'> => {
  const shared = sharedHoursOf(bytes)
  const hours = unpackHourVolumes(bytes, slots)
  if (shared === 0) return { hours }
  const isShared = (slot: number) => (shared & (1 << slot)) !== 0
  return {
    hours: hours.map((volume, slot) => (isShared(slot) ? Number.NaN : volume)),
    sharedHours: hours.filter((_, slot) => isShared(slot)).length,
  }
}

const sampledOf = ({ sampleDays, samples }: Stored): Pick<HealthBasis, 'voltages' | 'reverseRegisters' | 'registerLitres'> => {
  const voltages: { day: number; millivolt: number }[] = []
  const reverseRegisters: { day: number; millilitres: number }[] = []
  let registerLitres: number | null = null
  samples?.forEach((bytes, index) => {
    const day = sampleDays![index]!
    const { batteryMillivolt, reverseMillilitres, registerMillilitres } = resolveReadings(unpackFrame(bytes))
    const millivolt = lastKnown(batteryMillivolt)
    const reverse = lastKnown(reverseMillilitres)
    const register = lastKnown(registerMillilitres)
    if (millivolt !== undefined) voltages.push({ day, millivolt })
    if (reverse !== undefined) reverseRegisters.push({ day, millilitres: reverse })
    if (register !== undefined) registerLitres = register / 1000
  })
  return { voltages, reverseRegisters, registerLitres }
}

const lastKnown = (values: Float64Array | undefined): number | undefined => values?.findLast((value) => !Number.isNaN(value))

/** The day that is looked at: the last one that was over some hours ago, when gateways have delivered what they kept over the night. */
export const lastDayOver = (timeZone: string, now: number, hoursAfterMidnight = 6): string =>
  dateOfDay(calendarOf(timeZone).dayOf(now - hoursAfterMidnight * 3_600_000) - 1)
