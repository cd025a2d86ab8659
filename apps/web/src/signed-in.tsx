import { spotlight } from '@mantine/spotlight'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { NotificationBell } from '#alarms/notification-bell.tsx'
import { onTokenLost } from '#api/token.ts'
import { ForcePasswordDialog } from '#session/force-password-dialog.tsx'
import { useMay, useSessionInfo } from '#session/session-query.ts'
import { KeptScreens } from '#shell/kept-screens.tsx'
import { Shell } from '#shell/shell.tsx'
import { AmountConfirmationDialog } from '#ui/form/amount-confirmation-dialog.tsx'
import { ChartSkeleton } from '#ui/skeleton.tsx'
import { BillRunNotice } from './notices/bill-run-notice.tsx'
import { ExportNotice } from './notices/export-notice.tsx'
import { ImportNotice } from './notices/import-notice.tsx'
import { JobNotice } from './notices/job-notice.tsx'
import { FindAnything } from './palette/find-anything.tsx'

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
  const mayAudit = useMay('audit:log:read')
  const maySeeRuns = useMay('billing:billRun:list')
  const { isDefaultModifyPwd, isPasswordExpired } = useSessionInfo()
  // The service refuses everything else until the password is another.
  if (isDefaultModifyPwd || isPasswordExpired) return <ForcePasswordDialog />
  return (
    <>
      <Shell bell={<NotificationBell />} onFind={() => spotlight.open()}>
        <Suspense fallback={<ChartSkeleton height={400} />}>
          <KeptScreens />
        </Suspense>
      </Shell>
      <AmountConfirmationDialog />
      <FindAnything />
      <ExportNotice />
      <ImportNotice />
      {mayAudit && <JobNotice />}
      {maySeeRuns && <BillRunNotice />}
    </>
  )
}
