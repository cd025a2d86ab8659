import { readlinkSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { basename } from 'node:path'

/** A third of the weight of whoever has none set. */
const niceness = 5

/**
 * Lets the other threads of this computer go first when there is more to do than cores: who waits for an acknowledgement or an answer waits
 * less (docs/performance.md). The views catch up in fuller pages, which cost less. Linux alone has priorities of single threads; elsewhere, and
 * where it is not allowed, nothing happens.
 */
export const giveWay = (): void => {
  if (process.platform !== 'linux') return
  try {
    // Whoever started the service may have had it give way to more.
    if (getPriority() >= niceness) return
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), niceness)
  } catch {
    // Everything works without it.
  }
}
