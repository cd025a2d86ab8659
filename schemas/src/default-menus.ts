import { pages as ofAgents } from './agents/pages.ts'
import { pages as ofAlarms } from './alarms/pages.ts'
import { pages as ofAudit } from './audit/pages.ts'
import { pages as ofBilling } from './billing/pages.ts'
import { pages as ofCards } from './cards/pages.ts'
import { pages as ofCustomers } from './customers/pages.ts'
import { pages as ofDashboard } from './dashboard/pages.ts'
import { pages as ofDevices } from './devices/pages.ts'
import { pages as ofLeakage } from './leakage/pages.ts'
import { pages as ofMetering } from './metering/pages.ts'
import { textsOfVerb } from './platform/menu-verb-texts.ts'
import { pages as ofPlatform } from './platform/pages.ts'
import { pages as ofPrepaid } from './prepaid/pages.ts'
import { pages as ofPrivacy } from './privacy/pages.ts'
import { resources } from './resources.ts'
import { languages, type Texts, texts } from './shared/language.ts'
import type { MenuPage } from './shared/menu-page.ts'
import { Permission, permissions } from './shared/permissions.ts'
import type { Directory, MenuPlace } from './shared/resource.ts'
import { pages as ofWorkOrders } from './work-orders/pages.ts'

/** The pages of every context that are no list of a resource. */
export const pages: readonly MenuPage[] = [
  ...ofAgents,
  ...ofAlarms,
  ...ofAudit,
  ...ofBilling,
  ...ofCards,
  ...ofCustomers,
  ...ofDashboard,
  ...ofDevices,
  ...ofLeakage,
  ...ofMetering,
  ...ofPlatform,
  ...ofPrepaid,
  ...ofPrivacy,
  ...ofWorkOrders,
]

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

const directory = (key: Directory, icon: string, titles: Texts, audience: Audience, parent: Directory | null = null): DefaultMenu[] => [
  { key, parent, kind: 'directory', titles, path: key, icon, audience },
  ...[...pages.filter((page) => page.directory === key), ...pagesOfResources(key)]
    .toSorted((one, other) => one.place - other.place)
    .flatMap(menusOfPage)
    .map((menu) => (menu.parent === null ? { ...menu, parent: key, audience: narrower(menu.audience, audience) } : menu)),
]

/** The pages of resources in a directory of the menu. */
const pagesOfResources = (directory: Directory): MenuPage[] =>
  Object.values(resources).flatMap((resource: { permission: string; menu?: MenuPlace }) => {
    const { menu, permission } = resource
    if (menu?.directory !== directory) return []
    return [{ ...menu, needs: Permission.parse(`${permission}:list`) }]
  })

const narrower = (own: Audience, above: Audience): Audience => (own === 'everybody' ? above : own)

/** A title that is missing is named at the start, not found missing by a reader. */
const inEveryLanguage = (component: string, titles: Partial<Texts> | undefined): Texts => {
  const missing = languages.filter((language) => !titles?.[language])
  if (missing.length > 0) throw new Error(`the page "${component}" of the menu has no title in ${missing.join(', ')}`)
  return titles as Texts
}

export const menusOfPage = ({
  path,
  component,
  needs,
  icon,
  titles,
  buttons,
  audience = 'everybody',
  isHidden,
}: MenuPage): DefaultMenu[] => [
  {
    ...{ key: component, parent: null, kind: 'page', titles: inEveryLanguage(component, titles) },
    ...{ path, component, permission: needs, icon, audience, ...(isHidden && { isHidden }) },
  },
  ...(buttons ?? buttonsOf(needs)).map((permission): DefaultMenu => {
    const verb = permission.split(':')[2]!
    return {
      key: `${component}#${permission}`,
      parent: component,
      kind: 'button',
      titles: textsOfVerb(verb),
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
  ...directory('water', 'droplet', texts('Water', '供水分析', 'Eau', 'Air'), 'tenant'),
  ...directory('customer', 'users', texts('Customers', '用户管理', 'Abonnés', 'Pelanggan'), 'tenant'),
  ...directory(
    'billing',
    'user-dollar',
    texts('Prices and billing', '价格与账单', 'Tarifs et facturation', 'Tarif dan penagihan'),
    'tenant',
  ),
  ...directory('ledger', 'book', texts('Ledger', '总账', 'Grand livre', 'Buku besar'), 'tenant', 'billing'),
  ...directory('payment', 'plug', texts('Online payments', '在线支付', 'Paiements en ligne', 'Pembayaran daring'), 'tenant', 'billing'),
  ...directory('prepaid', 'receipt', texts('Prepayment', '预付费', 'Prépaiement', 'Prabayar'), 'tenant'),
  ...directory('card', 'cash', texts('Cards', '卡管理', 'Cartes', 'Kartu'), 'tenant'),
  ...directory('alarm', 'bell', texts('Alarms', '告警管理', 'Alarmes', 'Alarm'), 'tenant'),
  ...directory('workOrder', 'clipboard', texts('Work orders', '工单管理', 'Interventions', 'Perintah kerja'), 'tenant'),
  ...directory('device', 'gauge', texts('Devices', '设备管理', 'Équipements', 'Perangkat'), 'tenant'),
  ...directory('readMeter', 'droplet', texts('Meter reading', '抄表管理', 'Relève', 'Pencatatan meter'), 'tenant'),
  ...directory('report', 'clipboard', texts('Reports', '报表管理', 'Rapports', 'Laporan'), 'tenant'),
  ...directory('gateway', 'tower', texts('Gateways', '网关管理', 'Passerelles', 'Gateway'), 'tenant'),
  ...directory('tenant', 'building', texts('Tenants', '租户管理', 'Organisations', 'Perusahaan'), 'platform'),
  ...directory('system', 'settings', texts('System', '系统管理', 'Système', 'Sistem'), 'everybody'),
  ...directory('audit', 'history', texts('Audit', '审计', 'Audit', 'Audit'), 'everybody'),
]
