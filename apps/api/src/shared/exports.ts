import { ExportQueue, spreadsheetLimits, streamLimits } from './export-queue.ts'
import { Turns } from './turns.ts'

/** What bounds the exports of one process. Ordinary calls keep the connections that exports do not take: fifteen of the pool's twenty. */
export class Exports {
  /** Each holds a connection while it runs. */
  readonly spreadsheets = new ExportQueue(spreadsheetLimits)
  readonly streams = new ExportQueue(streamLimits)
  /** Pages of streams that are read at the same time: a stream holds a connection for a page and none between two. */
  readonly pages = new Turns({ atOnce: 3, waitingMax: streamLimits.running.process })
}
