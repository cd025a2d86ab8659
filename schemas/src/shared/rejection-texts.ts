import type { Language } from './language.ts'
import { rejectionTextIn } from './rejection-text.ts'
import en from './rejection-texts/en.json' with { type: 'json' }
import fr from './rejection-texts/fr.json' with { type: 'json' }
import id from './rejection-texts/id.json' with { type: 'json' }
import zhCN from './rejection-texts/zh-CN.json' with { type: 'json' }
import type { Rejection, RejectionCode } from './rejections.ts'

/**
 * The text of every refusal in every language: the browser translates codes with it, and the back office's `msg` is written with it.
 * `{{name}}` is replaced by the refusal's detail of that name.
 */
export const rejectionTexts: Record<Language, Record<RejectionCode, string>> = { 'zh-CN': zhCN, en, fr, id }

/** The text of a refusal in `language`. */
export const textOfRejection = (rejection: Rejection, language: Language): string => rejectionTextIn(rejectionTexts[language], rejection)
