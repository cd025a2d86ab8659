import { PayMethod } from '@nightflow/schemas/billing/money'
import type { Language } from '@nightflow/schemas/shared/language'

/** The words of a receipt on paper. */
export type ReceiptTexts = {
  title: string
  number: string
  payer: string
  received: (amount: string) => string
  methods: Record<PayMethod, string>
  toBalance: string
  /** Surcharges and instalments that the payment was deducted from, in a table and in sum. */
  deduction: string
  deducted: string
  vat: string
  leftOfDebt: string
  left: string
  leftOfBill: string
  balance: string
  /** Over the receipt of a payment that was taken back. */
  reversed: (moment: string) => string
}

export const receiptTexts: Record<Language, ReceiptTexts> = {
  'zh-CN': {
    title: '收据',
    number: '收据号',
    payer: '缴款人',
    received: (amount) => `实收${amount && ` ${amount}`}`,
    methods: { [PayMethod.enum.cash]: '现金', [PayMethod.enum.bank]: '银行' },
    toBalance: '转入余额',
    deduction: '扣费项目',
    deducted: '附加费与欠款分期',
    vat: '含增值税',
    leftOfDebt: '剩余欠款',
    left: '缴后未缴账单',
    leftOfBill: '尚欠',
    balance: '缴后余额',
    reversed: (moment) => `该笔收款已于 ${moment} 冲正，本收据无效。`,
  },
  en: {
    title: 'Receipt',
    number: 'Receipt',
    payer: 'Received from',
    received: (amount) => `Received${amount && ` ${amount}`}`,
    methods: { [PayMethod.enum.cash]: 'Cash', [PayMethod.enum.bank]: 'Bank' },
    toBalance: 'Added to the balance',
    deduction: 'Deducted for',
    deducted: 'Surcharges and instalments',
    vat: 'Including VAT',
    leftOfDebt: 'Debt left',
    left: 'Open of all bills after it',
    leftOfBill: 'Left open',
    balance: 'Balance after it',
    reversed: (moment) => `This payment was reversed on ${moment}. The receipt is void.`,
  },
  fr: {
    title: 'Reçu',
    number: 'Reçu n°',
    payer: 'Reçu de',
    received: (amount) => `Montant reçu${amount && ` ${amount}`}`,
    methods: { [PayMethod.enum.cash]: 'Espèces', [PayMethod.enum.bank]: 'Banque' },
    toBalance: 'Ajouté au solde',
    deduction: 'Prélevé pour',
    deducted: 'Redevances et mensualités',
    vat: 'Dont TVA',
    leftOfDebt: 'Reste de la dette',
    left: 'Reste dû sur toutes les factures',
    leftOfBill: 'Reste dû',
    balance: 'Solde après paiement',
    reversed: (moment) => `Ce paiement a été annulé le ${moment}. Le reçu est sans valeur.`,
  },
  id: {
    title: 'Kuitansi',
    number: 'Kuitansi no.',
    payer: 'Diterima dari',
    received: (amount) => `Diterima${amount && ` ${amount}`}`,
    methods: { [PayMethod.enum.cash]: 'Tunai', [PayMethod.enum.bank]: 'Bank' },
    toBalance: 'Masuk ke saldo',
    deduction: 'Dipotong untuk',
    deducted: 'Biaya tambahan dan cicilan',
    vat: 'Termasuk PPN',
    leftOfDebt: 'Sisa utang',
    left: 'Sisa semua tagihan',
    leftOfBill: 'Sisa',
    balance: 'Saldo setelahnya',
    reversed: (moment) => `Pembayaran ini dibatalkan pada ${moment}. Kuitansi tidak berlaku.`,
  },
}
