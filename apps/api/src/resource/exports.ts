import { Semaphore } from '../http/semaphore.ts'
import { type QueueLimits, TenantQueue } from '../http/tenant-queue.ts'

/** Spreadsheets: each holds a connection of the database and a part of the event loop until its file is finished. */
const spreadsheetLimits: QueueLimits = {
  running: { person: 1, tenant: 1, process: 2 },
  held: { person: 3, tenant: 30, process: 120 },
}

/** CSV and Arrow streams: each lasts as long as its reader takes. */
const streamLimits: QueueLimits = {
  running: { person: 2, tenant: 4, process: 8 },
  held: { person: 4, tenant: 16, process: 32 },
}

/** Limits of the exports of one process. Ordinary calls keep the connections that exports do not take: fifteen of the pool's twenty. */
export class Exports {
  /** Each holds a connection while it runs. */
  readonly spreadsheets = new TenantQueue(spreadsheetLimits, 'too-many-exports')
  readonly streams = new TenantQueue(streamLimits, 'too-many-exports')
  /** Pages of streams that are read at the same time: a stream holds a connection for a page and none between two. */
  readonly pages = new Semaphore({ atOnce: 3, waitingMax: streamLimits.running.process })
}
