import { z } from 'zod'
import { defineJob } from '../shared/job.ts'

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
