import type { Texts } from '../shared/language.ts'
import { type Permission, permissions } from '../shared/permissions.ts'
import { texts, verbTexts } from './menu-verb-texts.ts'

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
  /** Who may have it at all: utilities, the platform's operators, or both. */
  audience: 'tenant' | 'platform' | 'everybody'
  /** Reached from other screens, absent from the sidebar. */
  isHidden?: true
}

type Audience = DefaultMenu['audience']

const directory = (key: string, icon: string, titles: Texts, audience: Audience, pages: DefaultMenu[][]): DefaultMenu[] => [
  { key, parent: null, kind: 'directory', titles, path: key, icon, audience },
  ...pages.flat().map((menu) => (menu.parent === null ? { ...menu, parent: key, audience: narrower(menu.audience, audience) } : menu)),
]

const narrower = (own: Audience, above: Audience): Audience => (own === 'everybody' ? above : own)

type Page = {
  path: string
  component: string
  needs: Permission
  icon: string
  titles: Texts
  buttons?: readonly Permission[]
  audience?: Audience
  isHidden?: true
}

const page = ({ path, component, needs, icon, titles, buttons, audience = 'everybody', isHidden }: Page): DefaultMenu[] => [
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
    page({
      path: 'leakage',
      component: 'leakage/index',
      needs: 'leakage:partition:read',
      icon: 'chart-dots',
      titles: texts('Leakage analysis', '漏损分析', 'Analyse des fuites', 'Analisis kebocoran'),
      buttons: ['leakage:partition:manage'],
    }),
    page({
      path: 'map',
      component: 'leakage/map',
      needs: 'leakage:partition:read',
      icon: 'map',
      titles: texts('Network map', '管网地图', 'Carte du réseau', 'Peta jaringan'),
    }),
    page({
      path: 'cascadeScreen',
      component: 'cascadeScreen',
      needs: 'leakage:partition:read',
      icon: 'screen',
      titles: texts('Leakage wall screen', '漏损可视化平台', 'Écran mural des fuites', 'Layar dinding kebocoran'),
    }),
  ]),
  ...directory('alarm', 'bell', texts('Alarms', '告警管理', 'Alarmes', 'Alarm'), 'tenant', [
    page({
      path: 'alarm',
      component: 'alarms/index',
      needs: 'alarms:alarm:read',
      icon: 'bell',
      titles: texts('Alarm records', '告警记录', 'Registre des alarmes', 'Catatan alarm'),
      buttons: ['alarms:alarm:process'],
    }),
  ]),
  ...directory('device', 'gauge', texts('Devices', '设备管理', 'Équipements', 'Perangkat'), 'tenant', [
    page({
      path: 'meters',
      component: 'devices/meters',
      needs: 'devices:meter:read',
      icon: 'gauge',
      titles: texts('Meters', '水表', 'Compteurs', 'Meter air'),
      buttons: ['devices:meter:register', 'devices:meter:replace', 'devices:meter:edit', 'devices:meter:correct', 'devices:valve:operate'],
    }),
    page({
      path: 'meters/:number',
      component: 'devices/meter',
      needs: 'devices:meter:read',
      icon: 'gauge',
      titles: texts('Meter', '水表详情', 'Compteur', 'Meter air'),
      isHidden: true,
    }),
    page({
      path: 'quarantine',
      component: 'metering/quarantine',
      needs: 'metering:readings:read',
      icon: 'droplet-off',
      titles: texts('Quarantine', '异常数据隔离', 'Quarantaine', 'Karantina'),
    }),
    page({
      path: 'imports',
      component: 'metering/imports',
      needs: 'metering:import:list',
      icon: 'file-import',
      titles: texts('Imports', '数据导入', 'Imports', 'Impor'),
      buttons: ['metering:import:declare', 'metering:import:withdraw'],
    }),
    page({
      path: 'unclaimed',
      component: 'metering/unclaimed',
      needs: 'metering:readings:read',
      icon: 'question-mark',
      titles: texts('Unclaimed readings', '未认领读数', 'Relevés non attribués', 'Pembacaan tak terklaim'),
    }),
  ]),
  // The directory of meter reading: the same list, which has the last reading and the status of each meter, in the place where the trade looks for it.
  ...directory('readMeter', 'droplet', texts('Meter reading', '抄表管理', 'Relève', 'Pencatatan meter'), 'tenant', [
    page({
      path: 'list',
      component: 'metering/meter-readings',
      needs: 'devices:meter:read',
      icon: 'droplet',
      titles: texts('Meter readings', '抄表列表', 'Relèves des compteurs', 'Daftar pencatatan meter'),
    }),
  ]),
  ...directory('gateway', 'tower', texts('Gateways', '网关管理', 'Passerelles', 'Gateway'), 'tenant', [
    page({
      path: 'list',
      component: 'gateways/index',
      needs: 'devices:gateway:manage',
      icon: 'tower',
      titles: texts('Gateways', '网关', 'Passerelles', 'Gateway'),
    }),
  ]),
  ...directory('tenant', 'building', texts('Tenants', '租户管理', 'Locataires', 'Penyewa'), 'platform', [
    page({
      path: 'list',
      component: 'tenants/index',
      needs: 'platform:tenant:list',
      icon: 'building',
      titles: texts('Tenants', '租户', 'Locataires', 'Penyewa'),
      audience: 'platform',
    }),
    page({
      path: 'board',
      component: 'tenants/board',
      needs: 'platform:dashboard:read',
      icon: 'dashboard',
      titles: texts('Tenant data board', '租户数据看板', 'Tableau des locataires', 'Papan data penyewa'),
      audience: 'platform',
    }),
    page({
      path: 'thirdParty',
      component: 'tenants/third-party',
      needs: 'platform:thirdParty:list',
      icon: 'plug',
      titles: texts('Third-party platforms', '第三方平台', 'Plateformes tierces', 'Platform pihak ketiga'),
      audience: 'platform',
    }),
    page({
      path: 'carrier',
      component: 'tenants/carrier',
      needs: 'platform:carrier:list',
      icon: 'antenna',
      titles: texts('Mobile carriers', '运营商', 'Opérateurs mobiles', 'Operator seluler'),
      audience: 'platform',
    }),
    page({
      path: 'outbox',
      component: 'tenants/outbox',
      needs: 'platform:outbox:list',
      icon: 'mail',
      titles: texts('Outbox', '消息发件箱', 'Boîte d’envoi', 'Kotak keluar'),
      audience: 'platform',
    }),
  ]),
  ...directory('system', 'settings', texts('System', '系统管理', 'Système', 'Sistem'), 'everybody', [
    page({
      path: 'user',
      component: 'system/user/index',
      needs: 'system:user:list',
      icon: 'users',
      titles: texts('Staff', '员工管理', 'Personnel', 'Staf'),
    }),
    page({
      path: 'role',
      component: 'system/role/index',
      needs: 'system:role:list',
      icon: 'shield',
      titles: texts('Roles', '角色管理', 'Rôles', 'Peran'),
    }),
    page({
      path: 'dept',
      component: 'system/dept/index',
      needs: 'system:dept:list',
      icon: 'hierarchy',
      titles: texts('Departments', '部门管理', 'Services', 'Departemen'),
    }),
    page({
      path: 'region',
      component: 'system/region/index',
      needs: 'system:region:list',
      icon: 'region',
      titles: texts('Regions', '区域管理', 'Régions', 'Wilayah'),
    }),
    page({
      path: 'agent',
      component: 'system/agent/index',
      needs: 'system:agent:list',
      icon: 'user-dollar',
      titles: texts('Agents', '代理商', 'Agents', 'Agen'),
    }),
    page({
      path: 'notice',
      component: 'system/notice/index',
      needs: 'system:notice:list',
      icon: 'speakerphone',
      titles: texts('Notices', '通知公告', 'Avis', 'Pengumuman'),
    }),
    page({
      path: 'settings',
      component: 'system/settings/index',
      needs: 'system:tenantSettings:query',
      icon: 'adjustments',
      titles: texts('Utility settings', '租户设置', 'Paramètres du service d’eau', 'Pengaturan perusahaan'),
      buttons: ['system:tenantSettings:edit'],
      audience: 'tenant',
    }),
    page({
      path: 'menu',
      component: 'system/menu/index',
      needs: 'platform:menu:list',
      icon: 'menu',
      titles: texts('Menus', '菜单管理', 'Menus', 'Menu'),
      audience: 'platform',
    }),
    page({
      path: 'dict',
      component: 'system/dict/index',
      needs: 'system:dict:list',
      icon: 'book',
      titles: texts('Dictionaries', '字典管理', 'Dictionnaires', 'Kamus'),
      audience: 'platform',
    }),
    page({
      path: 'config',
      component: 'system/config/index',
      needs: 'system:config:list',
      icon: 'sliders',
      titles: texts('Parameters', '参数设置', 'Paramètres', 'Parameter'),
    }),
    page({
      path: 'operlog',
      component: 'system/operlog/index',
      needs: 'system:operlog:list',
      icon: 'clipboard',
      titles: texts('Operation log', '操作日志', 'Journal des opérations', 'Log operasi'),
    }),
    page({
      path: 'logininfor',
      component: 'system/logininfor/index',
      needs: 'system:logininfor:list',
      icon: 'login',
      titles: texts('Sign-in log', '登录日志', 'Journal des connexions', 'Log masuk'),
    }),
  ]),
  ...directory('audit', 'history', texts('Audit', '审计', 'Audit', 'Audit'), 'everybody', [
    page({
      path: 'events',
      component: 'audit/events',
      needs: 'audit:log:read',
      icon: 'list',
      titles: texts('Events', '事件', 'Événements', 'Peristiwa'),
    }),
    page({
      path: 'streams',
      component: 'audit/streams',
      needs: 'audit:log:read',
      icon: 'stack',
      titles: texts('Streams', '事件流', 'Flux', 'Aliran'),
    }),
    page({
      path: 'jobs',
      component: 'audit/jobs',
      needs: 'audit:log:read',
      icon: 'refresh',
      titles: texts('Replay and verification', '重放与核验', 'Rejeu et vérification', 'Putar ulang dan verifikasi'),
      buttons: ['audit:replay:run'],
    }),
    page({
      path: 'time-travel',
      component: 'audit/time-travel',
      needs: 'leakage:partition:read',
      icon: 'clock',
      titles: texts('Historical data', '历史数据回溯', 'Données historiques', 'Data historis'),
    }),
  ]),
]
