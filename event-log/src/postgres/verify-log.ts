import type { Pool } from 'pg'
import { digestOfContent } from '../chain.ts'
import type { BrokenLink } from '../event-log.ts'
import { type CheckedEvent, checkStream, type StreamHead } from '../stream-check.ts'
import { type EventRow, eventColumns } from './recorded-event-row.ts'

const pageLimits = { streams: 1000, events: 1000, bytes: 8 * 1024 * 1024 } as const

const streamPage = `select stream, version, hash from log.streams
where stream > $1 and ($2::text is null or stream = $2) order by stream limit ${pageLimits.streams}`

/** Events after (stream, version) up to and with the stream `$3`, in the order of streams; bounded as in read-all. */
const eventPage = `
select ${eventColumns} from (
  select page.*, sum(coalesce(octet_length(packed), 0)) over (order by stream, version, position rows between unbounded preceding and current row)
    - coalesce(octet_length(packed), 0) as bytes_before
  from (select * from log.events where (stream, version, position) > ($1, $2, $3) and ($4::text is null or stream <= $4)
    order by stream, version, position limit ${pageLimits.events}) page
) measured where bytes_before < ${pageLimits.bytes} order by measured.stream, measured.version, measured.position`

type Head = { stream: string } & StreamHead

/**
 * Holds every event against its chain and every stream against its head, in pages, while others append.
 * The heads of a page of streams are read before its events; what was appended meanwhile is beyond those heads and is read again.
 */
export async function* verifyLog(
  pool: Pool,
  options: { stream?: string; onProgress?: (doneEvents: number) => void },
): AsyncGenerator<BrokenLink> {
  let done = 0
  let after = ''
  for (let last = false; !last; ) {
    const heads = await readHeads(pool, after, options.stream)
    last = heads.length < pageLimits.streams
    // Events whose stream has no head are found too: the range of a page reaches to its last name, that of the last page to the end.
    const until = options.stream ?? (last ? undefined : heads.at(-1)!.stream)
    const known = new Map(heads.map((head) => [head.stream, head]))
    for await (const links of verifyRange(pool, options.stream ?? after, options.stream !== undefined, until, known)) {
      done += links.events
      yield* links.broken
      options.onProgress?.(done)
    }
    after = until ?? after
  }
}

async function* verifyRange(pool: Pool, after: string, inclusive: boolean, until: string | undefined, heads: Map<string, Head>) {
  let cursor = { stream: after, version: inclusive ? -2_147_483_648 : 2_147_483_647, position: inclusive ? 0 : Number.MAX_SAFE_INTEGER }
  let check: { stream: string; state: ReturnType<typeof checkStream> } | undefined
  const close = async (): Promise<BrokenLink[]> => {
    if (!check) return []
    const { stream, state } = check
    check = undefined
    const head = heads.get(stream)
    heads.delete(stream)
    // Longer than its head was: appended meanwhile, or appended past the log. The current head decides.
    return state.finish(head && head.version >= state.version() ? head : await readHeadOf(pool, stream, state.version()))
  }
  for (;;) {
    const rows = await readEvents(pool, cursor, until)
    const broken: BrokenLink[] = []
    for (const row of rows) {
      if (check?.stream !== row.stream) {
        broken.push(...(await close()))
        check = { stream: row.stream, state: checkStream(row.stream) }
      }
      broken.push(...check.state.next(checkedEventOf(row)))
    }
    const last = rows.at(-1)
    if (!last) {
      broken.push(...(await close()))
      // Streams of which no event is left.
      for (const head of heads.values()) broken.push(...checkStream(head.stream).finish(head))
      yield { events: 0, broken }
      return
    }
    cursor = { stream: last.stream, version: last.version, position: Number(last.position) }
    yield { events: rows.length, broken }
  }
}

const readHeads = async (pool: Pool, after: string, stream: string | undefined): Promise<Head[]> =>
  (await pool.query<Head>({ name: 'log-verify-heads', text: streamPage, values: [after, stream ?? null] })).rows

/** The head of a stream that grew while it was checked: only its version counts then, unless it is that of the last event seen. */
const readHeadOf = async (pool: Pool, stream: string, seenVersion: number): Promise<StreamHead | undefined> => {
  const [head] = await readHeads(pool, '', stream)
  if (!head || head.version <= seenVersion) return head
  const { rows } = await pool.query<{ hash: Buffer }>('select hash from log.events where stream = $1 and version = $2', [
    stream,
    seenVersion,
  ])
  return { version: seenVersion, hash: rows[0]?.hash ?? head.hash }
}

const readEvents = async (
  pool: Pool,
  cursor: { stream: string; version: number; position: number },
  until: string | undefined,
): Promise<EventRow[]> =>
  (
    await pool.query<EventRow>({
      name: 'log-verify-events',
      text: eventPage,
      values: [cursor.stream, cursor.version, cursor.position, until ?? null],
    })
  ).rows

const checkedEventOf = (row: EventRow): CheckedEvent => ({
  stream: row.stream,
  version: row.version,
  position: Number(row.position),
  hash: row.hash,
  digest: digestOfContent({
    stream: row.stream,
    id: row.id,
    type: row.type,
    schemaVersion: row.schema_version,
    tenant: row.tenant,
    actor: row.actor,
    cause: row.cause ?? undefined,
    correlation: row.correlation ?? undefined,
    data: Buffer.from(row.data, 'utf8'),
    packed: row.packed ?? undefined,
  }),
})
