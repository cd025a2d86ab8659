import type { AllowLeakNotices, StopLeakNotices, TellOfLeak } from '@nightflow/schemas/customers/leak-notice'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Context, Decider, EventIn } from '../shared/decider.ts'

type NoticeEvent = EventIn<'customers.LeakNoticeSent' | 'customers.LeakNoticesStopped' | 'customers.LeakNoticesAllowed'>
type Sent = { readonly personId: string; readonly meterNo: string; readonly leakSince: string; readonly at: string }
type Notices = { readonly last: Sent | undefined /** The holder who wants no messages. */; readonly stoppedFor: string | undefined }

const dayMilliseconds = 86_400_000

/**
 * The leaks of which a person was informed, and whether the person wants no messages. Both are of a person: another holder starts anew. Whether the account is open and its holder
 * can be reached is checked before, because that is known to other streams.
 */
export const leakNoticeDecider: Decider<TellOfLeak | StopLeakNotices | AllowLeakNotices, Notices, NoticeEvent> = {
  streamOf: ({ accountNo }) => `customers-leak-notices-${accountNo}`,
  initialState: { last: undefined, stoppedFor: undefined },
  evolve: (notices, event) => {
    switch (event.type) {
      case 'customers.LeakNoticeSent': {
        const { personId, meterNo, leakSince, at } = event.data
        return { ...notices, last: { personId, meterNo, leakSince, at } }
      }
      case 'customers.LeakNoticesStopped':
        return { ...notices, stoppedFor: event.data.personId }
      case 'customers.LeakNoticesAllowed':
        return { ...notices, stoppedFor: undefined }
    }
  },
  decide: { TellOfLeak: tell, StopLeakNotices: stop, AllowLeakNotices: allow },
}

/** One message a leak; one that was found to have begun earlier is the same. A further leak within the pause has a message by hand alone. */
function tell(command: TellOfLeak, { last, stoppedFor }: Notices, { now }: Context): readonly NoticeEvent[] | Rejection {
  const { type: _, pauseDays, ...told } = command
  const { accountNo, personId, meterNo, leakSince, isByHand } = told
  if (stoppedFor === personId) return rejected('leak-notices-stopped', { accountNo })
  if (last && last.personId === personId) {
    if (last.meterNo === meterNo && last.leakSince >= leakSince) return []
    if (!isByHand && Date.parse(now) - Date.parse(last.at) < pauseDays * dayMilliseconds) return []
  }
  return [{ type: 'customers.LeakNoticeSent', data: { ...told, at: now } }]
}

function stop({ type: _, ...command }: StopLeakNotices, { stoppedFor }: Notices, { now }: Context): readonly NoticeEvent[] {
  return stoppedFor === command.personId ? [] : [{ type: 'customers.LeakNoticesStopped', data: { ...command, at: now } }]
}

function allow({ type: _, ...command }: AllowLeakNotices, { stoppedFor }: Notices, { now }: Context): readonly NoticeEvent[] {
  return stoppedFor === command.personId ? [{ type: 'customers.LeakNoticesAllowed', data: { ...command, at: now } }] : []
}
