import type { PersonText } from '@nightflow/schemas/privacy/endpoints'
import type { PoolClient } from 'pg'
import { findPerson } from './person-queries.ts'

/** A shorter word is a part of many others. */
const lettersMin = 3

/** Each table with a text that people type, where the text is, and what it is about. `own`: it is erased with the holder of its account. */
const sources: readonly { kind: PersonText['kind']; from: string; id: string; at: string; text: string; isOwn?: true }[] = [
  { kind: 'payment', from: 'payments', id: 'account_no', at: 'create_time', text: "concat_ws(' ', reference, remark)", isOwn: true },
  { kind: 'bankEntry', from: 'bank_entries', id: 'bank_entry_no::text', at: 'create_time', text: 'remittance', isOwn: true },
  { kind: 'account', from: 'accounts', id: 'account_no', at: 'opened_at', text: "settings->>'remarks'" },
  { kind: 'account', from: 'accounts_history', id: 'account_no', at: 'at', text: 'note' },
  { kind: 'bill', from: 'bills_history', id: 'account_no', at: 'at', text: 'note' },
  { kind: 'debt', from: 'debts', id: 'account_no', at: 'create_time', text: "concat_ws(' ', fee_name, remark)" },
  { kind: 'meter', from: 'meters_history', id: 'number', at: 'at', text: 'note' },
  { kind: 'meter', from: 'manual_readings', id: 'number', at: 'taken_at', text: 'note' },
  { kind: 'alarm', from: 'alarms_history', id: 'subject', at: 'at', text: 'note' },
]

/**
 * Texts that people typed and that name the person: by the whole name, or by telephone or e-mail address. Undefined for an unknown person; nothing
 * of an erased one, whose name is not known any more.
 */
export const textsNamingPerson = async (
  database: PoolClient,
  request: { personId: string; limit: number },
): Promise<{ rows: PersonText[]; hasMore: boolean } | undefined> => {
  const person = await findPerson(database, request)
  if (!person) return undefined
  const words = [person.name, person.telephone, person.email].filter((word) => word !== null && word.length >= lettersMin)
  if (words.length === 0) return { rows: [], hasMore: false }
  const found = sources.map(
    ({ kind, from, id, at, text, isOwn = false }) =>
      `select '${kind}' as kind, ${id} as id, ${at} as at, ${text} as text, ${isOwn} as "isOwn" from views.${from}
       where exists (select from unnest($1::text[]) word where strpos(lower(${text}), lower(word)) > 0)`,
  )
  const { rows } = await database.query<Omit<PersonText, 'at'> & { at: Date }>(
    `select * from (${found.join(' union all ')}) texts order by at desc, kind, id limit $2 + 1`,
    [words, request.limit],
  )
  const shown = rows.slice(0, request.limit)
  return { rows: shown.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })), hasMore: rows.length > request.limit }
}
