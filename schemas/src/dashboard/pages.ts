import { texts } from '../shared/language.ts'
import type { MenuPage } from '../shared/menu-page.ts'

/** Pages of the menu that are no list of a resource. */
export const pages: readonly MenuPage[] = [
  {
    directory: 'water',
    place: 30,
    path: 'cascadeScreen',
    component: 'cascadeScreen',
    needs: 'leakage:partition:read',
    icon: 'screen',
    titles: texts('Leakage wall screen', '漏损可视化平台', 'Écran mural des fuites', 'Layar dinding kebocoran'),
    shows: ['/prod-api/business/cascadeScreen'],
  },
  {
    directory: 'tenant',
    place: 20,
    path: 'board',
    component: 'tenants/board',
    needs: 'platform:dashboard:read',
    icon: 'dashboard',
    titles: texts('Tenant data board', '租户数据看板', 'Tableau des organisations', 'Papan data perusahaan'),
    audience: 'platform',
    shows: ['/prod-api/business/tenantBoard'],
  },
  {
    directory: 'report',
    place: 10,
    path: 'interval',
    component: 'reports/interval-use',
    needs: 'metering:readings:read',
    icon: 'list',
    titles: texts('Interval statistics', '区间用水统计', 'Consommation par période', 'Statistik periode'),
    shows: ['/prod-api/business/useReport/interval'],
  },
  {
    directory: 'report',
    place: 20,
    path: 'daily',
    component: 'reports/daily-use',
    needs: 'metering:readings:read',
    icon: 'droplet',
    titles: texts('Daily water use', '日用水量', 'Consommation journalière', 'Pemakaian harian'),
    shows: ['/prod-api/business/useReport/daily', '/prod-api/business/useReport/readingRates'],
  },
  {
    directory: 'report',
    place: 30,
    path: 'group',
    component: 'reports/group-use',
    needs: 'metering:readings:read',
    icon: 'stack',
    titles: texts('Group statistics', '分组统计', 'Statistiques par groupe', 'Statistik kelompok'),
    shows: ['/prod-api/business/useReport/group'],
  },
]
