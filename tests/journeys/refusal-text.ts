import { rejectionTexts } from '@nightflow/schemas/shared/rejection-texts'
import type { RejectionCode } from '@nightflow/schemas/shared/rejections'
import type { Language } from './texts.ts'

/** What a person reads of a refusal, its place holders still open. */
export const refusalText = (code: RejectionCode, language: Language = 'en'): string => rejectionTexts[language][code]
