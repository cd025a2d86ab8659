import { textOfRejection } from '@nightflow/schemas/shared/rejection-texts'
import { type RejectionCode, rejections } from '@nightflow/schemas/shared/rejections'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '#api/language.ts'
import { ProblemError } from '#api/problem-error.ts'

/** The text of a failure for the place where it is shown: by its code, else in the server's words, else a general one. */
export function useProblemText(): (error: unknown) => string {
  useTranslation()
  return (error) => {
    if (!(error instanceof ProblemError)) return textOfRejection({ rejected: 'internal-error' }, currentLanguage())
    error.isShown = true
    if (error.code in rejections)
      return textOfRejection({ rejected: error.code as RejectionCode, details: error.problem?.details ?? {} }, currentLanguage())
    return error.problem?.detail ?? textOfRejection({ rejected: 'internal-error' }, currentLanguage())
  }
}
