import { readlinkSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { basename } from 'node:path'

/** A third of the share of a thread with the default priority. */
const niceness = 5
const lowest = 19

/**
 * Lowers the priority of the calling thread, so that threads that acknowledge or answer run first when all cores are busy: callers wait
 * less (docs/performance.md). The read models catch up in fuller pages, which cost less. Linux alone has priorities of single threads; elsewhere, and
 * where it is not allowed, nothing happens.
 */
export const lowerPriority = (): void => {
  if (process.platform !== 'linux') return
  try {
    // The service itself may have been started with a lower priority.
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), Math.min(lowest, getPriority() + niceness))
  } catch {
    // Everything works without it.
  }
}
