import type { Language } from '@nightflow/schemas/shared/language'

export type LowBalance = { utility: string; accountNo: string; balance: string; currency: string }
/** `short` is for carriers whose messages hold less than the whole text. */
type Written = { subject: string; body: string; short: string }

/** The message about a balance that has fallen below its threshold. */
export const lowBalanceText = (language: Language, { balance, currency, ...about }: LowBalance): Written =>
  texts[language]({ ...about, amount: `${balance} ${currency}` })

type Filled = { utility: string; accountNo: string; amount: string }

const texts: Record<Language, (filled: Filled) => Written> = {
  en: ({ utility, accountNo, amount }) => ({
    subject: `${utility}: your water balance is low`,
    body: `The balance of water account ${accountNo} is ${amount}. Please recharge it, so that the water keeps running.\n\n${utility}`,
    short: `Water ${accountNo}: balance ${amount}. Please recharge.`,
  }),
  'zh-CN': ({ utility, accountNo, amount }) => ({
    subject: `${utility}：您的水费余额不足`,
    body: `户号 ${accountNo} 的水费余额为 ${amount}。请及时充值，以免停水。\n\n${utility}`,
    short: `户号${accountNo}余额${amount}，请充值。`,
  }),
  fr: ({ utility, accountNo, amount }) => ({
    subject: `${utility} : votre solde d’eau est bas`,
    body: `Le solde de l’abonnement d’eau ${accountNo} est de ${amount}. Rechargez-le pour que l’eau continue de couler.\n\n${utility}`,
    short: `Eau ${accountNo} : solde ${amount}. Rechargez.`,
  }),
  id: ({ utility, accountNo, amount }) => ({
    subject: `${utility}: saldo air Anda rendah`,
    body: `Saldo pelanggan air ${accountNo} adalah ${amount}. Isi ulang agar air tetap mengalir.\n\n${utility}`,
    short: `Air ${accountNo}: saldo ${amount}. Isi ulang.`,
  }),
}
