import { z } from 'zod'
import { defineJob, type JobQueue } from '../shared/job.ts'
import { Instant } from '../shared/values.ts'

const day = 24

/** Each holds a connection and a part of the event loop until its file is finished. */
const exports: JobQueue = {
  running: { person: 1, tenant: 1, process: 2, all: 100 },
  held: { person: 3, tenant: 30 },
  refusal: 'too-many-exports',
}
export const exportJob = defineJob({
  kind: 'export',
  queue: exports,
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

const anHour = 1

/** The same file for a client that waits for it. */
export const downloadJob = defineJob({
  kind: 'download',
  queue: exports,
  request: z.record(z.string(), z.unknown()),
  startsMax: 3,
  isResumable: false,
  keptHours: anHour,
})

/** A report that is made and sent at its time. */
export const reportMailJob = defineJob({
  kind: 'report-mail',
  queue: {
    running: { person: 1, tenant: 1, process: 1, all: 20 },
    held: { person: 200, tenant: 200 },
    refusal: 'too-many-exports',
  },
  request: z.object({ reportScheduleId: z.int(), dueAt: Instant }),
  startsMax: 3,
  isResumable: false,
  keptHours: day,
})

/** A PDF of one document, for a person who waits in front of a screen. */
export const documentJob = defineJob({
  kind: 'document',
  queue: {
    running: { person: 2, tenant: 3, process: 4, all: 100 },
    held: { person: 10, tenant: 40 },
    refusal: 'too-many-exports',
  },
  request: z.record(z.string(), z.unknown()),
  startsMax: 3,
  isResumable: false,
  keptHours: anHour,
})
