import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import type { Connections } from '@nightflow/event-log/postgres/database'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'
import { networkOf } from '../rules/network-of.ts'
import { inTransaction } from '../storage/in-transaction.ts'
import type { Queryable } from '../storage/platform-tables.ts'

const minuteSeconds = 60
const daySeconds = 24 * 60 * minuteSeconds

export const challengeLimits = {
  /** A captcha and a nonce are good for this long, a code by message for longer. */
  goodForSeconds: 2 * minuteSeconds,
  codeGoodForSeconds: 10 * minuteSeconds,
  codeAttempts: 5,
  /** Another code can be requested after this time. */
  codeEverySeconds: minuteSeconds,
  codesPerRecipientAndDay: 10,
  codesPerAddressAndDay: 100,
  /** Captchas, and nonces, that one address may ask for within their two minutes; a whole office may be behind it. */
  perAddress: 200,
  /** Captchas, and nonces, within two minutes in the whole service, beyond which each address still gets a few: many addresses cannot exclude others. */
  inAllMax: 20_000,
  perAddressWhenCrowded: 10,
} as const

/** Salted by the id, which is random. */
const hashAnswer = (id: string, answer: string): Buffer => createHash('sha256').update(`${id}:${answer.trim().toLowerCase()}`).digest()

/** Something to be answered within two minutes, once: a captcha with its answer, or a nonce, which is its own answer. */
export const openChallenge = async (
  pool: Connections,
  { kind, address: caller, answer }: { kind: 'captcha' | 'nonce'; address: string; answer?: string },
): Promise<{ id: string } | Rejection> =>
  inTransaction(pool, async (client) => {
    await forgetOld(client)
    const address = networkOf(caller)
    const { perAddress, perAddressWhenCrowded, inAllMax, goodForSeconds } = challengeLimits
    const { rows } = await client.query<{ here: number; all: number }>(
      `select
         (select count(*)::int from platform.challenges where address = $2 and kind = $1 and expires_at > now()) as here,
         (select count(*)::int from (select from platform.challenges where kind = $1 and expires_at > now() limit $3) as recent) as all`,
      [kind, address, inAllMax],
    )
    const recent = rows[0]!
    const hereMax = recent.all >= inAllMax ? perAddressWhenCrowded : perAddress
    if (recent.here >= hereMax) return rejected('too-fast', { retryAfterSeconds: goodForSeconds })
    return insert(client, { kind, address, subject: '', answer: answer ?? '', attempts: 1, goodForSeconds })
  })

/** `recipient` is how the subjects begin whose codes go to the same one: whatever else is said with a name makes no new recipient of it. */
type WantedCode = { subject: string; recipient: string; address: string; code: string }

/** A code for what `subject` says; its recipient is counted whether anybody has this address or not. */
export const openCode = async (
  pool: Connections,
  { subject, recipient, address: caller, code }: WantedCode,
): Promise<{ id: string } | Rejection> =>
  inTransaction(pool, async (client) => {
    const address = networkOf(caller)
    // The recipient before the address, always: requests that share both then queue instead of blocking each other.
    await client.query(`select pg_advisory_xact_lock(hashtextextended('code ' || $1, 0))`, [recipient])
    await client.query(`select pg_advisory_xact_lock(hashtextextended('codes from ' || $1, 0))`, [address])
    await forgetOld(client)
    const wait = await waitForCode(client, recipient, address)
    if (wait > 0) return rejected('too-fast', { retryAfterSeconds: Math.ceil(wait) })
    const { codeAttempts: attempts, codeGoodForSeconds: goodForSeconds } = challengeLimits
    return insert(client, { kind: 'code', address, subject, answer: code, attempts, goodForSeconds })
  })

/** Seconds until the next code may go to this recipient from this address; 0 when it may go now. */
const waitForCode = async (client: PoolClient, recipient: string, address: string): Promise<number> => {
  const { codeEverySeconds, codesPerRecipientAndDay, codesPerAddressAndDay } = challengeLimits
  const { rows } = await client.query<{ wait: number | null }>(
    `with of_recipient as (
       select created_at from platform.challenges where starts_with(subject, $1) and kind = 'code' and created_at > now() - interval '1 day'
     ), of_address as (
       select created_at from platform.challenges where address = $2 and kind = 'code' and created_at > now() - interval '1 day'
     )
     select greatest(
       (select extract(epoch from max(created_at) + make_interval(secs => $3) - now()) from of_recipient),
       (select case when count(*) >= $4 then extract(epoch from min(created_at) + interval '1 day' - now()) end from of_recipient),
       (select case when count(*) >= $5 then extract(epoch from min(created_at) + interval '1 day' - now()) end from of_address)
     )::float8 as wait`,
    [recipient, address, codeEverySeconds, codesPerRecipientAndDay, codesPerAddressAndDay],
  )
  return Math.min(daySeconds, rows[0]?.wait ?? 0)
}

type Challenge = {
  kind: 'captcha' | 'nonce' | 'code'
  address: string
  subject: string
  answer: string
  attempts: number
  goodForSeconds: number
}

const insert = async (
  client: PoolClient,
  { kind, address, subject, answer, attempts, goodForSeconds }: Challenge,
): Promise<{ id: string }> => {
  const id = randomUUID()
  await client.query(
    `insert into platform.challenges (id, kind, answer_hash, subject, address, attempts_left, expires_at, created_at)
     values ($1, $2, $3, $4, $5, $6, clock_timestamp() + make_interval(secs => $7), clock_timestamp())`,
    [id, kind, kind === 'nonce' ? null : hashAnswer(id, answer), subject, address, attempts, goodForSeconds],
  )
  return { id }
}

/** Expired challenges are deleted, a few with every new one; codes stay for the day in which they count. */
const forgetOld = async (client: PoolClient): Promise<void> => {
  await client.query(
    `delete from platform.challenges where id in (
       select id from platform.challenges where expires_at < now() and (kind <> 'code' or created_at < now() - interval '1 day')
       order by expires_at limit 50 for update skip locked)`,
  )
}

/** Is this the answer of this captcha? The captcha is used up in either case. Upper and lower case are the same. */
export const takeCaptcha = async (database: Queryable, id: string, answer: string): Promise<boolean> => {
  const hash = await useUp(database, 'captcha', id)
  return hash !== undefined && hash !== null && timingSafeEqual(hash, hashAnswer(id, answer))
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Uses a nonce up; false when it was used before, ran out or never was one. */
export const takeNonce = async (database: Queryable, nonce: string): Promise<boolean> => {
  return uuid.test(nonce) && (await useUp(database, 'nonce', nonce)) !== undefined
}

/** Its hash, the first time and in time only. The row stays until it runs out, because it counts for its address until then. */
const useUp = async (database: Queryable, kind: 'captcha' | 'nonce', id: string): Promise<Buffer | null | undefined> => {
  const { rows } = await database.query<{ answer_hash: Buffer | null }>(
    `update platform.challenges set attempts_left = 0
     where id = $1 and kind = $2 and attempts_left > 0 and expires_at > now() returning answer_hash`,
    [id, kind],
  )
  return rows[0]?.answer_hash
}

/** The subject of a code, if this is the one that was sent; a wrong guess costs one of its attempts. */
export const checkCode = async (database: Queryable, id: string, code: string): Promise<{ subject: string } | undefined> => {
  // The attempt is paid first, so that guesses sent at once count each.
  const { rows } = await database.query<{ subject: string; answer_hash: Buffer }>(
    `update platform.challenges set attempts_left = attempts_left - 1
     where id = $1 and kind = 'code' and attempts_left > 0 and expires_at > now() returning subject, answer_hash`,
    [id],
  )
  const found = rows[0]
  if (!found || !timingSafeEqual(found.answer_hash, hashAnswer(id, code))) return undefined
  await database.query('update platform.challenges set attempts_left = attempts_left + 1 where id = $1', [id])
  return { subject: found.subject }
}

/** Uses a code up, once; its purpose is permitted then. The row stays, because it counts for the day. */
export const useCode = async (database: Queryable, id: string): Promise<boolean> => {
  const { rows } = await database.query(
    `update platform.challenges set expires_at = now(), attempts_left = 0
     where id = $1 and kind = 'code' and attempts_left > 0 and expires_at > now() returning id`,
    [id],
  )
  return rows.length > 0
}

/** Removes the codes that were asked for with a name of a person whose account is erased. */
export const eraseChallengesOf = async (database: Queryable, { uniqueNames }: { uniqueNames: string[] }): Promise<void> => {
  await database.query(
    'delete from platform.challenges where exists (select from unnest($1::text[]) as names(name) where position(lower(name) in lower(subject)) > 0)',
    [uniqueNames],
  )
}
