import { type DefaultDictionary, entry } from '../shared/default-dictionary.ts'
import { texts } from '../shared/language.ts'

const total = entry('total', 'Total', '合计', 'Total', 'Jumlah')
const earned = [
  entry('waterRevenue', 'Water revenue', '水费收入', 'Ventes d’eau', 'Pendapatan air'),
  entry('standingRevenue', 'Standing charges', '固定费收入', 'Parts fixes', 'Biaya tetap'),
  entry('surcharges', 'Surcharges', '附加费', 'Redevances', 'Biaya tambahan'),
  entry('debtIncome', 'Debts charged', '欠款收入', 'Dettes facturées', 'Pendapatan utang'),
  entry('lateFees', 'Late fees', '滞纳金', 'Pénalités de retard', 'Denda keterlambatan'),
  entry('returnFees', 'Fees of returned payments', '退票手续费', 'Frais de rejet de paiement', 'Biaya pembayaran ditolak'),
  entry('adjustments', 'Credits and debits', '账单调整', 'Avoirs et débits', 'Penyesuaian tagihan'),
]
const steps = Array.from({ length: 20 }, (_, place) => place + 1)

/** Words of the ledger. */
export const ledgerDictionaries: readonly DefaultDictionary[] = [
  {
    dictType: 'ledger_account',
    dictName: texts('Ledger account', '总账科目', 'Compte du grand livre', 'Akun buku besar'),
    entries: [
      entry('cash', 'Cash', '现金', 'Caisse', 'Kas'),
      entry('bank', 'Bank', '银行存款', 'Banque', 'Bank'),
      entry('receivables', 'Receivables', '应收账款', 'Créances clients', 'Piutang'),
      entry('customerDebts', 'Customer debts', '用户欠款', 'Dettes des abonnés', 'Utang pelanggan'),
      entry('customerMoney', 'Customer balances', '用户余额', 'Soldes des abonnés', 'Saldo pelanggan'),
      entry('vat', 'VAT', '增值税', 'TVA', 'PPN'),
      entry('clearing', 'Bank clearing', '银行待清算', 'Opérations bancaires à affecter', 'Kliring bank'),
      entry('suspense', 'Suspense', '暂记款', 'Compte d’attente', 'Akun penampungan'),
      ...earned,
      total,
    ],
  },
  {
    dictType: 'ledger_entry',
    dictName: texts('Ledger entry', '记账类型', 'Type d’écriture', 'Jenis pembukuan'),
    entries: [
      entry('BillIssued', 'Bill', '账单', 'Facture', 'Tagihan'),
      entry('BillCredited', 'Credit of a bill', '账单贷记', 'Avoir sur facture', 'Kredit tagihan'),
      entry('BillDebited', 'Debit of a bill', '账单借记', 'Débit sur facture', 'Debit tagihan'),
      entry('BillRecomputed', 'Re-billing', '重算账单', 'Refacturation', 'Tagih ulang'),
      entry('LateFeeCharged', 'Late fee', '滞纳金', 'Pénalité de retard', 'Denda keterlambatan'),
      entry('ReturnFeeCharged', 'Fee of a returned payment', '退票手续费', 'Frais de rejet', 'Biaya pembayaran ditolak'),
      entry('PaymentReceived', 'Payment', '收款', 'Paiement', 'Pembayaran'),
      entry('PaymentReversed', 'Reversed payment', '收款冲正', 'Paiement annulé', 'Pembatalan pembayaran'),
      entry('BalanceApplied', 'Balance applied', '余额抵扣', 'Solde imputé', 'Saldo digunakan'),
      entry('BalanceRefunded', 'Refund', '退款', 'Remboursement', 'Pengembalian dana'),
      entry('DebtAdded', 'Debt', '欠款', 'Dette', 'Utang'),
      entry('DebtPaid', 'Payment of a debt', '欠款还款', 'Paiement d’une dette', 'Pembayaran utang'),
      entry('PaymentDeducted', 'Deduction', '扣费', 'Prélèvement', 'Pemotongan'),
      entry('BankEntryRecorded', 'Bank entry', '银行流水', 'Opération bancaire', 'Mutasi bank'),
      entry('BankEntrySetAside', 'Bank entry set aside', '银行流水搁置', 'Opération bancaire mise de côté', 'Mutasi bank disisihkan'),
      entry('BankEntryReleased', 'Bank entry released', '银行流水释放', 'Opération bancaire reprise', 'Mutasi bank dilepas'),
      total,
    ],
  },
  {
    dictType: 'vat_rate',
    dictName: texts('VAT rate', '增值税税率', 'Taux de TVA', 'Tarif PPN'),
    entries: [entry('unrecorded', 'Not recorded', '未记录', 'Non enregistré', 'Tidak tercatat')],
  },
  {
    dictType: 'revenue_group',
    dictName: texts('Part of the revenue', '收入构成', 'Part des produits', 'Bagian pendapatan'),
    entries: [
      ...earned,
      ...steps.map((step) => entry(`step-${step}`, `Step ${step}`, `第 ${step} 阶梯`, `Tranche ${step}`, `Blok ${step}`)),
      entry('fixed', 'Fixed part', '固定费', 'Part fixe', 'Biaya tetap'),
      entry('minimum', 'Up to the minimum', '补足最低消费', 'Complément au minimum', 'Hingga minimum'),
      entry('none', 'None', '无', 'Aucun', 'Tidak ada'),
      total,
    ],
  },
]
