import { texts } from '../shared/language.ts'
import type { MenuPage } from '../shared/menu-page.ts'
import { pageOfReport } from '../shared/report.ts'
import { dailyUse, groupUse, intervalUse, readingRates } from './use-reports.ts'

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
  ...[intervalUse, dailyUse, groupUse, readingRates].map(pageOfReport),
]
