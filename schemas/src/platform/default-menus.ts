import { resources } from '../resources.ts'
import { type Texts, texts } from '../shared/language.ts'
import { Permission, permissions } from '../shared/permissions.ts'
import type { Directory, MenuPlace } from '../shared/resource.ts'
import { alarmPages } from './alarm-pages.ts'
import { ledgerPages } from './ledger-pages.ts'
import { verbTexts } from './menu-verb-texts.ts'
import { readMeterPages } from './read-meter-pages.ts'
import { reportPages } from './report-pages.ts'

/**
 * The menu as it is on the first day; operators change it in the database, where the key stays. `directory` groups, `page` names a screen
 * of the browser by `component`, `button` is a permission inside a page. Paths of pages are relative to their directory.
 */
export type DefaultMenu = {
  key: string
  parent: string | null
  kind: 'directory' | 'page' | 'button'
  titles: Texts
  path: string
  component?: string
  permission?: Permission
  icon?: string
  /** Audience: utilities, the platform's operators, or both. */
  audience: 'tenant' | 'platform' | 'everybody'
  /** Reached from other screens, absent from the sidebar. */
  isHidden?: true
}

type Audience = DefaultMenu['audience']

const directory = (
  key: Directory,
  icon: string,
  titles: Texts,
  audience: Audience,
  pages: Page[] = [],
  parent: Directory | null = null,
): DefaultMenu[] => {
  const inOrder = [...pages.map((each, index) => ({ place: (index + 1) * 10, ...each })), ...pagesOfResources(key)]
  const menus = inOrder.toSorted((one, other) => one.place - other.place).flatMap(menusOfPage)
  return [
    { key, parent, kind: 'directory', titles, path: key, icon, audience },
    ...menus.map((menu) => (menu.parent === null ? { ...menu, parent: key, audience: narrower(menu.audience, audience) } : menu)),
  ]
}

/** The pages of resources in a directory of the menu. */
const pagesOfResources = (directory: Directory): (Page & { place: number })[] =>
  Object.values(resources).flatMap((resource: { permission: string; menu?: MenuPlace }) => {
    const { menu, permission } = resource
    if (menu?.directory !== directory) return []
    return [{ ...menu, needs: Permission.parse(`${permission}:list`) }]
  })

const narrower = (own: Audience, above: Audience): Audience => (own === 'everybody' ? above : own)

type Page = {
  /** Pages are in the order of this number: 10 for the first, unless set. */
  place?: number
  path: string
  component: string
  needs: Permission
  icon: string
  titles: Texts
  buttons?: readonly Permission[]
  audience?: Audience
  isHidden?: true
}

const menusOfPage = ({ path, component, needs, icon, titles, buttons, audience = 'everybody', isHidden }: Page): DefaultMenu[] => [
  { key: component, parent: null, kind: 'page', titles, path, component, permission: needs, icon, audience, ...(isHidden && { isHidden }) },
  ...(buttons ?? buttonsOf(needs)).map((permission): DefaultMenu => {
    const verb = permission.split(':')[2]!
    return {
      key: `${component}#${permission}`,
      parent: component,
      kind: 'button',
      titles: verbTexts[verb]!,
      path: '',
      permission,
      audience,
    }
  }),
]

/** The other verbs of the same thing: a page that lists users carries the buttons that add and change them. */
const buttonsOf = (needs: Permission): Permission[] => {
  if (!needs.endsWith(':list')) return []
  const thing = needs.slice(0, -'list'.length)
  return permissions.filter((permission) => permission.startsWith(thing) && permission !== needs)
}

export const defaultMenus: readonly DefaultMenu[] = [
  {
    // The home screen has a fixed address for all users. Its data is granted to roles like a button.
    key: 'index#dashboard:figures:read',
    parent: null,
    kind: 'button',
    titles: texts('Dashboard data', '首页数据', 'Données du tableau de bord', 'Data dasbor'),
    path: '',
    permission: 'dashboard:figures:read',
    audience: 'everybody',
  },
  ...directory('water', 'droplet', texts('Water', '供水分析', 'Eau', 'Air'), 'tenant', [
    {
      path: 'leakage',
      component: 'leakage/index',
      needs: 'leakage:partition:read',
      icon: 'chart-dots',
      titles: texts('Leakage analysis', '漏损分析', 'Analyse des fuites', 'Analisis kebocoran'),
      buttons: ['leakage:partition:manage'],
    },
    {
      path: 'map',
      component: 'leakage/map',
      needs: 'leakage:partition:read',
      icon: 'map',
      titles: texts('Network map', '管网地图', 'Carte du réseau', 'Peta jaringan'),
    },
    {
      path: 'cascadeScreen',
      component: 'cascadeScreen',
      needs: 'leakage:partition:read',
      icon: 'screen',
      titles: texts('Leakage wall screen', '漏损可视化平台', 'Écran mural des fuites', 'Layar dinding kebocoran'),
    },
  ]),
  ...directory('customer', 'users', texts('Customers', '用户管理', 'Abonnés', 'Pelanggan'), 'tenant', [
    {
      path: 'accounts',
      component: 'customers/accounts',
      needs: 'customers:account:list',
      icon: 'user-dollar',
      titles: texts('Accounts', '用户户号', 'Abonnements', 'Pelanggan'),
    },
    {
      path: 'accounts/:accountNo',
      component: 'customers/account',
      needs: 'customers:account:query',
      icon: 'user-dollar',
      titles: texts('Account', '户号详情', 'Abonnement', 'Pelanggan'),
      isHidden: true,
    },
  ]),
  ...directory(
    'billing',
    'user-dollar',
    texts('Prices and billing', '价格与账单', 'Tarifs et facturation', 'Tarif dan penagihan'),
    'tenant',
  ),
  ...directory('ledger', 'book', texts('Ledger', '总账', 'Grand livre', 'Buku besar'), 'tenant', ledgerPages, 'billing'),
  ...directory('alarm', 'bell', texts('Alarms', '告警管理', 'Alarmes', 'Alarm'), 'tenant', alarmPages),
  ...directory('device', 'gauge', texts('Devices', '设备管理', 'Équipements', 'Perangkat'), 'tenant', [
    {
      path: 'meters',
      component: 'devices/meters',
      needs: 'devices:meter:read',
      icon: 'gauge',
      titles: texts('Meters', '水表', 'Compteurs', 'Meter air'),
      buttons: [
        'devices:meter:register',
        'devices:meter:replace',
        'devices:meter:edit',
        'devices:meter:correct',
        'devices:meter:life',
        'devices:valve:operate',
        'devices:valve:emergency',
      ],
    },
    {
      path: 'meters/:number',
      component: 'devices/meter',
      needs: 'devices:meter:read',
      icon: 'gauge',
      titles: texts('Meter', '水表详情', 'Compteur', 'Meter air'),
      isHidden: true,
    },
    {
      path: 'valves',
      component: 'devices/valves',
      needs: 'devices:meter:read',
      icon: 'switch-horizontal',
      titles: texts('Valve operations', '阀门操作', 'Manœuvres de vannes', 'Operasi katup'),
    },
    {
      path: 'keyUpdate',
      component: 'devices/key-updates',
      needs: 'devices:meter:read',
      icon: 'list',
      titles: texts('Key updates', '密钥更新', 'Mises à jour de clés', 'Pembaruan kunci'),
      buttons: ['devices:meterKey:update'],
    },
    {
      path: 'meterReplacement',
      component: 'devices/meter-replacements',
      needs: 'devices:meter:read',
      icon: 'list',
      titles: texts('Meter replacements', '换表记录', 'Changements de compteurs', 'Penggantian meter'),
    },
    {
      path: 'screen',
      component: 'devices/device-screen',
      place: 51,
      needs: 'devices:device:list',
      icon: 'map',
      titles: texts('Device screen', '设备大屏', 'Carte des équipements', 'Layar perangkat'),
      buttons: [],
    },
    {
      path: 'quarantine',
      component: 'metering/quarantine',
      needs: 'metering:readings:read',
      icon: 'droplet-off',
      titles: texts('Quarantine', '异常数据隔离', 'Quarantaine', 'Karantina'),
    },
    {
      path: 'imports',
      component: 'metering/imports',
      needs: 'metering:import:list',
      icon: 'file-import',
      titles: texts('Imports', '数据导入', 'Imports', 'Impor'),
      buttons: ['metering:import:declare', 'metering:import:withdraw'],
    },
    {
      path: 'unclaimed',
      component: 'metering/unclaimed',
      needs: 'metering:readings:read',
      icon: 'question-mark',
      titles: texts('Unclaimed readings', '未认领读数', 'Relevés non attribués', 'Pembacaan tak terklaim'),
    },
  ]),
  // The directory of meter reading: the same list, which has the last reading and the status of each meter, in the place where the trade looks for it.
  ...directory('readMeter', 'droplet', texts('Meter reading', '抄表管理', 'Relève', 'Pencatatan meter'), 'tenant', readMeterPages),
  ...directory('report', 'clipboard', texts('Reports', '报表管理', 'Rapports', 'Laporan'), 'tenant', reportPages),
  ...directory('gateway', 'tower', texts('Gateways', '网关管理', 'Passerelles', 'Gateway'), 'tenant', [
    {
      path: 'list',
      component: 'gateways/index',
      needs: 'devices:gateway:manage',
      icon: 'tower',
      titles: texts('Gateways', '网关', 'Passerelles', 'Gateway'),
    },
  ]),
  ...directory('tenant', 'building', texts('Tenants', '租户管理', 'Organisations', 'Perusahaan'), 'platform', [
    {
      path: 'board',
      component: 'tenants/board',
      place: 20,
      needs: 'platform:dashboard:read',
      icon: 'dashboard',
      titles: texts('Tenant data board', '租户数据看板', 'Tableau des organisations', 'Papan data perusahaan'),
      audience: 'platform',
    },
    {
      path: 'meterMove',
      component: 'tenants/meter-moves',
      place: 30,
      needs: 'platform:meterMove:list',
      icon: 'list',
      titles: texts('Meter moves', '水表迁移', 'Transferts de compteurs', 'Pemindahan meter'),
      audience: 'platform',
    },
  ]),
  ...directory('system', 'settings', texts('System', '系统管理', 'Système', 'Sistem'), 'everybody', [
    {
      path: 'settings',
      component: 'system/settings/index',
      place: 70,
      needs: 'system:tenantSettings:query',
      icon: 'adjustments',
      titles: texts('Utility settings', '租户设置', 'Paramètres du service d’eau', 'Pengaturan perusahaan'),
      buttons: ['system:tenantSettings:edit'],
      audience: 'tenant',
    },
    {
      path: 'persons',
      component: 'privacy/persons',
      place: 80,
      needs: 'privacy:person:list',
      icon: 'user-off',
      titles: texts('Personal data', '个人信息', 'Données personnelles', 'Data pribadi'),
      buttons: ['privacy:person:erase'],
      audience: 'tenant',
    },
  ]),
  ...directory('audit', 'history', texts('Audit', '审计', 'Audit', 'Audit'), 'everybody', [
    {
      path: 'events',
      component: 'audit/events',
      needs: 'audit:log:read',
      icon: 'list',
      titles: texts('Events', '事件', 'Événements', 'Peristiwa'),
      buttons: ['audit:personal:reveal'],
    },
    {
      path: 'streams',
      component: 'audit/streams',
      needs: 'audit:log:read',
      icon: 'stack',
      titles: texts('Streams', '事件流', 'Flux d’événements', 'Urutan peristiwa'),
    },
    {
      path: 'jobs',
      component: 'audit/jobs',
      needs: 'audit:log:read',
      icon: 'refresh',
      titles: texts('Replay and verification', '重放与核验', 'Rejeu et vérification', 'Putar ulang dan verifikasi'),
      buttons: ['audit:replay:run'],
    },
    {
      path: 'time-travel',
      component: 'audit/time-travel',
      needs: 'leakage:partition:read',
      icon: 'clock',
      titles: texts('Historical data', '历史数据回溯', 'Données historiques', 'Data historis'),
    },
  ]),
]
