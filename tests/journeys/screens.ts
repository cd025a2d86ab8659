import type { AlarmRow } from '@nightflow/schemas/alarms/alarm'
import type { EventRow } from '@nightflow/schemas/audit/log'
import type { AccountRow } from '@nightflow/schemas/customers/account'
import { defaultMenus } from '@nightflow/schemas/default-menus'
import type { MeterRow } from '@nightflow/schemas/devices/meters'
import { addressInMenu, pagesOfResources } from '../support/resource-forms.ts'

/** The person of the screen; screens without one are public. One component draws all that are derived, each from the declaration of a resource. */
export type Screen = { name: string; path: string; role?: 'admin' | 'operator' | 'analyst' | 'clerk' | 'agent'; isDerived?: boolean }

/** Calls the API; journeys and `take-screenshots.ts` each bring their own people. */
export type AskApi = <Answer>(role: 'admin', path: string) => Promise<Answer>

/** A partition of the demo city with two points below it and bursts in its history. */
export const partition = 'willow-court'

/** Every screen, each for a person who may see it and with data. */
export const findScreens = async (ask: AskApi): Promise<Screen[]> => {
  const { rows: meters } = await ask<{ rows: MeterRow[] }>('admin', '/api/v1/meters?limit=500')
  // A meter whose valve has been operated, where there is one.
  const meter = meters.find(({ valvePosition }) => valvePosition !== null) ?? meters.find(({ hasValve }) => hasValve) ?? meters[0]
  const { rows: events, head } = await ask<{ rows: EventRow[]; head: number }>(
    'admin',
    '/api/v1/audit/events?type=metering.ReadingsReported&limit=200',
  )
  const frame = events.toSorted((one, other) => other.packedBytes - one.packedBytes)[0]
  const { rows: alarms } = await ask<{ rows: AlarmRow[] }>('admin', '/prod-api/report/alarm/processed/list?pageSize=10')
  const { rows: accounts } = await ask<{ rows: AccountRow[] }>('admin', '/prod-api/business/customer/list?waterUse=0&pageSize=10')
  const own: Screen[] = [
    { name: 'sign-in', path: '/login' },
    { name: 'pay', path: '/pay' },
    { name: 'request', path: '/request/demo' },
    { name: 'register', path: '/register' },
    ...of('admin', {
      home: '/index',
      profile: '/user/profile',
      help: '/help',
      alarms: '/alarm/alarm',
      'notice-centre': '/alarm/notices',
      alarm: `/alarm/alarm?alarm=${alarms[0]?.alarmProcessedId}`,
      leakage: `/water/leakage?partition=${partition}`,
      map: `/water/map?partition=${partition}`,
      wall: '/cascadeScreen',
      meters: '/device/meters',
      meter: `/device/meters/${meter?.number}`,
      account: `/customer/accounts/${accounts[0]?.accountNo}`,
      valves: '/device/valves',
      'key-updates': '/device/keyUpdate',
      'meter-replacements': '/device/meterReplacement',
      quarantine: '/device/quarantine',
      imports: '/device/imports',
      unclaimed: '/device/unclaimed',
      'interval-use': '/report/interval',
      'daily-use': '/report/daily',
      'group-use': '/report/group',
      'recharge-statistics': '/report/recharge',
      'postpaid-detail': '/report/postpaid',
      gateways: '/gateway/list',
      staff: '/system/user',
      roles: '/system/role',
      departments: '/system/dept',
      regions: '/system/region',
      agents: '/system/agent',
      notices: '/system/notice',
      settings: '/system/settings',
      parameters: '/system/config',
      operations: '/system/operlog',
      'sign-ins': '/system/logininfor',
      events: '/audit/events',
      event: `/audit/events?position=${frame?.position ?? head}`,
      streams: '/audit/streams',
      jobs: '/audit/jobs',
      detections: '/water/detections',
      'cascade-statistics': '/water/cascadeStatistics',
      'sales-bills': '/billing/salesBills',
      'balance-table': '/water/balanceTable',
      'time-travel': `/audit/time-travel?partition=${partition}&asOf=${Math.floor(head / 2)}`,
      parts: '/development/parts?parts=1',
      nowhere: '/nowhere',
    }),
    ...of('operator', {
      'operator-home': '/index',
      tenants: '/tenant/list',
      board: '/tenant/board',
      menus: '/system/menu',
      dictionaries: '/system/dict',
      'dictionary-entries': '/dict/type/data/1',
    }),
    ...of('analyst', { 'analyst-home': '/index', 'no-access': '/system/user' }),
    ...of('agent', { 'agent-home': '/index', 'sales-desk': '/billing/payment/agentDesk' }),
    ...of('clerk', { 'clerk-home': '/index' }),
  ]
  return [...own, ...screensOfMenu(own)]
}

/** Pages of the menu, resources among them, that have no line of their own above. */
const screensOfMenu = (own: readonly Screen[]): Screen[] =>
  defaultMenus.flatMap(({ kind, key, audience, isHidden, ...menu }) => {
    const path = addressInMenu(menu)
    if (kind !== 'page' || isHidden || own.some(({ name, path: known }) => name === namesOfFixed[key] || known.split('?')[0] === path))
      return []
    return [
      {
        name: namesOfResources.get(path) ?? key.replace('/', '-'),
        path,
        role: audience === 'platform' ? ('operator' as const) : ('admin' as const),
        isDerived: namesOfResources.has(path),
      },
    ]
  })

/** Menu entries that lead to a fixed address. */
const namesOfFixed: Record<string, string> = { cascadeScreen: 'wall' }
const namesOfResources = new Map(pagesOfResources.map(({ path, name }) => [path, name]))

const of = (role: NonNullable<Screen['role']>, paths: Record<string, string>): Screen[] =>
  Object.entries(paths).map(([name, path]) => ({ name, path, role }))
