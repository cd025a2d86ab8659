import { texts } from '../shared/language.ts'
import type { MenuPage } from '../shared/menu-page.ts'
import { pageOfReport } from '../shared/report.ts'
import { alarmReport } from './alarm-report.ts'
import { cascadeAlarms, cascadeStatistics } from './cascade-alarms.ts'

/** Pages of the menu that are no list of a resource. */
export const pages: readonly MenuPage[] = [
  {
    directory: 'alarm',
    place: 10,
    path: 'alarm',
    component: 'alarms/index',
    needs: 'alarms:alarm:read',
    icon: 'bell',
    titles: texts('Alarm records', '告警记录', 'Registre des alarmes', 'Catatan alarm'),
    buttons: ['alarms:alarm:process'],
    shows: ['/prod-api/report/alarm'],
  },
  {
    directory: 'alarm',
    place: 20,
    path: 'notices',
    component: 'alarms/notices',
    needs: 'alarms:alarm:read',
    icon: 'bell',
    titles: texts('Notice centre', '通知中心', 'Centre de notifications', 'Pusat notifikasi'),
    isHidden: true,
  },
  ...[alarmReport, cascadeAlarms, cascadeStatistics].map(pageOfReport),
]
