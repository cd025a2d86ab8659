import type { Language } from '@nightflow/schemas/shared/language'
import { loadRejectionTexts, rejectionTextIn } from '@nightflow/schemas/shared/rejection-text'
import type { Rejection, RejectionCode } from '@nightflow/schemas/shared/rejections'

let texts: Record<RejectionCode, string> | undefined

/** Loaded with the first refusal, or with the first screen after the home screen. Without a network a refusal is shown by its code. */
export async function loadRefusals(language: Language): Promise<void> {
  texts ??= await loadRejectionTexts[language]().then(
    (loaded) => loaded.default,
    () => undefined,
  )
}

/** The text of a refusal in the reader's language. */
export const textOfRejection = (rejection: Rejection): string =>
  texts === undefined ? rejection.rejected : rejectionTextIn(texts, rejection)

/** The same with its placeholders. */
export const plainTextOfRejection = (code: RejectionCode): string => texts?.[code] ?? code
