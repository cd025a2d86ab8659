import { Semaphore } from '../http/semaphore.ts'
import { type QueueLimits, TenantQueue } from '../http/tenant-queue.ts'

/** CSV and Arrow streams: each lasts as long as its reader takes. */
const streamLimits: QueueLimits = {
  running: { person: 2, tenant: 4, process: 8 },
  held: { person: 4, tenant: 16, process: 32 },
}

/** Limits of the streams of one process. Ordinary calls keep the connections that streams do not take: seventeen of the pool's twenty. */
export class Exports {
  readonly streams = new TenantQueue(streamLimits, 'too-many-exports')
  /** Pages of streams that are read at the same time: a stream holds a connection for a page and none between two. */
  readonly pages = new Semaphore({ atOnce: 3, waitingMax: streamLimits.running.process })
}
