import { z } from 'zod'
import { defineJob, type JobKind, type JobQueue } from '../shared/job.ts'

const day = 24

/** One at a time over all processes, because each of them rebuilds or holds the read models of every tenant. */
const rebuilds: JobQueue = {
  running: { person: 1, tenant: 1, process: 1, all: 1 },
  held: { person: 1, tenant: 1 },
  refusal: 'replay-already-running',
}
const rebuildsKeptHours = 400 * day
const rebuild = (kind: 'replay' | 'verify' | 'retry'): JobKind =>
  defineJob({ kind, queue: rebuilds, request: z.object({}), startsMax: 1, isResumable: false, keptHours: rebuildsKeptHours })
export const rebuildJobs = { replay: rebuild('replay'), verify: rebuild('verify'), retry: rebuild('retry') } as const

/** One of a tenant at a time, and one of all in each worker: it reads the log of its tenant from the beginning. */
export const moneyProofJob = defineJob({
  kind: 'money-proof',
  queue: { running: { person: 1, tenant: 1, process: 1, all: 2 }, held: { person: 1, tenant: 1 }, refusal: 'money-proof-running' },
  request: z.object({}),
  startsMax: 2,
  isResumable: false,
  keptHours: rebuildsKeptHours,
})
