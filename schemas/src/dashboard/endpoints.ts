import { z } from 'zod'
import { Baseline } from '../shared/baseline.ts'
import { endpoint } from '../shared/endpoint.ts'
import { text, verbatim } from '../shared/text.ts'
import { typedNumber } from '../shared/typed-number.ts'
import { Instant, LocalDate, TenantCode } from '../shared/values.ts'

/** Figures of the dashboard. Null is unknown, never zero. */
const path = '/prod-api/business/dashboard'
const permission = 'dashboard:figures:read'
const Figure = z.number().nullable()

export const topData = endpoint({
  method: 'GET',
  path: `${path}/topData`,
  permission,
  summary: 'Total use, meters, customers, bills and reading rate',
  request: z.object({}),
  response: z.object({
    /** Litres that customers used since the beginning, and in the last complete day and the one before it. */
    usedTotalLitres: Figure,
    usedYesterdayLitres: Figure,
    usedDayBeforeLitres: Figure,
    /** Which day yesterday is in the utility's zone, and use on the same weekday of the four weeks before it. */
    yesterday: LocalDate,
    usedBaseline: Baseline,
    meterCount: z.int(),
    /** Meters that have reported, and those that never did. */
    meterReportingCount: z.int(),
    meterSilentCount: z.int(),
    /** Meters that are still in storage, and those that left it. */
    meterStoredCount: z.int(),
    meterOutboundCount: z.int(),
    customerCount: z.int(),
    /** All bills with their credits and debits, what of them is paid, and what is open; hundredths of the tenant's currency. */
    billedMinor: z.int(),
    paidMinor: z.int(),
    unpaidMinor: z.int(),
    /** Share of meters with a complete day yesterday, 0 to 1. */
    readingRate: Figure,
    /** Complete days of customers' meters as a share of their days in service, over the last 30 and 180 days. */
    readingRates: z.array(z.object({ days: z.int(), share: Figure })),
  }),
})

export const statisticsUsedTotalData = endpoint({
  method: 'POST',
  path: `${path}/statisticsUsedTotalData`,
  permission,
  summary: 'Use per day or month; the filter narrows by time, partition and role in the network',
  request: z.object({
    from: LocalDate.optional().meta({ description: 'first local day' }),
    to: LocalDate.optional().meta({ description: 'last local day, included; more than 366 days are rejected with range-too-long' }),
    /** 7, 30 or 90 days back from yesterday when no days are named. */
    days: typedNumber().int().min(1).max(366).default(30),
    by: z.enum(['day', 'month']).default('day'),
    partition: text(64).optional(),
  }),
  response: z.object({
    rows: z.array(z.object({ period: z.string(), usedLitres: Figure, metersKnown: z.int(), meters: z.int() })),
    timeZone: z.string(),
  }),
})

export const statisticsBillData = endpoint({
  method: 'GET',
  path: `${path}/statisticsBillData`,
  permission,
  summary: 'What was billed and paid in each of the last twelve months and was unpaid at its end; open and overdue bills',
  request: z.object({}),
  response: z.object({
    /** Oldest first; the last one is the current month. */
    rows: z.array(z.object({ period: z.string(), billedMinor: z.int(), paidMinor: z.int(), unpaidMinor: z.int() })),
    openBills: z.int(),
    overdueBills: z.int(),
    overdueMinor: z.int(),
    timeZone: z.string(),
  }),
})

export const statisticsCommunicationData = endpoint({
  method: 'GET',
  path: `${path}/statisticsCommunicationData`,
  permission,
  summary: 'How many meters were heard today, by day over the last thirty, and which gateways are silent',
  request: z.object({}),
  response: z.object({
    meters: z.int(),
    heardToday: z.int(),
    notHeardToday: z.int(),
    days: z.array(z.object({ day: LocalDate, heard: z.int(), share: Figure })),
    gateways: z.array(z.object({ name: z.string(), lastSeenAt: Instant.nullable(), isSilent: z.boolean() })),
  }),
})

export const statisticsAlarmData = endpoint({
  method: 'GET',
  path: `${path}/statisticsAlarmData`,
  permission,
  summary: 'Alarms by state and kind, and per day over the last thirty',
  request: z.object({}),
  response: z.object({
    byStatus: z.array(z.object({ alarmStatus: z.string(), count: z.int() })),
    byEvent: z.array(z.object({ eventType: z.string(), count: z.int() })),
    days: z.array(z.object({ day: LocalDate, count: z.int() })),
  }),
})

/** One tenant on the operators' board. */
const TenantFigures = z.object({
  code: TenantCode,
  tenantName: z.string(),
  kind: z.enum(['normal', 'trial']),
  meters: z.int(),
  reportedToday: z.int(),
  reportingRate: Figure,
  usedLitresByDay: z.array(z.object({ day: LocalDate, litres: Figure })),
  alarmsByDay: z.array(z.object({ day: LocalDate, count: z.int() })),
  longitude: z.number(),
  latitude: z.number(),
})

export const tenantBoard = endpoint({
  method: 'GET',
  path: '/prod-api/business/tenantBoard/figures',
  permission: 'platform:dashboard:read',
  summary: 'All tenants: how many, how many opened accounts, today’s reporting rate, ten days of use and of alarms',
  request: z.object({ code: TenantCode.optional() }),
  response: z.object({
    tenants: z.int(),
    tenantsWithAccounts: z.int(),
    meters: z.int(),
    reportedToday: z.int(),
    notReportedToday: z.int(),
    reportingRate: Figure,
    rows: z.array(TenantFigures),
    /** The demo goes from one tenant to the next after so many seconds; null while it is off. */
    demoIntervalSeconds: z.int().nullable(),
  }),
})

export const setTenantDemo = endpoint({
  method: 'PUT',
  path: '/prod-api/business/tenantBoard/demo',
  permission: 'platform:tenant:edit',
  summary: 'Switch the board’s demo mode: seconds per tenant, or null for off',
  request: z.object({ intervalSeconds: z.int().min(3).max(3600).optional() }),
  response: z.object({}),
})

/** The wall screen of leakage, for a person or for the holder of a view link. */
const WallScreen = z.object({
  tenantName: z.string(),
  timeZone: z.string(),
  day: LocalDate.nullable(),
  supplyLitres: Figure,
  leakageLitres: Figure,
  leakageRate: Figure,
  /** A part of one of the cascades is estimated: scaled up, or of a day that a person estimated or edited. */
  supplyEstimated: z.boolean(),
  leakageEstimated: z.boolean(),
  /** Against the day before: -0.1 is a tenth less. The rate changes in its own unit: 0.01 is one percentage point more. */
  supplyChange: Figure,
  leakageChange: Figure,
  leakageRateChange: Figure,
  /** The same weekday of the four weeks before, over the cascades that the day's figures are of. */
  supplyBaseline: Baseline,
  leakageBaseline: Baseline,
  leakageRateBaseline: Baseline,
  /** Roots that the figures of `day` are sums of, and how many of them are known. */
  coverage: z.object({ partitions: z.int(), supplyKnown: z.int(), leakageKnown: z.int() }),
  /** Roots whose supply is not in the sums, because another cascade counts the same water. */
  overlapping: z.array(z.object({ id: z.string(), name: z.string() })),
  partitions: z.int(),
  meteringPoints: z.int(),
  layers: z.int(),
  /** Each the sum of every day and root that is known; the rate is of those whose leakage is known. */
  monthSupplyLitres: Figure,
  monthLeakageLitres: Figure,
  monthLeakageRate: Figure,
  monthSupplyEstimated: z.boolean(),
  monthLeakageEstimated: z.boolean(),
  monthCoverage: z.object({ partitionDays: z.int(), supplyKnown: z.int(), leakageKnown: z.int() }),
  /** Thirty days, highest first. */
  ranking: z.array(z.object({ id: z.string(), name: z.string(), leakageRate: Figure, leakageLitres: Figure, daysEstimated: z.int() })),
  /** Sums over the roots that are known, with how many these are. */
  trend: z.array(
    z.object({
      day: LocalDate,
      supplyLitres: Figure,
      leakageLitres: Figure,
      leakageRate: Figure,
      nightMinimumLitresPerHour: Figure,
      supplyKnown: z.int(),
      leakageKnown: z.int(),
      nightKnown: z.int(),
      supplyEstimated: z.boolean(),
      leakageEstimated: z.boolean(),
    }),
  ),
  alarmsByDay: z.array(z.object({ day: LocalDate, count: z.int() })),
  latestAlarms: z.array(
    z.object({ alarmProcessedId: z.int(), eventType: z.string(), pointName: z.string(), alarmTime: Instant, alarmStatus: z.string() }),
  ),
  meters: z.object({ total: z.int(), heardToday: z.int(), silent: z.int() }),
  shapes: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      parentId: z.string().nullable(),
      level: z.int(),
      leakageRate: Figure,
      /** Mean supply flow of the latest day with data. */
      flowLitresPerHour: Figure,
      estimated: z.boolean(),
      outline: z.array(z.tuple([z.number(), z.number()])).nullable(),
    }),
  ),
})

export const wallScreen = endpoint({
  method: 'GET',
  path: '/prod-api/business/cascadeScreen/figures',
  permission: 'leakage:partition:read',
  summary: 'Yesterday’s supply and leakage, thirty days of ranking and alarms, seven days of trend',
  request: z.object({}),
  response: WallScreen,
})

export const wallScreenByLink = endpoint({
  method: 'GET',
  path: '/prod-api/business/cascadeScreen/view',
  permission: 'public',
  summary: 'The same through a valid view link; it opens nothing else',
  request: z.object({ link: verbatim(1000).min(20) }),
  response: WallScreen,
})

export const makeViewLink = endpoint({
  method: 'POST',
  path: '/prod-api/business/cascadeScreen/link',
  // A link shows the figures without sign-in, so that creating one needs a permission of its own.
  permission: 'leakage:partition:manage',
  summary: 'A signed link to the wall screen, read-only, good for at most thirty days',
  request: z.object({ hours: z.int().min(1).max(720).default(24) }),
  response: z.object({ link: z.string(), expiresAt: Instant }),
})
