import { z } from 'zod'
import { wallSearch } from '#dashboard/wall-scenes.ts'
import { zoomSearch } from '#ui/chart/zoom-in-link.ts'
import { dayRangeSearch } from '#ui/day-range.ts'
import { type ScreenEntry, screen, word } from '#ui/screen-entry.ts'
import { listScreen } from '#ui/table/list-screen.ts'
import { pagerSearch } from '#ui/table/list-search.ts'
import { tableSearch } from '#ui/table/table-state.ts'
import { UnknownScreen } from './screens/fallback-screens.tsx'

const text = z.string().max(256).optional().catch(undefined)
const position = z.number().int().optional().catch(undefined)
const link = z.string().min(1).max(1000).optional().catch(undefined)
const by = z.enum(['day', 'month']).optional().catch(undefined)
// The schemas of the balance are no part of the first screen.
const month = z
  .string()
  .regex(/^(19|20|21)\d\d-(0[1-9]|1[0-2])$/)
  .optional()
  .catch(undefined)
const target = z.number().min(1).max(1_000).optional().catch(undefined)
const level = z.coerce.number().int().min(1).max(5).optional().catch(undefined)
const meters = z.enum(['hidden', 'flow', 'pressure']).optional().catch(undefined)

const same = z.literal('shown').optional().catch(undefined)

const water = () => import('./screens/water-screens.tsx')
const devices = () => import('./screens/device-screens.tsx')
const audit = () => import('./screens/audit-screens.tsx')

const metersScreen = listScreen(async () => (await devices()).Meters)

const ofContexts = import.meta.glob<Record<string, ScreenEntry>>('./*/context.ts', { eager: true, import: 'screens' })

/**
 * The screens by the `component` that the menu names, each with what its address may say. The menu decides the place of a screen;
 * those without an entry in the menu have a fixed address in `routes.tsx`.
 */
const ownScreens: Record<string, ScreenEntry> = {
  index: screen({ days: dayRangeSearch.days, by, partition: word }, async () => (await import('./screens/home-screen.tsx')).HomeScreen, [
    'dashboard',
  ]),
  'leakage/index': screen(
    { partition: word, asOf: word, ...dayRangeSearch, ...zoomSearch, ...tableSearch },
    async () => (await import('./screens/leakage-page.tsx')).Leakage,
  ),
  'leakage/detections': screen({ ...dayRangeSearch, ...tableSearch }, async () => (await water()).Detections),
  'leakage/water-balance': screen({ partition: word, month, target, ...tableSearch }, async () => (await water()).WaterBalance),
  'leakage/map': screen(
    { partition: word, meters, level, day: dayRangeSearch.from, rates: dayRangeSearch.from, hidden: text, view: word },
    async () => (await import('./screens/network-map-page.tsx')).NetworkMap,
  ),
  'audit/time-travel': screen(
    { partition: word, asOf: word, same, ...dayRangeSearch, ...tableSearch },
    async () => (await water()).TimeTravel,
  ),
  'devices/meters': metersScreen,
  'metering/meter-readings': metersScreen,
  'devices/meter': screen({ ...dayRangeSearch, ...zoomSearch, ...tableSearch }, async () => (await devices()).Meter),
  'metering/quarantine': screen({ meter: word, ...pagerSearch, ...tableSearch }, async () => (await devices()).Quarantine),
  'metering/imports': screen({ ...pagerSearch, ...tableSearch }, async () => (await devices()).Imports),
  'metering/consumption-review': listScreen(async () => (await import('./screens/review-screen.tsx')).ConsumptionReview),
  'metering/unclaimed': listScreen(async () => (await devices()).Unclaimed),
  'gateways/index': screen({ ...tableSearch }, async () => (await devices()).Gateways),
  'audit/events': screen({ stream: text, type: text, position, ...pagerSearch, ...tableSearch }, async () => (await audit()).Events),
  'audit/jobs': screen({}, async () => (await audit()).Jobs),
  'customers/account': screen({ against: word }, async () => (await import('./screens/customer-screens.tsx')).Account),
  'alarms/index': listScreen(async () => (await import('./screens/alarm-screens.tsx')).Alarms),
  cascadeScreen: screen({ link, ...wallSearch }, async () => (await import('./screens/wall-screens.tsx')).Wall),
  ...Object.fromEntries(Object.values(ofContexts).flatMap(Object.entries)),
  // For those who make screens; no menu leads here.
  'development/parts': listScreen(async () => (await import('#development/parts-screen.tsx')).PartsScreen),
}

const derived = new Map<string, ScreenEntry>()

/** A screen that the declaration of a resource or a report describes. The declarations are loaded with the first of them that is shown. */
const derivedScreen = (component: string): ScreenEntry =>
  listScreen(
    async () => (await (await import('./derived-screens.ts')).findDerived(component)) ?? (() => <UnknownScreen component={component} />),
  )

/** The screen of a component of the menu. One that this build does not have says so when it is shown. */
export const screenOf = (component: string): ScreenEntry => {
  const entry = ownScreens[component] ?? derived.get(component) ?? derivedScreen(component)
  if (!(component in ownScreens)) derived.set(component, entry)
  return entry
}

/** Whether this build has a screen for a component of the menu. */
export const hasScreen = async (component: string): Promise<boolean> =>
  component in ownScreens || (await import('./derived-screens.ts')).isDerived(component)
