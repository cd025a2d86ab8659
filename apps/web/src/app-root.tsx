import { Outlet, useRouterState } from '@tanstack/react-router'
import { isOfflinePage } from '#session/offline-pages.ts'
import { SessionEndedDialog } from '#session/session-ended-dialog.tsx'

/** The frame around every screen, signed in or not. */
export function AppRoot() {
  const isOffline = useRouterState({ select: ({ location }) => isOfflinePage(location.pathname) })
  return (
    <>
      <Outlet />
      {!isOffline && <SessionEndedDialog />}
    </>
  )
}
