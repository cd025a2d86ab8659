import { chooseLanguage as chooseAmong, type Language, languages } from '@nightflow/schemas/shared/language'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { loadRefusals } from '#api/rejection-texts.ts'

const storageKey = 'nightflow.language'
type Texts = Record<string, unknown>
const files = import.meta.glob<Texts>('../../locales/*/*.json', { import: 'default' })
const allTexts = import.meta.glob<Readonly<Record<string, Texts>>>('./all-texts/*.ts', { import: 'texts' })

/** The last name of an address, without its ending. */
const nameIn = (path: string): string => path.slice(path.lastIndexOf('/') + 1, path.lastIndexOf('.'))

const addTexts = (language: Language, context: string, texts: Texts): void => {
  if (!i18next.hasResourceBundle(language, context)) i18next.addResourceBundle(language, context, texts)
}

/** The language of `stored`, otherwise the browser's; any Chinese is zh-CN, anything unknown is English. */
export const chooseLanguage = (stored: string | null, browser: readonly string[]): Language =>
  languages.find((language) => language === stored) ?? chooseAmong(browser)

/** Contexts whose texts the frame around every screen shows. A part that is loaded later brings its own: `loadPart`. */
export const textsOfFrame: readonly string[] = ['shared', 'shell', 'session']

async function loadTexts(language: Language, contexts?: readonly string[]): Promise<void> {
  if (contexts === undefined) {
    const all = await allTexts[`./all-texts/${language.toLowerCase()}.ts`]!()
    for (const [path, texts] of Object.entries(all)) addTexts(language, nameIn(path), texts)
    return
  }
  await Promise.all(
    contexts.map(async (context) => addTexts(language, context, await files[`../../locales/${language}/${context}.json`]!())),
  )
}

/** Kept for this tab; the page shows it once it is loaded anew. */
export const keepLanguage = (language: Language): void => sessionStorage.setItem(storageKey, language)

/** One text of a language that is perhaps not the one that is shown. */
export async function textIn(language: Language, context: string, key: string): Promise<string> {
  await loadTexts(language)
  return i18next.getFixedT(language, context)(key)
}

/** Words of calendars; those of English are in the library itself. */
const calendarOf: Partial<Record<Language, () => Promise<unknown>>> = {
  'zh-CN': () => import('dayjs/locale/zh-cn'),
  fr: () => import('dayjs/locale/fr'),
  id: () => import('dayjs/locale/id'),
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
  await Promise.all([loadTexts(language, textsOfFrame), calendarOf[language]?.()])
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
}

/** A part of the application with the texts that it shows: those of `contexts`, or all. */
export const loadPart = async <Part>(load: () => Promise<Part>, contexts?: readonly string[]): Promise<Part> => {
  const language = currentLanguage()
  // A part that shows all texts may show those of refusals.
  const [part] = await Promise.all([load(), loadTexts(language, contexts), contexts === undefined && loadRefusals(language)])
  return part
}

export const currentLanguage = (): Language => languages.find((language) => language === i18next.language) ?? 'en'
