import { texts } from '../shared/language.ts'

/** The pages of the menu's directory of alarms. The notice centre is opened from the bell. */
export const alarmPages = [
  {
    path: 'alarm',
    component: 'alarms/index',
    needs: 'alarms:alarm:read' as const,
    icon: 'bell',
    titles: texts('Alarm records', '告警记录', 'Registre des alarmes', 'Catatan alarm'),
    buttons: ['alarms:alarm:process'] as const,
  },
  {
    path: 'notices',
    component: 'alarms/notices',
    needs: 'alarms:alarm:read' as const,
    icon: 'bell',
    titles: texts('Notice centre', '通知中心', 'Centre de notifications', 'Pusat notifikasi'),
    isHidden: true as const,
  },
]
