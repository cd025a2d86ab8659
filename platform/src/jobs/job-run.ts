import type { JobKind } from '@nightflow/schemas/shared/job'
import type { Rejection } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'
import type { JobEnd, JobProgress, TakenJob } from './job-queue.ts'

/** Takes the progress of a job, and says when it is to stop. */
export type JobTurn = {
  /** Aborted when the job is cancelled, when the process stops, and when the process has lost its place. */
  signal: AbortSignal
  onProgress: (progress: Partial<JobProgress>) => void
}

/** `store` runs in the transaction that ends the job, in its tenant; a refusal fails the job. */
export type JobOutcome = JobEnd & { store?: (database: PoolClient) => Promise<Rejection | undefined> }

/** A kind of job and its work. The request was checked by the kind. An error that it throws fails the job with `internal-error`. */
export type JobRun<Request extends object = object> = {
  kind: JobKind<Request>
  /** A method, so that a run of one kind is a run. */
  run(job: TakenJob<Request>, turn: JobTurn): Promise<JobOutcome>
  /** Starts jobs for work that was left without one, such as by a process that stopped in between; called every few seconds. */
  findLeft?: () => Promise<void>
}

/** A run whose request has the type of its kind. */
export const defineRun = <Request extends object>(run: JobRun<Request>): JobRun => run
