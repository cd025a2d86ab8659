import type { Language } from './language.ts'
import type { Rejection, RejectionCode } from './rejections.ts'

type Texts = Record<RejectionCode, string>

/** The texts of one language: a browser loads those of its reader alone. */
export const loadRejectionTexts: Record<Language, () => Promise<{ default: Texts }>> = {
  'zh-CN': () => import('./rejection-texts/zh-CN.json', { with: { type: 'json' } }),
  en: () => import('./rejection-texts/en.json', { with: { type: 'json' } }),
  fr: () => import('./rejection-texts/fr.json', { with: { type: 'json' } }),
  id: () => import('./rejection-texts/id.json', { with: { type: 'json' } }),
}

/** The text of a refusal. `{{name}}` is replaced by the refusal's detail of that name. */
export const rejectionTextIn = (texts: Texts, { rejected, details = {} }: Rejection): string =>
  texts[rejected].replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => String(details[name] ?? ''))
