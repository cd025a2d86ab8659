import { texts } from '../shared/language.ts'
import type { MenuPage } from '../shared/menu-page.ts'

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
    place: 20,
    path: 'map',
    component: 'leakage/map',
    needs: 'leakage:partition:read',
    icon: 'map',
    titles: texts('Network map', '管网地图', 'Carte du réseau', 'Peta jaringan'),
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
]
