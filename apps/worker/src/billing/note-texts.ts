import { NoteKind } from '@nightflow/schemas/billing/bill-notes'
import type { Language } from '@nightflow/schemas/shared/language'

/** The words of credit notes and debit notes on paper. */
export type NoteTexts = {
  title: Record<NoteKind, string>
  number: string
  toBill: (number: string, period: string) => string
  reason: string
  what: string
  before: string
  after: string
  difference: string
  rate: string
  /** Where an earlier event did not record the rate. */
  unknownRate: string
  total: Record<NoteKind, string>
  offBill: string
  toBalance: string
  onBill: string
}

export const noteTexts: Record<Language, NoteTexts> = {
  'zh-CN': {
    title: { [NoteKind.enum.credit]: '贷记单', [NoteKind.enum.debit]: '借记单' },
    number: '编号',
    toBill: (number, period) => `更正账单 ${number}（${period}）`,
    reason: '原因',
    what: '更正明细',
    before: '更正前',
    after: '更正后',
    difference: '差额',
    rate: '税率',
    unknownRate: '未记录',
    total: { [NoteKind.enum.credit]: '贷记总额（含税）', [NoteKind.enum.debit]: '借记总额（含税）' },
    offBill: '冲减账单未缴金额',
    toBalance: '转入余额',
    onBill: '计入账单应缴金额',
  },
  en: {
    title: { [NoteKind.enum.credit]: 'Credit note', [NoteKind.enum.debit]: 'Debit note' },
    number: 'Number',
    toBill: (number, period) => `Corrects bill ${number} (${period})`,
    reason: 'Reason',
    what: 'What is corrected',
    before: 'Before',
    after: 'After',
    difference: 'Difference',
    rate: 'VAT rate',
    unknownRate: 'not recorded',
    total: { [NoteKind.enum.credit]: 'Total credited, with VAT', [NoteKind.enum.debit]: 'Total debited, with VAT' },
    offBill: 'Taken off what is open of the bill',
    toBalance: 'Added to the balance of the account',
    onBill: 'Added to what is open of the bill',
  },
  fr: {
    title: { [NoteKind.enum.credit]: 'Avoir', [NoteKind.enum.debit]: 'Note de débit' },
    number: 'Numéro',
    toBill: (number, period) => `Corrige la facture ${number} (${period})`,
    reason: 'Motif',
    what: 'Objet de la correction',
    before: 'Avant',
    after: 'Après',
    difference: 'Différence',
    rate: 'Taux de TVA',
    unknownRate: 'non enregistré',
    total: { [NoteKind.enum.credit]: 'Total crédité, TVA comprise', [NoteKind.enum.debit]: 'Total débité, TVA comprise' },
    offBill: 'Déduit du reste dû de la facture',
    toBalance: 'Ajouté au solde du client',
    onBill: 'Ajouté au reste dû de la facture',
  },
  id: {
    title: { [NoteKind.enum.credit]: 'Nota kredit', [NoteKind.enum.debit]: 'Nota debit' },
    number: 'Nomor',
    toBill: (number, period) => `Mengoreksi tagihan ${number} (${period})`,
    reason: 'Alasan',
    what: 'Yang dikoreksi',
    before: 'Sebelum',
    after: 'Sesudah',
    difference: 'Selisih',
    rate: 'Tarif PPN',
    unknownRate: 'tidak tercatat',
    total: { [NoteKind.enum.credit]: 'Jumlah kredit dengan PPN', [NoteKind.enum.debit]: 'Jumlah debit dengan PPN' },
    offBill: 'Mengurangi sisa tagihan',
    toBalance: 'Masuk ke saldo pelanggan',
    onBill: 'Menambah sisa tagihan',
  },
}
