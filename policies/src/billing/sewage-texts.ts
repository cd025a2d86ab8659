import type { Language } from '@nightflow/schemas/shared/language'

export type SewageCharge = { utility: string; accountNo: string; amount: string; month: string; names: string }
/** `short` is for carriers whose messages hold less than the whole text. */
type Written = { subject: string; body: string; short: string }

/** The monthly message about the sewage charge of an account, where the utility has not written its own. */
export const sewageText = (language: Language, charge: SewageCharge): Written => texts[language](charge)

const texts: Record<Language, (charge: SewageCharge) => Written> = {
  en: ({ utility, accountNo, amount, month, names }) => ({
    subject: `${utility}: sewage charge of ${month}`,
    body: `Water account ${accountNo}, ${month}: ${names} ${amount}.\n\n${utility}`,
    short: `Water ${accountNo}, ${month}: ${names} ${amount}.`,
  }),
  'zh-CN': ({ utility, accountNo, amount, month, names }) => ({
    subject: `${utility}：${month} 污水费`,
    body: `户号 ${accountNo}，${month}：${names} ${amount}。\n\n${utility}`,
    short: `户号${accountNo}，${month}：${names} ${amount}。`,
  }),
  fr: ({ utility, accountNo, amount, month, names }) => ({
    subject: `${utility} : assainissement de ${month}`,
    body: `Abonnement d’eau ${accountNo}, ${month} : ${names} ${amount}.\n\n${utility}`,
    short: `Eau ${accountNo}, ${month} : ${names} ${amount}.`,
  }),
  id: ({ utility, accountNo, amount, month, names }) => ({
    subject: `${utility}: biaya air limbah ${month}`,
    body: `Pelanggan air ${accountNo}, ${month}: ${names} ${amount}.\n\n${utility}`,
    short: `Air ${accountNo}, ${month}: ${names} ${amount}.`,
  }),
}
