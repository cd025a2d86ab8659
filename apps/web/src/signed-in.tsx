import { useHotkeys } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { NotificationBell } from '#alarms/notification-bell.tsx'
import { amountConfirmation } from '#api/amount-confirmation.ts'
import { lazyPart } from '#api/lazy-part.ts'
import { onTokenLost } from '#api/token.ts'
import { homePath } from '#session/home-path.ts'
import { useSessionInfo } from '#session/session-query.ts'
import { KeptScreens } from '#shell/kept-screens.tsx'
import { Shell } from '#shell/shell.tsx'
import { ChartSkeleton } from '#ui/skeleton.tsx'

// No part of the first screen: each is loaded when it is needed, the notices once the screen is shown.
const ForcePasswordDialog = lazyPart(async () => (await import('#session/force-password-dialog.tsx')).ForcePasswordDialog)
const AmountConfirmationDialog = lazyPart(async () => (await import('#ui/form/amount-confirmation-dialog.tsx')).AmountConfirmationDialog)
const FindAnything = lazyPart(async () => (await import('./palette/find-anything.tsx')).FindAnything)
const JobNotices = lazyPart(async () => (await import('./notices/job-notices.tsx')).JobNotices, ['audit', 'billing'])

/** The frame around the screens of a signed-in person. */
export function SignedIn() {
  const navigate = useNavigate()
  const client = useQueryClient()
  useEffect(
    () =>
      onTokenLost(() => {
        // Only once the screens are gone: those still shown would ask again for what is forgotten, without a session.
        const away = navigate({ to: '/login', search: { redirect: `${window.location.pathname}${window.location.search}` } as never })
        away.then(() => client.clear())
      }),
    [navigate, client],
  )
  // How often the palette was called for; it opens and closes with each call.
  const [finds, setFinds] = useState(0)
  const find = () => setFinds((before) => before + 1)
  useHotkeys([['mod + K', find]])
  const isWatchingJobs = useIsInUse()
  const isConfirming = useSyncExternalStore(amountConfirmation.subscribe, amountConfirmation.asked) !== undefined
  const { isDefaultModifyPwd, isPasswordExpired } = useSessionInfo()
  // The service refuses everything else until the password is another.
  if (isDefaultModifyPwd || isPasswordExpired)
    return (
      <Suspense>
        <ForcePasswordDialog />
      </Suspense>
    )
  return (
    <>
      <Shell bell={<NotificationBell />} onFind={find}>
        <Suspense fallback={<ChartSkeleton height={400} />}>
          <KeptScreens />
        </Suspense>
      </Shell>
      <Suspense>
        {isConfirming && <AmountConfirmationDialog />}
        {finds > 0 && <FindAnything calls={finds} />}
        {isWatchingJobs && <JobNotices />}
      </Suspense>
    </>
  )
}

/** Nothing that ends in a notice is started before the page is used; what was started elsewhere may end soon after a page is opened. */
const noticesAfterMilliseconds = { home: 10_000, other: 2_500 }

/** True once the person does something or some seconds have passed. */
function useIsInUse(): boolean {
  const isHome = useLocation({ select: ({ pathname }) => pathname === homePath })
  const [isInUse, setIsInUse] = useState(false)
  useEffect(() => {
    if (isInUse) return
    const begin = () => setIsInUse(true)
    const timer = setTimeout(begin, noticesAfterMilliseconds[isHome ? 'home' : 'other'])
    for (const event of ['pointerdown', 'keydown']) window.addEventListener(event, begin)
    return () => {
      clearTimeout(timer)
      for (const event of ['pointerdown', 'keydown']) window.removeEventListener(event, begin)
    }
  }, [isHome, isInUse])
  return isInUse
}
