import { texts } from '../shared/language.ts'
import type { MenuPage } from '../shared/menu-page.ts'
import { pageOfReport } from '../shared/report.ts'
import { balanceReport, balanceTable, nationalReport } from './balance-reports.ts'
import { salesBills, salesDifference } from './sales-difference.ts'

/** Pages of the menu that are no list of a resource. */
export const pages: readonly MenuPage[] = [
  {
    directory: 'water',
    place: 10,
    path: 'leakage',
    component: 'leakage/index',
    needs: 'leakage:partition:read',
    icon: 'chart-dots',
    titles: texts('Leakage analysis', '漏损分析', 'Analyse des fuites', 'Analisis kebocoran'),
    buttons: ['leakage:partition:manage'],
    shows: ['/api/v1/partitions'],
  },
  {
    directory: 'water',
    place: 12,
    path: 'investigation',
    component: 'leakage/investigation',
    needs: 'leakage:partition:read',
    icon: 'zoom',
    titles: texts('Investigation', '分区排查', 'Investigation', 'Investigasi'),
  },
  {
    directory: 'water',
    place: 14,
    path: 'nightFlow',
    component: 'leakage/night-flow',
    needs: 'leakage:partition:read',
    icon: 'moon',
    titles: texts('Night flow analysis', '夜间流量分析', 'Analyse du débit nocturne', 'Analisis debit malam'),
  },
  {
    directory: 'water',
    place: 15,
    path: 'detections',
    component: 'leakage/detections',
    needs: 'leakage:partition:read',
    icon: 'droplet-off',
    titles: texts('Detections', '漏损检出', 'Détections', 'Deteksi'),
    shows: ['/api/v1/leakage/detections'],
  },
  {
    directory: 'water',
    place: 17,
    path: 'waterBalance',
    component: 'leakage/water-balance',
    needs: 'leakage:partition:read',
    icon: 'scale',
    titles: texts('Water balance', '水量平衡', 'Bilan hydrique', 'Neraca air'),
    shows: ['/api/v1/leakage/water-balances', '/prod-api/business/leakageReport'],
  },
  {
    directory: 'water',
    place: 20,
    path: 'map',
    component: 'leakage/map',
    needs: 'leakage:partition:read',
    icon: 'map',
    titles: texts('Partition GIS', '分区 GIS', 'SIG des secteurs', 'GIS zona'),
    shows: ['/api/v1/leakage/overview', '/api/v1/leakage/colour-ranges'],
  },
  {
    directory: 'audit',
    place: 40,
    path: 'time-travel',
    component: 'audit/time-travel',
    needs: 'leakage:partition:read',
    icon: 'clock',
    titles: texts('Historical data', '历史数据回溯', 'Données historiques', 'Data historis'),
  },
  ...[balanceReport, balanceTable, nationalReport, salesDifference, salesBills].map(pageOfReport),
]
