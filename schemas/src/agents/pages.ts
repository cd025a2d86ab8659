import { texts } from '../shared/language.ts'
import type { MenuPage } from '../shared/menu-page.ts'
import { pageOfReport } from '../shared/report.ts'
import { agentStatements } from './agent-report.ts'

/** Pages of the menu that are no list of a resource. */
export const pages: readonly MenuPage[] = [
  {
    directory: 'payment',
    place: 59,
    path: 'agentDesk',
    component: 'agents/desk',
    needs: 'agents:desk:sell',
    icon: 'cash',
    titles: texts('Sales desk', '销售台', 'Guichet de vente', 'Meja penjualan'),
    audience: 'tenant',
    shows: ['/prod-api/business/agentDesk', '/api/v1/agent-desk'],
  },
  pageOfReport(agentStatements),
]
