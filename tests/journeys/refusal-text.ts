import { textOfRejection } from '@nightflow/schemas/shared/rejection-texts'
import type { Rejection, RejectionCode } from '@nightflow/schemas/shared/rejections'
import type { Language } from './texts.ts'

/** What a person reads of a refusal. */
export const refusalText = (code: RejectionCode, language: Language = 'en', details: NonNullable<Rejection['details']> = {}): string =>
  textOfRejection({ rejected: code, details }, language)
