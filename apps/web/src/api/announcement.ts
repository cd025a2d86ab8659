import type { TFunction } from 'i18next'
import type { ProblemError } from '#api/problem-error.ts'

const codesWithText = [401, 403, 404]

/** By the table of codes, else in the server's words, else in general ones. */
export function announcementOf({ how: { failure, backOfficeCode }, problem, status }: ProblemError, t: TFunction<'shared'>): string {
  if (failure === 'network') return t('response.network')
  if (failure === 'timeout') return t('response.timeout')
  if (failure === 'http') return t('response.http', { status: String(status).slice(-3) })
  const number = backOfficeCode ?? status
  if (codesWithText.includes(number)) return t(`response.code.${number}`)
  return problem?.detail ?? t('response.code.default')
}
