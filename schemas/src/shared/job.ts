import { z } from 'zod'
import { Language } from './language.ts'
import type { RejectionCode } from './rejections.ts'

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
