import { type RejectionCode, rejections } from '@nightflow/schemas/shared/rejections'
import { useTranslation } from 'react-i18next'
import { ProblemError } from '#api/problem-error.ts'
import { textOfRejection } from '#api/rejection-texts.ts'

/** The text of a failure for the place where it is shown: by its code, else in the server's words, else a general one. */
export function useProblemText(): (error: unknown) => string {
  useTranslation()
  return (error) => {
    if (!(error instanceof ProblemError)) return textOfRejection({ rejected: 'internal-error' })
    error.isShown = true
    if (error.code in rejections) return textOfRejection({ rejected: error.code as RejectionCode, details: error.problem?.details ?? {} })
    return error.problem?.detail ?? textOfRejection({ rejected: 'internal-error' })
  }
}
