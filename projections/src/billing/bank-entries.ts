import { BankEntryStatus, bankEntries as resource } from '@nightflow/schemas/billing/bank-entry'
import type { BankEntry } from '@nightflow/schemas/billing/bank-statement'
import type { HistoryPage } from '@nightflow/schemas/shared/history'
import type { PoolClient } from 'pg'
import type { z } from 'zod'
import { defineEntity } from '../projector/entity.ts'
import { readHistory } from '../projector/entity-history.ts'

const statuses = BankEntryStatus.enum

type Row = z.output<typeof resource.row>

/** Without the name of the other party, which is in `persons` alone. */
const row = resource.row.omit({ counterpartyName: true })

const withOpen = <Seen extends Pick<Row, 'openMinor' | 'status'>>(
  seen: Seen,
  openMinor: number,
  settled: (typeof statuses)['assigned' | 'setAside'],
): Seen => ({
  ...seen,
  openMinor,
  status: openMinor === 0 ? settled : statuses.unmatched,
})

/** Entries of bank statements with what of them is assigned. */
export const bankEntries = defineEntity({
  name: 'billing/bank-entries',
  version: 1,
  table: 'bank_entries',
  key: ['entryId'],
  row,
  indexes: {
    id: '(tenant, bank_entry_no)',
    statement: '(tenant, statement_id, bank_entry_no)',
    open: `(tenant, bank_entry_no) where status = '${statuses.unmatched}'`,
  },
  // An entry is the person of its personal data.
  keysOf: ({ type, data }) => [{ entryId: (type === 'privacy.PersonErased' ? data.personId : data.entryId) as string }],
  evolve: {
    'billing.BankEntryRecorded': (seen, { data, position }) => {
      const { postings: _, personId: __, counterpartyName: ___, at, ...entry } = data
      const openMinor = Math.abs(entry.amountMinor)
      return seen ?? { ...entry, bankEntryNo: position, openMinor, status: statuses.unmatched, matchedBy: null, parts: [], createTime: at }
    },
    'billing.BankEntryAssigned': (seen, { data: { parts, matchedBy } }) => {
      if (!seen) return undefined
      const assigned = parts.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
      return { ...withOpen(seen, seen.openMinor - assigned, statuses.assigned), matchedBy, parts: [...seen.parts, ...parts] }
    },
    'billing.BankEntrySetAside': (seen) => seen && withOpen(seen, 0, statuses.setAside),
    'billing.BankEntryReleased': (seen, { data: { paymentId, amountMinor } }) =>
      seen && {
        ...withOpen(seen, seen.openMinor + amountMinor, statuses.assigned),
        parts: seen.parts.filter((part) => part.paymentId !== paymentId),
      },
    'privacy.PersonErased': (seen) => seen && { ...seen, remittance: null },
  },
  history: {
    sentences: 'billing:bankEntry',
    steps: {
      'billing.BankEntryRecorded': { step: 'imported', tell: ({ data: { amountMinor } }) => ({ facts: { amountMinor } }) },
      'billing.BankEntryAssigned': {
        step: 'assigned',
        tell: ({ data: { parts, reason } }) => ({
          facts: { accounts: parts.map(({ accountNo }) => accountNo).join(', ') },
          note: reason || null,
        }),
      },
      'billing.BankEntrySetAside': {
        step: 'setAside',
        tell: ({ data: { amountMinor, reason } }) => ({ facts: { amountMinor }, note: reason }),
      },
      'billing.BankEntryReleased': {
        step: 'released',
        tell: ({ data: { amountMinor, reason } }) => ({ facts: { amountMinor }, note: reason }),
      },
    },
  },
})

/** Identifier, amount and open part of the entry with this number. */
export const findBankEntry = async (database: PoolClient, bankEntryNo: number) => {
  const { rows } = await database.query<Pick<Row, 'entryId' | 'amountMinor' | 'openMinor' | 'reference' | 'remittance'>>(
    `select entry_id as "entryId", amount_minor::float8 as "amountMinor", open_minor::float8 as "openMinor", reference, remittance
     from views.bank_entries where bank_entry_no = $1`,
    [bankEntryNo],
  )
  return rows[0]
}

/** Those of the identifiers that the read model has. */
export const knownEntriesOf = async (database: PoolClient, entryIds: readonly string[]): Promise<ReadonlySet<string>> => {
  const { rows } = await database.query<{ entryId: string }>(
    'select entry_id as "entryId" from views.bank_entries where entry_id = any($1::uuid[])',
    [entryIds],
  )
  return new Set(rows.map(({ entryId }) => entryId))
}

type Wanted = { entryIds: readonly string[]; bankAccounts: readonly string[]; days: readonly string[]; amounts: readonly number[] }
type Taken = BankEntry & { entryId: string; statementId: string; bankAccount: string; isErased: boolean }

/** Entries without an identifier of the bank that have these identifiers, or account, day and amount of entries of a file. */
export const takenEntriesOf = async (database: PoolClient, { entryIds, bankAccounts, days, amounts }: Wanted): Promise<Taken[]> => {
  const { rows } = await database.query<Taken>(
    `select entry_id as "entryId", statement_id as "statementId", bank_account as "bankAccount", booking_day as "bookingDay",
       value_day as "valueDay", amount_minor::float8 as "amountMinor", bank_id as "bankId", reference, coalesce(remittance, '') as remittance,
       remittance is null as "isErased", counterparty_account as "counterpartyAccount", coalesce(name, '') as "counterpartyName"
     from views.bank_entries left join views.persons on person_id = entry_id
     where bank_id = '' and (entry_id = any($1::uuid[]) or (booking_day = any($2::text[]) and amount_minor = any($3::bigint[])
       and upper(regexp_replace(bank_account, '\\s', '', 'g')) = any($4::text[])))
     order by bank_entry_no`,
    [entryIds, days, amounts, bankAccounts],
  )
  return rows
}

/** The history of one entry, newest first; undefined where there is none. */
export const bankEntryHistory = async (database: PoolClient, bankEntryNo: number, page: HistoryPage) => {
  const found = await findBankEntry(database, bankEntryNo)
  return found && readHistory(database, bankEntries.entity, { entryId: found.entryId }, page)
}

/** Entries with the name of the other party, null where it is erased. */
export const withNames = async (database: PoolClient, entries: readonly Row[]): Promise<Row[]> => {
  const { rows } = await database.query<{ entryId: string; name: string | null }>(
    'select person_id as "entryId", name from views.persons where person_id = any($1::uuid[])',
    [entries.map(({ entryId }) => entryId)],
  )
  const names = new Map(rows.map(({ entryId, name }) => [entryId, name]))
  return entries.map((entry) => ({ ...entry, counterpartyName: names.get(entry.entryId) || null }))
}
