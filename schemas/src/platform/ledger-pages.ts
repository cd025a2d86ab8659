import { texts } from '../shared/language.ts'

const needs = 'billing:ledger:list' as const

/** The reports of the ledger, between its journal and the closes of its months. The buttons of `billing:ledger` are the journal's. */
export const ledgerPages = [
  {
    place: 20,
    path: 'trialBalance',
    component: 'billing/trial-balance',
    needs,
    icon: 'clipboard',
    titles: texts('Trial balance', '试算平衡表', 'Balance générale', 'Neraca saldo'),
    buttons: [],
  },
  {
    place: 30,
    path: 'agedReceivables',
    component: 'billing/aged-receivables',
    needs,
    icon: 'user-dollar',
    titles: texts('Aged receivables', '应收账龄', 'Balance âgée', 'Umur piutang'),
    buttons: [],
  },
  {
    place: 40,
    path: 'vat',
    component: 'billing/vat',
    needs,
    icon: 'receipt',
    titles: texts('VAT', '增值税', 'TVA', 'PPN'),
    buttons: [],
  },
  {
    place: 50,
    path: 'revenue',
    component: 'billing/revenue',
    needs,
    icon: 'cash',
    titles: texts('Revenue', '收入', 'Produits', 'Pendapatan'),
    buttons: [],
  },
]
