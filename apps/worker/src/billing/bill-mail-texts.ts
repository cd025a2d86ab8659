import type { Language } from '@nightflow/schemas/shared/language'

export type BillMail = { utility: string; accountNo: string; open: string; dueOn: string; isPaid: boolean }
type Written = { subject: string; body: string }

/** The message that a bill is attached to. */
export const billMailText = (language: Language, mail: BillMail): Written => texts[language](mail)

const texts: Record<Language, (mail: BillMail) => Written> = {
  en: ({ utility, accountNo, open, dueOn, isPaid }) => ({
    subject: `${utility}: your water bill`,
    body: `The water bill of account ${accountNo} is attached. ${isPaid ? 'It is paid.' : `${open} is due on ${dueOn}.`}\n\n${utility}`,
  }),
  'zh-CN': ({ utility, accountNo, open, dueOn, isPaid }) => ({
    subject: `${utility}：您的水费账单`,
    body: `附件为户号 ${accountNo} 的水费账单。${isPaid ? '该账单已缴清。' : `应缴 ${open}，请于 ${dueOn} 前缴费。`}\n\n${utility}`,
  }),
  fr: ({ utility, accountNo, open, dueOn, isPaid }) => ({
    subject: `${utility} : votre facture d’eau`,
    body: `La facture d’eau de l’abonnement ${accountNo} est jointe. ${isPaid ? 'Elle est payée.' : `${open} à payer avant le ${dueOn}.`}\n\n${utility}`,
  }),
  id: ({ utility, accountNo, open, dueOn, isPaid }) => ({
    subject: `${utility}: tagihan air Anda`,
    body: `Tagihan air pelanggan ${accountNo} terlampir. ${isPaid ? 'Tagihan sudah lunas.' : `${open} jatuh tempo ${dueOn}.`}\n\n${utility}`,
  }),
}
