import { z } from 'zod'
import { Count } from './quantity.ts'
import { text } from './text.ts'
import { Instant } from './values.ts'

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
  /** Name of the file in the browser. */
  fileName: text(200).nullable(),
  /** Outcomes of the rows, where the file is the report of a job, such as sending bills. */
  counts: z.record(text(64), Count).nullable(),
  /** The name by which the file is downloaded, once it is there. */
  file: text(64).nullable(),
})
export type ExportJob = z.infer<typeof ExportJob>

export const isExportOver = ({ status }: Pick<ExportJob, 'status'>): boolean => finished.some((each) => each === status)
