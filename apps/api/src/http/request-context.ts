import type { Papers } from '@nightflow/domain/billing/papers'
import type { TokenVendor } from '@nightflow/domain/prepaid/token-vendor'
import type { EventLog } from '@nightflow/event-log/event-log'
import type { Connections, RowScope } from '@nightflow/event-log/postgres/database'
import type { JobEnds } from '@nightflow/platform/jobs/job-ends'
import type { OperationRows } from '@nightflow/platform/operations/operation-rows'
import type { LiveSessions } from '@nightflow/platform/sign-in/live-sessions'
import type { SealedPasswords } from '@nightflow/platform/sign-in/sealed-passwords'
import type { Endpoint } from '@nightflow/schemas/shared/endpoint'
import type { Language } from '@nightflow/schemas/shared/language'
import type { Permission } from '@nightflow/schemas/shared/permissions'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool, PoolClient } from 'pg'
import type { Exports } from '../resource/exports.ts'
import type { Background } from './background.ts'
import type { NoticeStreams } from './notice-streams.ts'
import type { PayStreams } from './pay-streams.ts'
import type { Queues } from './queues.ts'
import type { RefusalLog } from './refusal-log.ts'

/** Dependencies of the API. */
export type Dependencies = {
  /** Within a command its transaction: what it changes is stored with its row of the operation log or not at all. */
  pool: Connections
  /** The pool itself, for work that outlasts a command. */
  servicePool: Pool
  log: EventLog
  /** Text that signs and checks access tokens: `loadTokenSecret`. */
  tokenSecret: string
  /** How long a command waits until the read models have its events; it answers after that in any case. */
  viewWaitMilliseconds: number
  background: Background
  /** Sessions as this process has them in memory. */
  sessions: LiveSessions
  sealedPasswords: SealedPasswords
  exports: Exports
  jobEnds: JobEnds
  noticeStreams: NoticeStreams
  payStreams: PayStreams
  /** Of a process that runs jobs. */
  papers?: Papers | undefined
  /** The vending module of a tenant; absent where this process has none. */
  vending?: ((tenant: string) => Promise<TokenVendor | undefined>) | undefined
  queues: Queues
  /** Of commands that change nothing but the log. */
  operations: OperationRows
  refusals: RefusalLog
  onRead?: OnRead | undefined
}

/** Called after every read of the read models, also a failed one: with the endpoint and the time that it waited for the database. */
export type OnRead = (endpoint: Pick<Endpoint, 'method' | 'path'>, milliseconds: number) => void

/** The caller, from the token and its session; nothing of it comes from the request itself. */
export type Caller = {
  /** The tenant whose data the caller sees: the visited one while an operator visits. */
  tenant: string
  username: string
  /** Null for a token of the command line, which has no user. */
  userId: number | null
  /** Null for a token of the command line. */
  sessionId: string | null
  /** Keys of the caller's roles. */
  roles: readonly string[]
  /** Permissions of those roles, `*:*:*` among them for everything. */
  permissions: ReadonlySet<string>
  /** Set while an operator of the platform visits: the operator's own tenant. */
  homeTenant: string
  /** The initial password is still in use: nothing but changing it is open. */
  mustChangePassword: boolean
  /** The part of the utility whose customers, meters, partitions and money the caller sees; undefined for the whole. */
  scope: RowScope | undefined
  may: (permission: Permission) => boolean
}

/** A request without sign-in. */
export type Visit = Dependencies & {
  address: string
  logger: FastifyBaseLogger
  /** The reader's language, by the `language` header or what the browser prefers. */
  language: Language
  /** Name of the caller's program, from its `User-Agent`. */
  client: string
  /** The request came over TLS, as far as the service and a trusted proxy know. */
  isEncrypted: boolean
  /** The header as it came. No cookie opens anything: those that are read say which devices accounts know. */
  cookies: string
  /** `Set-Cookie` headers of the answer. */
  newCookies: string[]
  /** The caller is the service's own web app, not another client of the back office's calls. */
  isOwnClient: boolean
  /** The zone of the local times in the answer: set by a call without a session that finds its tenant otherwise. */
  timeZone?: string
}

/** A request of a signed-in caller. */
export type RequestContext = Visit & {
  caller: Caller
  /** No person caused this call: it keeps no session. */
  isByTimer: boolean
  /** Runs a query that sees the caller's tenant alone, for at most half a minute. */
  read: <Result>(work: (database: PoolClient) => Promise<Result>) => Promise<Result>
  /** Runs work once what the caller changed is stored, and not at all where it is undone: at once outside of a command. */
  onStored: (work: () => void) => void
  /** Changes what a request may change in the caller's tenant, all or nothing; the database refuses everything else. */
  write: <Result>(work: (database: PoolClient) => Promise<Result>) => Promise<Result>
}
