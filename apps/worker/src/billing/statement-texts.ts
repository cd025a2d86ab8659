import type { StatementKind } from '@nightflow/schemas/billing/account-statement'
import type { Language } from '@nightflow/schemas/shared/language'

/** The words of an account's statement on paper. */
export type StatementTexts = {
  title: string
  entry: string
  detail: string
  charged: string
  settled: string
  owedAfter: string
  opening: string
  closing: string
  signs: string
  noEntries: string
  kinds: Record<StatementKind, string>
  /** Of a late fee: which month after the due day, which was missed. */
  lateFee: (month: number, dueOn: string) => string
  instalments: (count: number) => string
  deductions: (count: number) => string
}

export const statementTexts: Record<Language, StatementTexts> = {
  'zh-CN': {
    title: '户号对账单',
    entry: '类型',
    detail: '摘要',
    charged: '应收',
    settled: '已缴或冲减',
    owedAfter: '结余应缴',
    opening: '期初应缴',
    closing: '期末应缴',
    signs: '正数为用户应缴金额；应缴为负数表示用户有余额。',
    noEntries: '此期间没有记录。',
    kinds: {
      bill: '账单',
      credit: '冲减',
      debit: '补收',
      recomputed: '账单重算',
      lateFee: '滞纳金',
      returnFee: '退票手续费',
      payment: '收款',
      bankPayment: '银行收款',
      reversal: '收款冲正',
      balanceApplied: '余额抵扣',
      refund: '退款',
      deduction: '附加费扣费',
      debt: '个人欠款',
      debtPayment: '偿还欠款',
      repaymentPlan: '还款计划',
      instalments: '分期付款',
      instalmentsCancelled: '取消分期付款',
      contractBegan: '更名过户',
    },
    lateFee: (month, dueOn) => `${dueOn} 到期后第 ${month} 个月`,
    instalments: (count) => `${count} 期`,
    deductions: (count) => (count === 0 ? '无计划' : `${count} 次扣款`),
  },
  en: {
    title: 'Statement of account',
    entry: 'Entry',
    detail: 'Detail',
    charged: 'Charged',
    settled: 'Paid or credited',
    owedAfter: 'Owed after',
    opening: 'Owed at the start',
    closing: 'Owed at the end',
    signs: 'Amounts above zero are owed to the utility. An owed amount below zero is the balance of the customer.',
    noEntries: 'No entries in this period.',
    kinds: {
      bill: 'Bill',
      credit: 'Credit',
      debit: 'Debit',
      recomputed: 'Bill computed again',
      lateFee: 'Late fee',
      returnFee: 'Fee of a returned payment',
      payment: 'Payment',
      bankPayment: 'Bank payment',
      reversal: 'Payment reversed',
      balanceApplied: 'Balance applied',
      refund: 'Refund',
      deduction: 'Surcharges deducted',
      debt: 'Debt',
      debtPayment: 'Debt paid',
      repaymentPlan: 'Repayment plan',
      instalments: 'Instalment plan',
      instalmentsCancelled: 'Instalment plan cancelled',
      contractBegan: 'New holder',
    },
    lateFee: (month, dueOn) => `month ${month} after ${dueOn}`,
    instalments: (count) => `${count} instalments`,
    deductions: (count) => (count === 0 ? 'no plan' : count === 1 ? '1 deduction' : `${count} deductions`),
  },
  fr: {
    title: 'Relevé de compte',
    entry: 'Écriture',
    detail: 'Objet',
    charged: 'Facturé',
    settled: 'Payé ou crédité',
    owedAfter: 'Dû après',
    opening: 'Dû au début',
    closing: 'Dû à la fin',
    signs: 'Les montants positifs sont dus au service. Un montant dû négatif est un avoir du client.',
    noEntries: 'Aucune écriture sur cette période.',
    kinds: {
      bill: 'Facture',
      credit: 'Avoir',
      debit: 'Débit',
      recomputed: 'Facture recalculée',
      lateFee: 'Pénalité de retard',
      returnFee: 'Frais de rejet de paiement',
      payment: 'Paiement',
      bankPayment: 'Virement bancaire',
      reversal: 'Paiement annulé',
      balanceApplied: 'Solde imputé',
      refund: 'Remboursement',
      deduction: 'Redevances prélevées',
      debt: 'Dette',
      debtPayment: 'Dette payée',
      repaymentPlan: 'Plan de remboursement',
      instalments: 'Échéancier',
      instalmentsCancelled: 'Échéancier annulé',
      contractBegan: 'Nouveau titulaire',
    },
    lateFee: (month, dueOn) => `mois ${month} après le ${dueOn}`,
    instalments: (count) => `${count} échéances`,
    deductions: (count) => (count === 0 ? 'sans plan' : count === 1 ? '1 prélèvement' : `${count} prélèvements`),
  },
  id: {
    title: 'Rekening koran pelanggan',
    entry: 'Transaksi',
    detail: 'Keterangan',
    charged: 'Ditagihkan',
    settled: 'Dibayar atau dikredit',
    owedAfter: 'Terutang setelahnya',
    opening: 'Terutang di awal',
    closing: 'Terutang di akhir',
    signs: 'Jumlah di atas nol terutang kepada perusahaan. Jumlah terutang di bawah nol adalah saldo pelanggan.',
    noEntries: 'Tidak ada transaksi dalam periode ini.',
    kinds: {
      bill: 'Tagihan',
      credit: 'Kredit',
      debit: 'Debit',
      recomputed: 'Tagihan dihitung ulang',
      lateFee: 'Denda keterlambatan',
      returnFee: 'Biaya pembayaran ditolak',
      payment: 'Pembayaran',
      bankPayment: 'Pembayaran bank',
      reversal: 'Pembayaran dibatalkan',
      balanceApplied: 'Saldo digunakan',
      refund: 'Pengembalian dana',
      deduction: 'Pemotongan biaya tambahan',
      debt: 'Utang',
      debtPayment: 'Pelunasan utang',
      repaymentPlan: 'Rencana pelunasan',
      instalments: 'Rencana angsuran',
      instalmentsCancelled: 'Rencana angsuran dibatalkan',
      contractBegan: 'Pemegang baru',
    },
    lateFee: (month, dueOn) => `bulan ke-${month} setelah ${dueOn}`,
    instalments: (count) => `${count} angsuran`,
    deductions: (count) => (count === 0 ? 'tanpa rencana' : `${count} pemotongan`),
  },
}
