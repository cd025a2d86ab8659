import { z } from 'zod'
import { Language } from '../shared/language.ts'
import type { RejectionCode } from '../shared/rejections.ts'

/** Jobs that take turns with each other. */
export type JobQueue = {
  /** Jobs that run at the same time: of one person, of one tenant, of one worker process, and of all of them. */
  running: { person: number; tenant: number; process: number; all: number }
  /** Jobs of one person and of one tenant that wait or run. More are refused. */
  held: { person: number; tenant: number }
  refusal: RejectionCode
}

/** A kind of job. Its request is checked when it is started and again when a worker takes it. */
export type JobKind<Request extends object = object> = {
  kind: string
  queue: JobQueue
  request: z.ZodType<Request>
  /** How often it is started at most, where the process that runs it stops or is killed: after that it has failed. */
  startsMax: number
  /** The request of a failed job is kept, so that its person can go on with it. */
  isResumable: boolean
  /** How long it is kept once it is over. */
  keptHours: number
}

export const defineJob = <Request extends object>(kind: JobKind<Request>): JobKind<Request> => kind

/** The caller as the request knew them: a job goes on when its person has left. */
export const JobCaller = z.object({
  username: z.string(),
  userId: z.int().nullable(),
  sessionId: z.string().nullable(),
  homeTenant: z.string(),
  roles: z.array(z.string()),
  permissions: z.array(z.string()),
  scope: z.object({ departments: z.array(z.int()), regions: z.array(z.int()), userId: z.int() }).nullable(),
  language: Language,
  address: z.string(),
})
export type JobCaller = z.infer<typeof JobCaller>

const day = 24

/** Each holds a connection and a part of the event loop until its file is finished. */
export const exportJob = defineJob({
  kind: 'export',
  queue: {
    running: { person: 1, tenant: 1, process: 2, all: 100 },
    held: { person: 3, tenant: 30 },
    refusal: 'too-many-exports',
  },
  request: z.record(z.string(), z.unknown()),
  startsMax: 3,
  isResumable: false,
  keptHours: day,
})

/** Minutes each. Rows that were written are not written again. */
export const importJob = defineJob({
  kind: 'import',
  queue: {
    running: { person: 1, tenant: 1, process: 2, all: 100 },
    held: { person: 5, tenant: 20 },
    refusal: 'too-many-imports',
  },
  request: z.record(z.string(), z.unknown()),
  startsMax: 5,
  isResumable: true,
  keptHours: day,
})

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
