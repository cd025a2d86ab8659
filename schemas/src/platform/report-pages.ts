import { texts } from '../shared/language.ts'

/** The pages of the menu's directory of reports. */
export const reportPages = [
  {
    path: 'interval',
    component: 'reports/interval-use',
    needs: 'metering:readings:read' as const,
    icon: 'list',
    titles: texts('Interval statistics', '区间用水统计', 'Consommation par période', 'Statistik periode'),
  },
  {
    path: 'daily',
    component: 'reports/daily-use',
    needs: 'metering:readings:read' as const,
    icon: 'droplet',
    titles: texts('Daily water use', '日用水量', 'Consommation journalière', 'Pemakaian harian'),
  },
  {
    path: 'group',
    component: 'reports/group-use',
    needs: 'metering:readings:read' as const,
    icon: 'stack',
    titles: texts('Group statistics', '分组统计', 'Statistiques par groupe', 'Statistik kelompok'),
  },
  {
    path: 'recharge',
    component: 'reports/recharges',
    needs: 'billing:transaction:list' as const,
    icon: 'cash',
    titles: texts('Recharge statistics', '充值统计', 'Statistiques des encaissements', 'Statistik penerimaan'),
    buttons: [],
  },
  {
    path: 'postpaid',
    component: 'reports/postpaid',
    needs: 'billing:bill:list' as const,
    icon: 'receipt',
    titles: texts('Postpaid detail', '后付费明细', 'Détail des abonnements facturés', 'Rincian pascabayar'),
    buttons: [],
  },
]
