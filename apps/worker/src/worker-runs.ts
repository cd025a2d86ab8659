import type { EventLog } from '@nightflow/event-log/event-log'
import type { JobRun } from '@nightflow/platform/jobs/job-run'
import type { Pool } from 'pg'
import { rebuildRuns } from './audit/rebuilds.ts'

/** The work of all kinds of jobs that are declared here. */
export const workerRuns = (parts: { pool: Pool; log: EventLog }): readonly JobRun[] => [...rebuildRuns(parts)]
