import { useTranslation } from 'react-i18next'
import { ProblemError } from '#api/problem-error.ts'

/** The translated text of a failure: by its code, or a general text for what has none. */
export function useProblemText(): (error: unknown) => string {
  const { t, i18n } = useTranslation('shared')
  return (error) => {
    const code = error instanceof ProblemError ? error.code : 'internal-error'
    return t(i18n.exists(`shared:rejections.${code}`) ? `rejections.${code}` : 'rejections.internal-error')
  }
}
