import { notifications } from '@mantine/notifications'
import i18next from 'i18next'
import { signOutCode } from '#api/envelope.ts'
import type { ProblemError } from '#api/problem-error.ts'

/** An error stays this long. */
const shownMilliseconds = 5000
/** Time for a screen or form to show the problem in its place, where it says more than in a corner. */
const graceMilliseconds = 300

const codesWithText = [401, 403, 404]

/** Says a problem in the corner, unless a screen has shown it by then. The same text at once from several calls is said once. */
export function announceUnlessShown(problem: ProblemError): void {
  // Has a dialog of its own.
  if (problem.how.backOfficeCode === signOutCode) {
    sessionEnded(problem.message)
    return
  }
  setTimeout(() => {
    if (problem.isShown) return
    const message = announcementOf(problem)
    notifications.show({ id: message, message, color: 'red.8', autoClose: shownMilliseconds, role: 'alert' })
  }, graceMilliseconds)
}

/** By the table of codes, else in the server's words, else in general ones. */
function announcementOf({ how: { failure, backOfficeCode }, problem, status }: ProblemError): string {
  const t = i18next.getFixedT(null, 'shared')
  if (failure === 'network') return t('response.network')
  if (failure === 'timeout') return t('response.timeout')
  if (failure === 'http') return t('response.http', { status: String(status).slice(-3) })
  const number = backOfficeCode ?? status
  if (codesWithText.includes(number)) return t(`response.code.${number}`)
  return problem?.detail ?? t('response.code.default')
}

/** The server's words for the end of the session, kept until the page is loaded anew: it may end before anything is shown. */
let endedMessage: string | undefined
const endedListeners = new Set<() => void>()
const sessionEnded = (message: string): void => {
  endedMessage = message
  for (const listener of endedListeners) listener()
}

export const sessionEnd = {
  subscribe: (listener: () => void): (() => void) => {
    endedListeners.add(listener)
    return () => endedListeners.delete(listener)
  },
  message: (): string | undefined => endedMessage,
}
