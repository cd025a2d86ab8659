import { flushCompileCache } from 'node:module'
import { lowerPriority } from '@nightflow/platform/jobs/lower-priority'

/** For a thread that reads one file: it is ended as soon as it has answered, so it writes now what the next one need not compile again. */
export const beginThread = (): void => {
  lowerPriority()
  flushCompileCache()
}
