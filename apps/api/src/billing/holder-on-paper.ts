import { calendarOf, dateOfDay } from '@nightflow/domain/shared/local-time'
import { findPerson } from '@nightflow/projections/privacy/find-person'
import type { EventOf } from '@nightflow/schemas/events'
import type { RequestContext } from '../http/request-context.ts'
import type { HolderOnPaper } from './bill-document.ts'

type PaperHolder = Exclude<HolderOnPaper, null>

const pageEvents = 1000

/**
 * Who held an account before a local day: a bill is its holder's, also after the account was given to another one. Undefined where there is no such
 * account.
 */
export const holderBefore = async (
  { log, read, caller: { tenant } }: RequestContext,
  { accountNo, day, timeZone }: { accountNo: string; day: string; timeZone: string },
): Promise<PaperHolder | undefined> => {
  const { dayOf } = calendarOf(timeZone)
  let held: { personId: string; companyName: string | null } | undefined
  for (let afterVersion = 0, isOver = false; !isOver; ) {
    const page = await log.readStream(`${tenant}/customers-account-${accountNo}`, { afterVersion, limit: pageEvents })
    for (const { type, data } of page) {
      if (type === 'customers.AccountTransferred') {
        const { transferredAt } = data as EventOf<'customers.AccountTransferred'>['data']
        isOver = dateOfDay(dayOf(Date.parse(transferredAt))) >= day
        if (isOver) break
      }
      if (!changesHolder(type)) continue
      const { holder, enterprise } = data as EventOf<'customers.AccountOpened'>['data']
      held = { personId: holder.personId, companyName: enterprise?.companyName ?? null }
    }
    isOver ||= page.length < pageEvents
    afterVersion = page.at(-1)?.version ?? afterVersion
  }
  const wanted = held
  if (!wanted) return undefined
  const person = await read((database) => findPerson(database, wanted.personId))
  return { name: wanted.companyName ?? person?.name ?? null, address: person?.address ?? null, email: person?.email ?? null }
}

const changesHolder = (type: string): boolean =>
  type === 'customers.AccountOpened' || type === 'customers.AccountDetailsChanged' || type === 'customers.AccountTransferred'
