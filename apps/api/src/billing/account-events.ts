import type { AccountBillsEvent } from '@nightflow/domain/billing/account-bills'
import type { RecordedEvent } from '@nightflow/event-log/event-log'
import type { RequestContext } from '../http/request-context.ts'

/** Of the stream of an account's money. The events of its debts and surcharges are there too, which the state of its bills passes over. */
export type AccountEvent = RecordedEvent & AccountBillsEvent

const pageEvents = 1000

/** Every event of an account's money, in the order of the log. */
export const eventsOfAccount = async ({ log, caller: { tenant } }: RequestContext, accountNo: string): Promise<AccountEvent[]> => {
  const stream = `${tenant}/billing-account-${accountNo}`
  const events: AccountEvent[] = []
  for (let afterVersion = 0; ; ) {
    const page = await log.readStream(stream, { afterVersion, limit: pageEvents })
    events.push(...(page as AccountEvent[]))
    if (page.length < pageEvents) return events
    afterVersion = page.at(-1)!.version
  }
}

/** Events of a stream that the newest lines of an account are looked for in. */
const latestEvents = 200

/** The newest events of an account's money, back to a position at least. */
export const eventsOfAccountSince = async (
  context: RequestContext,
  accountNo: string,
  { version, position }: { version: number; position: number },
): Promise<AccountEvent[]> => {
  const { log, caller } = context
  const afterVersion = Math.max(0, version - latestEvents)
  const events = await log.readStream(`${caller.tenant}/billing-account-${accountNo}`, { afterVersion })
  const isEnough = afterVersion === 0 || (events[0] !== undefined && events[0].position <= position)
  return isEnough ? (events as AccountEvent[]) : eventsOfAccount(context, accountNo)
}
