import { z } from 'zod'

/** The languages of the product, each complete. */
export const languages = ['zh-CN', 'en', 'fr', 'id'] as const
export const Language = z.enum(languages)
export type Language = z.infer<typeof Language>

/** Every language as it calls itself. */
export const languageNames: Record<Language, string> = { 'zh-CN': '简体中文', en: 'English', fr: 'Français', id: 'Bahasa Indonesia' }

/** The first language that is known; any Chinese is zh-CN, and browsers still know Indonesian by its old code `in` as well. */
export function chooseLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const primary = tag.toLowerCase().replace('_', '-').split('-')[0]
    if (primary === 'zh') return 'zh-CN'
    const match = languages.find((language) => language === (primary === 'in' ? 'id' : primary))
    if (match) return match
  }
  return 'en'
}

/** A text in every language, such as a menu's title or a dictionary's label. */
export const Texts = z.object({ 'zh-CN': z.string(), en: z.string(), fr: z.string(), id: z.string() })
export type Texts = z.infer<typeof Texts>

/** The same, written in one line. */
export const texts = (en: string, zh: string, fr: string, id: string): Texts => ({ en, 'zh-CN': zh, fr, id })
