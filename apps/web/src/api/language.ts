import { chooseLanguage as chooseAmong, type Language, languages } from '@nightflow/schemas/shared/language'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'

const storageKey = 'nightflow.language'
const files = import.meta.glob<Record<string, unknown>>('../../locales/*/*.json', { import: 'default' })

/** The language of `stored`, otherwise the browser's; any Chinese is zh-CN, anything unknown is English. */
export const chooseLanguage = (stored: string | null, browser: readonly string[]): Language =>
  languages.find((language) => language === stored) ?? chooseAmong(browser)

async function loadTexts(language: Language): Promise<void> {
  const prefix = `../../locales/${language}/`
  const wanted = Object.entries(files).filter(([path]) => path.startsWith(prefix))
  await Promise.all(
    wanted.map(async ([path, load]) => {
      const context = path.slice(prefix.length, -'.json'.length)
      if (!i18next.hasResourceBundle(language, context)) i18next.addResourceBundle(language, context, await load())
    }),
  )
}

/** Kept for this tab; the page shows it once it is loaded anew. */
export const keepLanguage = (language: Language): void => sessionStorage.setItem(storageKey, language)

/** One text of a language that is perhaps not the one that is shown. */
export async function textIn(language: Language, context: string, key: string): Promise<string> {
  await loadTexts(language)
  return i18next.getFixedT(language, context)(key)
}

export async function startLanguages(): Promise<void> {
  const language = chooseLanguage(sessionStorage.getItem(storageKey), navigator.languages)
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: {},
    defaultNS: 'shared',
    interpolation: { escapeValue: false },
    returnNull: false,
    react: { useSuspense: false, bindI18n: 'languageChanged', bindI18nStore: 'added' },
  })
  await loadTexts(language)
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
}

export const currentLanguage = (): Language => languages.find((language) => language === i18next.language) ?? 'en'
