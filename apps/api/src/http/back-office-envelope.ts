import type { Endpoint } from '@nightflow/schemas/shared/endpoint'
import type { Language } from '@nightflow/schemas/shared/language'
import type { FieldError } from '@nightflow/schemas/shared/problem'
import { textOfRejection } from '@nightflow/schemas/shared/rejection-texts'
import { type Rejection, rejections } from '@nightflow/schemas/shared/rejections'

/** The client shows a warning with the message, signs out and loads the page again. */
export const signOutCode = 100_102_000_002

const success: Record<Language, string> = { 'zh-CN': '操作成功', en: 'Done', fr: 'Opération effectuée', id: 'Berhasil' }

/** An answer as the clients of the back office read it: HTTP 200 with a code, whatever happened. */
export const wrapAnswer = ({ envelope = 'data' }: Endpoint, answer: unknown, language: Language, message = success[language]): object => {
  const head = { code: 200, msg: message }
  if (envelope === 'data') return isEmpty(answer) ? head : { ...head, data: answer }
  return { ...head, ...(answer as object) }
}

const isEmpty = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && !Array.isArray(answer) && Object.keys(answer).length === 0

/** 401, 403 and 404 keep their meaning, an ended session signs the client out, every other refusal is 500 with its text. */
const codeOf = (code: Rejection['rejected']): number => {
  if (code === 'session-ended') return signOutCode
  if (code === 'not-signed-in') return 401
  if (code === 'permission-missing') return 403
  return code === 'not-found' ? 404 : 500
}

/** `reason` and `errors` are beside what the clients of the back office read: the refusal's own word, and the fields that were wrong. */
export const wrapRefusal = (refusal: Rejection, language: Language, errors?: readonly FieldError[]): object => ({
  code: codeOf(refusal.rejected),
  msg: textOfRejection(refusal, language),
  reason: refusal.rejected,
  status: rejections[refusal.rejected],
  ...(refusal.details && { details: refusal.details }),
  ...(errors && { errors }),
})
