import { firstContract } from '@nightflow/domain/billing/account-contracts'
import type { HolderOnPaper } from '@nightflow/domain/billing/papers'
import { calendarOf, dateOfDay } from '@nightflow/domain/shared/local-time'
import { findPerson } from '@nightflow/projections/privacy/find-person'
import type { EventOf } from '@nightflow/schemas/events'
import type { RequestContext } from '../http/request-context.ts'

type PaperHolder = Exclude<HolderOnPaper, null>

const pageEvents = 1000

/** The holder of an account before a local day: a bill is its holder's, also after the account was given to another one. */
type HeldBefore = { accountNo: string; day: string; timeZone: string }
/** The holder of a contract, also after it. */
type HeldBy = { accountNo: string; contractNo: number }

/** Undefined where there is no such account. */
export const holderOnPaper = async (
  { log, read, caller: { tenant } }: RequestContext,
  wanted: HeldBefore | HeldBy,
): Promise<PaperHolder | undefined> => {
  const { accountNo } = wanted
  const isOverBy = (transferredAt: string, contractNo: number): boolean =>
    'day' in wanted
      ? dateOfDay(calendarOf(wanted.timeZone).dayOf(Date.parse(transferredAt))) >= wanted.day
      : contractNo === wanted.contractNo
  let contractNo = firstContract
  let held: { personId: string; companyName: string | null } | undefined
  for (let afterVersion = 0, isOver = false; !isOver; ) {
    const page = await log.readStream(`${tenant}/customers-account-${accountNo}`, { afterVersion, limit: pageEvents })
    for (const { type, data } of page) {
      if (type === 'customers.AccountTransferred') {
        const { transferredAt } = data as EventOf<'customers.AccountTransferred'>['data']
        isOver = isOverBy(transferredAt, contractNo)
        if (isOver) break
        contractNo += 1
      }
      if (!changesHolder(type)) continue
      const { holder, enterprise } = data as EventOf<'customers.AccountOpened'>['data']
      held = { personId: holder.personId, companyName: enterprise?.companyName ?? null }
    }
    isOver ||= page.length < pageEvents
    afterVersion = page.at(-1)?.version ?? afterVersion
  }
  const found = held
  if (!found) return undefined
  const person = await read((database) => findPerson(database, found.personId))
  return { name: found.companyName ?? person?.name ?? null, address: person?.address ?? null, email: person?.email ?? null }
}

const changesHolder = (type: string): boolean =>
  type === 'customers.AccountOpened' || type === 'customers.AccountDetailsChanged' || type === 'customers.AccountTransferred'
