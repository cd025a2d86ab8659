import { useMay } from '#session/session-query.ts'
import { BillRunNotice } from './bill-run-notice.tsx'
import { ExportNotice } from './export-notice.tsx'
import { ImportNotice } from './import-notice.tsx'
import { JobNotice } from './job-notice.tsx'

/** Notifications of long work, wherever the person is when it ends. */
export function JobNotices() {
  const mayAudit = useMay('audit:log:read')
  const maySeeRuns = useMay('billing:billRun:list')
  return (
    <>
      <ExportNotice />
      <ImportNotice />
      {mayAudit && <JobNotice />}
      {maySeeRuns && <BillRunNotice />}
    </>
  )
}
