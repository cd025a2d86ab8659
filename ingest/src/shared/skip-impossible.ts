import { AppendInvalid } from '@nightflow/event-log/event-log-errors'
import { isOfContent } from '@nightflow/projections/shared/set-aside-events'

/** Something that a policy could not react to. `position` is the event's; absent for a condition that the read models show. */
export type Skipped = { policy: string; tenant?: string; position?: number; error: Error }
export type OnSkipped = (skipped: Skipped) => void

/**
 * Does a policy's work for one event or one condition. Where their content makes it fail it would fail again, so they are reported and
 * skipped, and the policy goes on with the next. Every other failure, such as an unreachable log, is thrown: the policy is retried.
 */
export const skipImpossible = async (
  about: Omit<Skipped, 'error'>,
  onSkipped: OnSkipped | undefined,
  work: () => void | Promise<void>,
): Promise<void> => {
  try {
    await work()
  } catch (error) {
    if (!isOfContent(error) && !(error instanceof AppendInvalid)) throw error
    onSkipped?.({ ...about, error })
  }
}
