import { notifications } from '@mantine/notifications'
import { logOut } from '@nightflow/schemas/platform/sign-in-calls'
import { call } from '#api/call.ts'
import { forgetTokenSilently } from '#api/token.ts'

/** Recent entries of the palette have names of customers. The language of the tab stays. */
const forgetNames = (): void => {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith('palette-recent/')) sessionStorage.removeItem(key)
}

/** Long enough to read the notice before the sign-in page comes. */
const noticeMilliseconds = 2500

/** Ends the session here and on the server, and begins anew at the root, where nothing of it is left in memory. */
export async function signOut(): Promise<void> {
  try {
    await call(logOut, {})
  } catch {
    // The page signs out in any case: an unreachable server ends the session by itself.
  }
  forgetTokenSilently()
  forgetNames()
  window.location.assign('/')
}

/** Says to remember the new password, then signs out: every session of the person has ended with it, so the server is not called. */
export async function leaveWithNewPassword(message: string): Promise<void> {
  notifications.show({ message, color: 'green.8', autoClose: noticeMilliseconds })
  await new Promise((resolve) => setTimeout(resolve, noticeMilliseconds))
  forgetTokenSilently()
  window.location.assign('/')
}
