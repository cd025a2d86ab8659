import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { ImportOutcome } from '../shared/import.ts'
import { Count } from '../shared/quantity.ts'
import { text } from '../shared/text.ts'
import { typedNumber } from '../shared/typed-number.ts'
import { Instant } from '../shared/values.ts'

/** An import whose rows are written in the background. */
export const ImportJob = z.object({
  id: z.uuid(),
  /** The path of the import, such as `/prod-api/business/customer/importData`. */
  path: text(200),
  /** Name of the file at its origin. */
  fileName: text(200),
  status: z.enum(['waiting', 'running', 'succeeded', 'failed']),
  /** Rows written so far, of all rows of the file. */
  done: Count,
  total: Count,
  /** Null until it is over. */
  outcome: ImportOutcome.nullable(),
  /** The code of the refusal where it failed. */
  refusal: text(64).nullable(),
  /** It was cut off, and can go on where it was. */
  canResume: z.boolean(),
  startedAt: Instant,
  endedAt: Instant.nullable(),
})
export type ImportJob = z.infer<typeof ImportJob>

export const isImportOver = ({ status }: Pick<ImportJob, 'status'>): boolean => status === 'succeeded' || status === 'failed'

export const listImportJobs = endpoint({
  method: 'GET',
  path: '/api/v1/import-jobs',
  permission: 'signed-in',
  summary: 'My imports of the last day, newest first',
  request: z.object({ limit: typedNumber().int().min(1).max(100).default(20) }),
  response: z.object({ rows: z.array(ImportJob) }),
})

export const findImportJob = endpoint({
  method: 'GET',
  path: '/api/v1/import-jobs/:id',
  permission: 'signed-in',
  summary: 'Progress of one of my imports, and its outcome',
  request: z.object({ id: z.uuid() }),
  response: ImportJob,
})

export const resumeImportJob = endpoint({
  method: 'POST',
  path: '/api/v1/import-jobs/:id/resume',
  permission: 'signed-in',
  summary: 'Go on with one of my imports that was cut off; needs the permission of the import, and writes no row twice',
  request: z.object({ id: z.uuid() }),
  response: ImportJob,
})
