import { findEvent, listEvents, listStreams } from '@nightflow/projections/audit/log-queries'
import { findJob, listJobs } from '@nightflow/projections/platform/jobs'
import * as audit from '@nightflow/schemas/audit/endpoints'
import { pagesAfter } from '../shared/pages.ts'
import { command, query, type Route } from '../shared/serve.ts'
import { startJob } from './jobs.ts'

export const auditRoutes: readonly Route[] = [
  query(
    audit.listStreams,
    listStreams,
    pagesAfter(500, ({ stream }) => ({ after: stream as string })),
  ),
  query(audit.listEvents, listEvents),
  query(audit.findEvent, findEvent),
  command(audit.startJob, startJob),
  query(audit.listJobs, listJobs),
  query(audit.findJob, findJob),
]
