import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { Count } from '../shared/quantity.ts'
import { text } from '../shared/text.ts'
import { typedNumber } from '../shared/typed-number.ts'
import { Instant } from '../shared/values.ts'

const finished = ['succeeded', 'failed', 'cancelled'] as const

/** A spreadsheet that is made in the background. Its file is kept for a day and downloaded by `file`. */
export const ExportJob = z.object({
  id: z.uuid(),
  /** The path of the endpoint whose spreadsheet it is, such as `/prod-api/system/notice/export`. */
  path: text(200),
  status: z.enum(['waiting', 'running', ...finished]),
  /** Rows written so far. */
  rows: Count,
  startedAt: Instant,
  endedAt: Instant.nullable(),
  /** The code of the refusal where it failed. */
  refusal: text(64).nullable(),
  /** What the browser calls the file. */
  fileName: text(200).nullable(),
  /** What became of the rows, where the file is the report of something that was done, such as bills that were sent. */
  counts: z.record(text(64), Count).nullable(),
  /** The name by which the file is downloaded, once it is there. */
  file: text(64).nullable(),
})
export type ExportJob = z.infer<typeof ExportJob>

export const isExportOver = ({ status }: Pick<ExportJob, 'status'>): boolean => finished.some((each) => each === status)

export const startExport = endpoint({
  method: 'POST',
  path: '/api/v1/exports',
  permission: 'signed-in',
  summary: 'Make a spreadsheet in the background; needs the permission of the export that `path` names, and takes its filter as `request`',
  request: z.object({ path: text(200), request: z.record(text(64), text(20_000)).default({}) }),
  response: ExportJob,
})

export const listExports = endpoint({
  method: 'GET',
  path: '/api/v1/exports',
  permission: 'signed-in',
  summary: 'My exports of the last day, newest first; page on with `before`',
  request: z.object({
    before: z.uuid().optional().meta({ description: 'only exports started before this one: the `next` of the answer before' }),
    limit: typedNumber().int().min(1).max(100).default(20),
  }),
  response: z.object({ rows: z.array(ExportJob), next: z.uuid().nullable() }),
})

export const findExport = endpoint({
  method: 'GET',
  path: '/api/v1/exports/:id',
  permission: 'signed-in',
  summary: 'Progress of one of my exports',
  request: z.object({ id: z.uuid() }),
  response: ExportJob,
})

export const cancelExport = endpoint({
  method: 'DELETE',
  path: '/api/v1/exports/:id',
  permission: 'signed-in',
  summary: 'Cancel one of my exports, waiting or running',
  request: z.object({ id: z.uuid() }),
  response: z.object({}),
})
