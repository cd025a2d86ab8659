import { z } from 'zod'
import { platformScreens } from '#platform/platform-screens.ts'
import { zoomSearch } from '#ui/chart/zoom-in-link.ts'
import { dayRangeSearch } from '#ui/day-range.ts'
import { type ScreenEntry, screen } from '#ui/screen-entry.ts'
import { listScreen } from '#ui/table/list-screen.ts'
import { pagerSearch } from '#ui/table/list-search.ts'
import { tableSearch } from '#ui/table/table-state.ts'
import { resourceScreens } from './resource-screens.ts'

const text = z.string().max(256).optional().catch(undefined)
const word = z
  .union([z.string().max(64), z.number()])
  .transform(String)
  .optional()
  .catch(undefined)
const position = z.number().int().optional().catch(undefined)
const link = z.string().min(1).max(1000).optional().catch(undefined)
const by = z.enum(['day', 'month']).optional().catch(undefined)
const meters = z.literal('hidden').optional().catch(undefined)

const water = () => import('./screens/water-screens.tsx')
const devices = () => import('./screens/device-screens.tsx')
const reports = () => import('./screens/report-screens.tsx')
const ledger = () => import('#billing/ledger-report-resources.tsx')
const audit = () => import('./screens/audit-screens.tsx')

const metersScreen = listScreen(async () => (await devices()).Meters)

/**
 * The screens by the `component` that the menu names, each with what its address may say. The menu decides the place of a screen;
 * those without an entry in the menu have a fixed address in `routes.tsx`.
 */
export const screenRegistry: Record<string, ScreenEntry> = {
  index: screen({ days: dayRangeSearch.days, by, partition: word }, async () => (await import('./home-screen.tsx')).HomeScreen),
  'leakage/index': screen(
    { partition: word, asOf: word, ...dayRangeSearch, ...zoomSearch, ...tableSearch },
    async () => (await water()).Leakage,
  ),
  'leakage/map': screen({ partition: word, meters }, async () => (await water()).NetworkMap),
  'audit/time-travel': screen({ partition: word, asOf: word, ...dayRangeSearch, ...tableSearch }, async () => (await water()).TimeTravel),
  'devices/meters': metersScreen,
  // The same list in the directory of meter reading.
  'devices/valves': listScreen(async () => (await import('#devices/valve-operations-screen.tsx')).ValveOperationsScreen),
  'devices/key-updates': listScreen(async () => (await import('#devices/key-updates-screen.tsx')).KeyUpdatesScreen),
  'devices/meter-replacements': listScreen(async () => (await import('#devices/meter-replacements-screen.tsx')).MeterReplacementsScreen),
  'metering/meter-readings': metersScreen,
  'devices/meter': screen({ ...dayRangeSearch, ...zoomSearch, ...tableSearch }, async () => (await devices()).Meter),
  'devices/device-screen': screen({ type: word, device: word }, async () => (await import('#devices/device-screen.tsx')).DeviceScreen),
  'metering/quarantine': screen({ meter: word, ...pagerSearch, ...tableSearch }, async () => (await devices()).Quarantine),
  'metering/imports': screen({ ...pagerSearch, ...tableSearch }, async () => (await devices()).Imports),
  'metering/meter-health': listScreen(async () => (await import('#metering/meter-health-screen.tsx')).MeterHealthScreen),
  'metering/consumption-review': listScreen(async () => (await import('#metering/consumption-review-screen.tsx')).ConsumptionReviewScreen),
  'metering/manual-readings': listScreen(async () => (await import('#metering/manual-reading-screen.tsx')).ManualReadingScreen),
  'metering/walk-by': listScreen(async () => (await import('#metering/walk-by-screen.tsx')).WalkByScreen),
  'metering/unclaimed': listScreen(async () => (await devices()).Unclaimed),
  'reports/interval-use': listScreen(async () => (await reports()).IntervalUse),
  'reports/daily-use': listScreen(async () => (await reports()).DailyUse),
  'reports/group-use': listScreen(async () => (await reports()).GroupUse),
  'reports/recharges': listScreen(async () => (await reports()).Recharges),
  'reports/postpaid': listScreen(async () => (await reports()).Postpaid),
  'billing/trial-balance': listScreen(async () => (await ledger()).TrialBalanceScreen),
  'billing/aged-receivables': listScreen(async () => (await import('#billing/aged-receivables-screen.tsx')).AgedReceivablesScreen),
  'billing/vat': listScreen(async () => (await ledger()).VatScreen),
  'billing/revenue': listScreen(async () => (await ledger()).RevenueScreen),
  'gateways/index': screen({ ...tableSearch }, async () => (await devices()).Gateways),
  'audit/events': screen({ stream: text, type: text, position, ...pagerSearch, ...tableSearch }, async () => (await audit()).Events),
  'audit/streams': listScreen(async () => (await import('#audit/streams-screen.tsx')).StreamsScreen),
  'audit/jobs': screen({}, async () => (await audit()).Jobs),
  'privacy/persons': listScreen(async () => (await import('#privacy/persons-screen.tsx')).PersonsScreen),
  'alarms/index': listScreen(async () => (await import('#alarms/alarms-screen.tsx')).AlarmsScreen),
  'alarms/notices': screen({}, async () => (await import('#alarms/notice-centre-screen.tsx')).NoticeCentreScreen),
  'customers/account': screen({}, async () => (await import('./screens/customer-screens.tsx')).Account),
  'customers/accounts': listScreen(async () => (await import('#customers/accounts-screen.tsx')).AccountsScreen),
  'tenants/meter-moves': listScreen(async () => (await import('#devices/meter-moves-screen.tsx')).MeterMovesScreen),
  'tenants/board': screen(
    { tenant: word, ...tableSearch },
    async () => (await import('#dashboard/tenant-board-screen.tsx')).TenantBoardScreen,
  ),
  cascadeScreen: screen({ link }, async () => (await import('./screens/wall-screens.tsx')).Wall),
  ...resourceScreens,
  ...platformScreens,
  // For those who make screens; no menu leads here.
  'development/parts': listScreen(async () => (await import('#development/parts-screen.tsx')).PartsScreen),
}
