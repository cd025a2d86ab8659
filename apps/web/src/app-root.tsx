import { Outlet } from '@tanstack/react-router'
import { SessionEndedDialog } from '#session/session-ended-dialog.tsx'

/** The frame around every screen, signed in or not. */
export function AppRoot() {
  return (
    <>
      <Outlet />
      <SessionEndedDialog />
    </>
  )
}
