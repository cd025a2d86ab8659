import { z } from 'zod'
import { defineJob } from '../shared/job.ts'
import { LocalDate } from '../shared/values.ts'
import { Tariff } from './tariff.ts'

const day = 24

/**
 * The pages of a bill run, in its preview or its posting. The log knows how far it is: it goes on however often its process is lost. Its tenant's other
 * runs take turns with it.
 */
export const billRunJob = defineJob({
  kind: 'bill-run',
  queue: { running: { person: 2, tenant: 2, process: 2, all: 100 }, held: { person: 100, tenant: 100 }, refusal: 'unavailable' },
  request: z.object({ runId: z.uuid() }),
  startsMax: 1_000,
  isResumable: false,
  keptHours: day,
})

/** The use of a tenant's prepaid accounts up to a local day. A lost one starts again: what was deducted is not deducted twice. */
export const burnDownJob = defineJob({
  kind: 'burn-down',
  queue: { running: { person: 1, tenant: 1, process: 1, all: 100 }, held: { person: 10, tenant: 10 }, refusal: 'unavailable' },
  request: z.object({ day: LocalDate }),
  startsMax: 1_000,
  isResumable: false,
  keptHours: day,
})

/** A draft as it was when the simulation was started. Readers of a part of the utility simulate that part. */
export const simulationJob = defineJob({
  kind: 'price-simulation',
  queue: { running: { person: 1, tenant: 1, process: 1, all: 100 }, held: { person: 1, tenant: 1 }, refusal: 'simulation-running' },
  request: z.object({
    draft: Tariff,
    onlyScheme: z.string().nullable(),
    month: z.string(),
    timeZone: z.string(),
    lifelineLitres: z.number(),
  }),
  startsMax: 3,
  isResumable: false,
  keptHours: day,
})
