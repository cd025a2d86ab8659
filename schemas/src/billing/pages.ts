import { texts } from '../shared/language.ts'
import type { MenuPage } from '../shared/menu-page.ts'
import { pageOfReport } from '../shared/report.ts'
import { postpaidReport, rechargeReport } from './money-reports.ts'

/** Pages of the menu that are no list of a resource. */
export const pages: readonly MenuPage[] = [
  {
    directory: 'ledger',
    place: 20,
    path: 'trialBalance',
    component: 'billing/trial-balance',
    needs: 'billing:ledger:list',
    icon: 'clipboard',
    titles: texts('Trial balance', '试算平衡表', 'Balance générale', 'Neraca saldo'),
    buttons: [],
    shows: ['/prod-api/business/ledger/trialBalance'],
  },
  {
    directory: 'ledger',
    place: 30,
    path: 'agedReceivables',
    component: 'billing/aged-receivables',
    needs: 'billing:ledger:list',
    icon: 'user-dollar',
    titles: texts('Aged receivables', '应收账龄', 'Balance âgée', 'Umur piutang'),
    buttons: [],
    shows: ['/prod-api/business/ledger/agedReceivables'],
  },
  {
    directory: 'ledger',
    place: 40,
    path: 'vat',
    component: 'billing/vat',
    needs: 'billing:ledger:list',
    icon: 'receipt',
    titles: texts('VAT', '增值税', 'TVA', 'PPN'),
    buttons: [],
    shows: ['/prod-api/business/ledger/vat'],
  },
  {
    directory: 'ledger',
    place: 50,
    path: 'revenue',
    component: 'billing/revenue',
    needs: 'billing:ledger:list',
    icon: 'cash',
    titles: texts('Revenue', '收入', 'Produits', 'Pendapatan'),
    buttons: [],
    shows: ['/prod-api/business/ledger/revenue'],
  },
  ...[rechargeReport, postpaidReport].map(pageOfReport),
]
