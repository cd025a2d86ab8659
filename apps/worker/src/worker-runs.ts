import type { EventLog } from '@nightflow/event-log/event-log'
import type { JobRun } from '@nightflow/platform/jobs/job-run'
import type { Pool } from 'pg'
import { moneyProofRun } from './audit/money-proofs.ts'
import { rebuildRuns } from './audit/rebuilds.ts'
import { billRunRun } from './billing/bill-run-jobs.ts'
import { burnDownRun } from './billing/burn-down-jobs.ts'
import { simulationRun } from './billing/simulate-draft.ts'
import type { Logger } from './run-job.ts'

/** The work of all kinds of jobs that are declared here. */
export const workerRuns = (parts: { pool: Pool; log: EventLog; logger: Logger }): readonly JobRun[] => [
  ...rebuildRuns(parts),
  moneyProofRun(parts),
  billRunRun(parts),
  burnDownRun(parts),
  simulationRun(parts),
]
