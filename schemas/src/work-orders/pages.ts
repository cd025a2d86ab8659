import { texts } from '../shared/language.ts'
import type { MenuPage } from '../shared/menu-page.ts'
import { pageOfReport } from '../shared/report.ts'
import { caseReport, orderReport } from './field-reports.ts'

/** Pages of the menu that are no list of a resource. */
export const pages: readonly MenuPage[] = [
  {
    directory: 'workOrder',
    place: 5,
    path: 'board',
    component: 'work-orders/board',
    needs: 'work-orders:workOrder:list',
    icon: 'clipboard',
    titles: texts('Dispatch board', '调度看板', 'Tableau de planification', 'Papan penugasan'),
    buttons: [],
  },
  ...[caseReport, orderReport].map(pageOfReport),
]
