import { Outlet, useRouterState } from '@tanstack/react-router'
import { Suspense, useSyncExternalStore } from 'react'
import { sessionEnd } from '#api/announce-problem.ts'
import { lazyPart } from '#api/lazy-part.ts'
import { isOfflinePage } from '#session/offline-pages.ts'

const SessionEndedDialog = lazyPart(async () => (await import('#session/session-ended-dialog.tsx')).SessionEndedDialog)

/** The frame around every screen, signed in or not. */
export function AppRoot() {
  const isOffline = useRouterState({ select: ({ location }) => isOfflinePage(location.pathname) })
  const isEnded = useSyncExternalStore(sessionEnd.subscribe, sessionEnd.message) !== undefined
  return (
    <>
      <Outlet />
      <Suspense>{isEnded && !isOffline && <SessionEndedDialog />}</Suspense>
    </>
  )
}
