import type { Language } from '@nightflow/schemas/shared/language'
import type { DocumentTexts } from './document-texts.ts'
import { chineseTexts } from './document-texts-chinese.ts'
import { englishTexts } from './document-texts-english.ts'
import { frenchTexts } from './document-texts-french.ts'
import { indonesianTexts } from './document-texts-indonesian.ts'

/** The words of documents in every language. */
export const documentTexts: Record<Language, DocumentTexts> = {
  en: englishTexts,
  'zh-CN': chineseTexts,
  fr: frenchTexts,
  id: indonesianTexts,
}
