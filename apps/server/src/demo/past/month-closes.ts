import { closedBooksDecider } from '@nightflow/domain/billing/closed-books'
import type { TrialBalanceLine } from '@nightflow/schemas/billing/book-close'
import { LedgerAccount } from '@nightflow/schemas/billing/ledger'
import type { City } from '@nightflow/simulator/city'
import { dayMilliseconds, type Past } from './past.ts'

type Posted = { at: number; ledgerAccount: LedgerAccount; amountMinor: number }

/** The books of a month are closed some days after it, and those of the latest months are open. */
const closedAfterDays = 6
const openMonths = 3

const everyPosting = async ({ log }: Past): Promise<Posted[]> => {
  const found: Posted[] = []
  const limit = 1_000
  for (let after = 0; ; after += limit) {
    const events = await log.readAll(after, { limit, maximumBytes: Number.MAX_SAFE_INTEGER })
    for (const { data } of events) {
      const { at, postings = [] } = data as { at?: string; postings?: Omit<Posted, 'at'>[] }
      if (at !== undefined) found.push(...postings.map((posting) => ({ ...posting, at: Date.parse(at) })))
    }
    if (events.length < limit) return found
  }
}

const balanceOf = (posted: readonly Posted[], { from, until }: { from: number; until: number }): TrialBalanceLine[] => {
  const byAccount = Map.groupBy(
    posted.filter(({ at }) => at < until),
    ({ ledgerAccount }) => ledgerAccount,
  )
  return LedgerAccount.options.flatMap((ledgerAccount) => {
    const own = byAccount.get(ledgerAccount) ?? []
    if (own.length === 0) return []
    const sum = (counts: (posting: Posted) => boolean) => own.filter(counts).reduce((total, { amountMinor }) => total + amountMinor, 0)
    const isOfMonth = ({ at }: Posted): boolean => at >= from
    return {
      ledgerAccount,
      openingMinor: sum(({ at }) => at < from),
      debitMinor: sum((posting) => isOfMonth(posting) && posting.amountMinor > 0),
      creditMinor: 0 - sum((posting) => isOfMonth(posting) && posting.amountMinor < 0),
      closingMinor: sum(() => true),
    }
  })
}

/** The accountant closes month after month, each with its trial balance. `starts` are the local midnights of the months that were posted in. */
export const closeMonths = (past: Past, city: City, starts: readonly number[]): void => {
  const monthAt = (at: number): string => city.days.at(at).date.slice(0, 'YYYY-MM'.length)
  for (const [nth, from] of starts.slice(0, -openMonths).entries()) {
    const until = starts[nth + 1]!
    past.on(until + (closedAfterDays + 0.4) * dayMilliseconds, async () => {
      const posted = await everyPosting(past)
      const close = { month: monthAt(from), from: new Date(from).toISOString(), until: new Date(until).toISOString() }
      const known = { trialBalance: balanceOf(posted, { from, until }), computedAtPosition: await past.log.head() }
      const firstMonth = monthAt(posted[0]!.at)
      const command = { type: 'CloseMonth', ...close, ...known, firstMonth, reason: 'Checked with the bank' } as const
      await past.execute(closedBooksDecider, command, past.utility.actors.admin)
    })
  }
}
