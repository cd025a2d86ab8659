import { texts } from '../shared/language.ts'

/** The pages of the menu's directory of meter reading. */
export const readMeterPages = [
  {
    path: 'list',
    component: 'metering/meter-readings',
    needs: 'devices:meter:read' as const,
    icon: 'droplet',
    titles: texts('Meter readings', '抄表列表', 'Relèves des compteurs', 'Daftar pencatatan meter'),
  },
  {
    path: 'review',
    component: 'metering/consumption-review',
    needs: 'metering:readings:read' as const,
    icon: 'droplet-off',
    titles: texts('Consumption review', '用水量审核', 'Validation des consommations', 'Peninjauan pemakaian'),
    buttons: ['metering:consumption:review', 'metering:consumption:configure'] as const,
  },
  {
    path: 'health',
    component: 'metering/meter-health',
    needs: 'metering:readings:read' as const,
    icon: 'heartbeat',
    titles: texts('Meter health', '水表健康', 'Santé des compteurs', 'Kesehatan meter'),
    buttons: ['customers:leakNotice:send', 'metering:health:configure'] as const,
  },
  {
    path: 'manual',
    component: 'metering/manual-readings',
    needs: 'metering:readings:read' as const,
    icon: 'droplet',
    titles: texts('Manual readings', '人工抄表', 'Relevés manuels', 'Pembacaan manual'),
    buttons: ['metering:manualReading:take'] as const,
  },
  {
    path: 'walkBy',
    component: 'metering/walk-by',
    needs: 'metering:readings:read' as const,
    icon: 'droplet',
    titles: texts('Walk-by reading plans', '走抄计划', 'Plans de relève à pied', 'Rencana pembacaan keliling'),
    buttons: ['metering:walkBy:plan'] as const,
  },
]
