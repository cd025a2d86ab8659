import { textOfRejection } from '@nightflow/schemas/shared/rejection-texts'
import type { Rejection, RejectionCode } from '@nightflow/schemas/shared/rejections'
import type { Language } from './texts.ts'

/** The text of a refusal for a person. */
export const refusalText = (code: RejectionCode, language: Language = 'en', details: NonNullable<Rejection['details']> = {}): string =>
  textOfRejection({ rejected: code, details }, language)
