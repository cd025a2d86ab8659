import { textOfRejection } from '@nightflow/schemas/shared/rejection-texts'
import { type RejectionCode, rejections } from '@nightflow/schemas/shared/rejections'
import { useTranslation } from 'react-i18next'
import { ProblemError } from '#api/problem-error.ts'
import { currentLanguage } from '#session/language.ts'

/** The translated text of a failure: by its code, or a general text for what has none. */
export function useProblemText(): (error: unknown) => string {
  useTranslation()
  return (error) => {
    const code = error instanceof ProblemError && error.code in rejections ? (error.code as RejectionCode) : 'internal-error'
    const details = (error instanceof ProblemError && error.problem?.details) || {}
    return textOfRejection({ rejected: code, details }, currentLanguage())
  }
}
