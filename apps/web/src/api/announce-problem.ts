import { notifications } from '@mantine/notifications'
import i18next from 'i18next'
import { announcementOf } from '#api/announcement.ts'
import { signOutCode } from '#api/envelope.ts'
import type { ProblemError } from '#api/problem-error.ts'

const signedOutStatus = 401
/** An error stays this long. */
const shownMilliseconds = 5000
/** Time for a screen or form to show the problem in its place, where it says more than in a corner. */
const graceMilliseconds = 300

/** Says a problem in the corner, unless a screen has shown it by then. The same text at once from several calls is said once. */
export function announceUnlessShown(problem: ProblemError): void {
  // Has a dialog of its own.
  if (problem.how.backOfficeCode === signOutCode) {
    sessionEnded(problem.message)
    return
  }
  setTimeout(() => {
    if (problem.isShown) return
    const message = announcementOf(problem, i18next.getFixedT(null, 'shared'))
    // The reason why a person has to sign in stays until they have done so: a slow machine may show the page later than an error stays.
    const autoClose = problem.status === signedOutStatus ? false : shownMilliseconds
    notifications.show({ id: message, message, color: 'red.8', autoClose, role: 'alert' })
  }, graceMilliseconds)
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
