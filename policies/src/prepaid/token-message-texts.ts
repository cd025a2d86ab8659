import type { Language } from '@nightflow/schemas/shared/language'

export type TokenMessage = { utility: string; meterNo: string; tokens: readonly string[] }
type Written = { subject: string; body: string }
type Filled = Omit<TokenMessage, 'tokens'> & { digits: string; isOne: boolean }

/** In groups of four, as a person types them. */
const grouped = (digits: string): string => digits.replace(/(\d{4})(?=\d)/g, '$1 ')

/** The message with the digits of a sale, in the order in which they are entered. */
export const tokenMessageText = (language: Language, { utility, meterNo, tokens }: TokenMessage): Written =>
  texts[language]({ utility, meterNo, digits: tokens.map(grouped).join('\n'), isOne: tokens.length === 1 })

const texts: Record<Language, (filled: Filled) => Written> = {
  en: ({ utility, meterNo, digits, isOne }) => ({
    subject: `${utility}: your token for water meter ${meterNo}`,
    body: `${isOne ? 'Token' : 'Tokens, to be entered in this order,'} for water meter ${meterNo}:\n${digits}\n\n${utility}`,
  }),
  'zh-CN': ({ utility, meterNo, digits, isOne }) => ({
    subject: `${utility}：水表 ${meterNo} 的充值代码`,
    body: `水表 ${meterNo} 的充值代码${isOne ? '' : '（请按此顺序输入）'}：\n${digits}\n\n${utility}`,
  }),
  fr: ({ utility, meterNo, digits, isOne }) => ({
    subject: `${utility} : votre jeton pour le compteur ${meterNo}`,
    body: `${isOne ? 'Jeton' : 'Jetons, à saisir dans cet ordre,'} pour le compteur d’eau ${meterNo} :\n${digits}\n\n${utility}`,
  }),
  id: ({ utility, meterNo, digits, isOne }) => ({
    subject: `${utility}: token Anda untuk meter air ${meterNo}`,
    body: `${isOne ? 'Token' : 'Token, dimasukkan menurut urutan ini,'} untuk meter air ${meterNo}:\n${digits}\n\n${utility}`,
  }),
}
