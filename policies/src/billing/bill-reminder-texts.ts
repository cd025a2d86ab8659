import type { Language } from '@nightflow/schemas/shared/language'

/** `stage` 0 is before the due day. */
export type BillReminder = { utility: string; accountNo: string; dueOn: string; open: string; currency: string; stage: number }
type Written = { subject: string; body: string }

/** The message about a bill that is due soon, or was due. */
export const billReminderText = (language: Language, { utility, accountNo, dueOn, open, currency, stage }: BillReminder): Written => {
  const amount = `${open} ${currency}`
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(`${dueOn}T00:00:00Z`))
  return texts[language]({ utility, accountNo, amount, day, isBefore: stage === 0 })
}

type Filled = { utility: string; accountNo: string; amount: string; day: string; isBefore: boolean }

const texts: Record<Language, (filled: Filled) => Written> = {
  en: ({ utility, accountNo, amount, day, isBefore }) => ({
    subject: isBefore ? `${utility}: your water bill is due on ${day}` : `${utility}: your water bill is overdue`,
    body: isBefore
      ? `${amount} of the water bill of account ${accountNo} is due on ${day}.\n\n${utility}`
      : `${amount} of the water bill of account ${accountNo} was due on ${day} and is not paid. If you paid in the last days, no action is needed.\n\n${utility}`,
  }),
  'zh-CN': ({ utility, accountNo, amount, day, isBefore }) => ({
    subject: isBefore ? `${utility}：您的水费账单将于${day}到期` : `${utility}：您的水费账单已逾期`,
    body: isBefore
      ? `户号 ${accountNo} 的水费账单尚有 ${amount} 未付，将于${day}到期。\n\n${utility}`
      : `户号 ${accountNo} 的水费账单有 ${amount} 已于${day}到期，至今未付。如您近日已缴费，请忽略本通知。\n\n${utility}`,
  }),
  fr: ({ utility, accountNo, amount, day, isBefore }) => ({
    subject: isBefore ? `${utility} : votre facture d’eau est à payer avant le ${day}` : `${utility} : votre facture d’eau est en retard`,
    body: isBefore
      ? `Il reste ${amount} à payer avant le ${day} sur la facture d’eau de l’abonnement ${accountNo}.\n\n${utility}`
      : `Il reste ${amount} à payer sur la facture d’eau de l’abonnement ${accountNo}, échue le ${day}. Si vous avez payé ces derniers jours, ne tenez pas compte de ce message.\n\n${utility}`,
  }),
  id: ({ utility, accountNo, amount, day, isBefore }) => ({
    subject: isBefore ? `${utility}: tagihan air Anda jatuh tempo ${day}` : `${utility}: tagihan air Anda lewat jatuh tempo`,
    body: isBefore
      ? `Tagihan air pelanggan ${accountNo} sebesar ${amount} jatuh tempo pada ${day}.\n\n${utility}`
      : `Tagihan air pelanggan ${accountNo} sebesar ${amount} jatuh tempo pada ${day} dan belum dibayar. Jika Anda sudah membayar dalam beberapa hari terakhir, abaikan pesan ini.\n\n${utility}`,
  }),
}
