import type { RecordedEvent } from '@nightflow/event-log/event-log'
import type { RequestContext } from '../http/request-context.ts'

const pageEvents = 1000

/** Every event of an account's money, in the order of the log. */
export const eventsOfAccount = async ({ log, caller: { tenant } }: RequestContext, accountNo: string): Promise<RecordedEvent[]> => {
  const stream = `${tenant}/billing-account-${accountNo}`
  const events: RecordedEvent[] = []
  for (let afterVersion = 0; ; ) {
    const page = await log.readStream(stream, { afterVersion, limit: pageEvents })
    events.push(...page)
    if (page.length < pageEvents) return events
    afterVersion = page.at(-1)!.version
  }
}
