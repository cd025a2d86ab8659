import type { DateForm } from '@nightflow/schemas/platform/date-form'

/** How inputs write a day where the tenant leaves it to the language, in the tokens of the calendar. */
const dayOfLanguage: Readonly<Record<string, string>> = {
  en: 'MMM D, YYYY',
  'zh-CN': 'YYYY年M月D日',
  fr: 'D MMM YYYY',
  id: 'D MMM YYYY',
}

/** How inputs write a day and a moment; the tenant's form is made of the same tokens. */
export const inputDates = (form: DateForm, language: string): { day: string; moment: string } => {
  const day = form === 'language' ? (dayOfLanguage[language] ?? 'YYYY-MM-DD') : form
  return { day, moment: `${day} HH:mm` }
}
