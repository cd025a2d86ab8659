import { type FoundAccount, foundAccountsMax } from '@nightflow/schemas/customers/find-accounts'
import { AccountStatus } from '@nightflow/schemas/shared/account-status'
import type { PoolClient } from 'pg'
import { pattern, personOf } from './account-queries.ts'

/** Words of one search; further ones would only repeat what is narrow already. */
const wordsMax = 8
/** Accounts that are ranked. A search that leaves more than these is too wide for a choice of eight. */
const candidatesMax = 60
/** Numbers of bills are positions of the log. */
const billNumber = /^\d{1,15}$/

type Candidate = Omit<FoundAccount, 'openMinor' | 'owedSince'>

const columns = `account_no as "accountNo", coalesce(parties->>'companyName', holder.name) as "customerName", holder.address, holder.telephone, meter_no as "meterNo", status`

/** Accounts that a number names as a whole: their own, of a meter, of a bill, or the telephone of the holder. */
const namedBy = async (database: PoolClient, search: string): Promise<Candidate[]> => {
  const bill = billNumber.test(search) ? 'or account_no = (select account_no from views.bills where bill_no = $2::bigint)' : ''
  const { rows } = await database.query<Candidate>(
    `select ${columns} from views.accounts ${personOf('holder', 'accounts.holder_id')}
     where account_no = upper($1) or meter_no = $1 ${bill} or holder_id in (select person_id from views.persons where telephone = $1)
     order by (account_no = upper($1)) desc, id desc limit ${foundAccountsMax}`,
    bill === '' ? [search] : [search, search],
  )
  return rows
}

/** Accounts that have every word in their numbers or in the name, address or telephone of their holder, the newest first. */
const withWords = async (database: PoolClient, search: string): Promise<Candidate[]> => {
  const words = search.split(/\s+/).filter(Boolean).slice(0, wordsMax)
  const conditions = words.map(
    (_, nth) =>
      `(accounts.search_text like $${nth + 1} or holder_id in (select person_id from views.persons where search_text like $${nth + 1}))`,
  )
  const { rows } = await database.query<Candidate>(
    `select ${columns} from views.accounts ${personOf('holder', 'accounts.holder_id')}
     where ${conditions.join(' and ')} order by id desc limit ${candidatesMax}`,
    words.map(pattern),
  )
  return rows
}

/** 0 begins with what was typed, 1 a word of it does, 2 contains it; of a cancelled account behind the others. */
const rankOf = ({ accountNo, customerName, address, telephone, meterNo, status }: Candidate, search: string): number => {
  const typed = search.toLowerCase()
  const best = [accountNo, customerName, meterNo, telephone, address].flatMap((text) => {
    const at = text?.toLowerCase().indexOf(typed) ?? -1
    return at < 0 ? [] : [at === 0 ? 0 : /[\s\-_/.,:()]/.test(text!.charAt(at - 1)) ? 1 : 2]
  })
  return Math.min(2, ...best) + (status === AccountStatus.enum.cancelled ? 3 : 0)
}

/** Open parts of the bills of these accounts, and the first day on which a part is due. */
const owedBy = async (database: PoolClient, accountNos: readonly string[]) => {
  const { rows } = await database.query<{ accountNo: string; openMinor: number; owedSince: string }>(
    `select account_no as "accountNo", sum(open_minor)::float8 as "openMinor", min(due_on) as "owedSince"
     from views.bills where account_no = any($1) and open_minor > 0 group by account_no`,
    [accountNos],
  )
  return new Map(rows.map(({ accountNo, ...owed }) => [accountNo, owed]))
}

/** Accounts by any word, exact numbers first; what they owe is left out for callers who may not see bills. */
export const findAccountsBy = async (
  database: PoolClient,
  search: string,
  { seesBills }: { seesBills: boolean },
): Promise<FoundAccount[]> => {
  const exact = await namedBy(database, search)
  const known = new Set(exact.map(({ accountNo }) => accountNo))
  const others = exact.length < foundAccountsMax ? await withWords(database, search) : []
  const ranked = others
    .filter(({ accountNo }) => !known.has(accountNo))
    .map((account) => ({ account, rank: rankOf(account, search) }))
    .toSorted((one, other) => one.rank - other.rank)
  const found = [...exact, ...ranked.map(({ account }) => account)].slice(0, foundAccountsMax)
  const accountNos = found.map(({ accountNo }) => accountNo)
  const owed = seesBills ? await owedBy(database, accountNos) : undefined
  return found.map((account) => {
    const { openMinor = 0, owedSince = null } = owed?.get(account.accountNo) ?? {}
    return { ...account, openMinor: owed ? openMinor : null, owedSince }
  })
}
