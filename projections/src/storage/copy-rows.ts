import type { ClientBase } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

/** Column types that the binary COPY writer knows. `date` is a day number since 1970-01-01; `timestamptz` epoch milliseconds. */
export type CopyType = 'text' | 'int2' | 'int4' | 'int8' | 'date' | 'bytea' | 'int4[]' | 'int8[]' | 'timestamptz' | 'float8'
export type CopyValue = string | number | Uint8Array | Float64Array | Int32Array | null

const header = Buffer.from('5047434f50590aff0d0a000000000000000000', 'hex')
const int4Oid = 23
const int8Oid = 20
/** PostgreSQL counts days from 2000-01-01. */
const postgresEpochDay = 10_957
const shortTextMax = 64
const postgresEpochMilliseconds = postgresEpochDay * 86_400_000

/** Rows in PostgreSQL's binary COPY format, written into one growing buffer. */
export class CopyBuffer {
  readonly columns: readonly (readonly [name: string, type: CopyType])[]
  rowCount = 0
  #buffer = Buffer.allocUnsafe(1 << 16)
  #at = 0

  constructor(columns: readonly (readonly [name: string, type: CopyType])[]) {
    this.columns = columns
    this.#at = header.copy(this.#buffer)
  }

  add(...values: CopyValue[]): void {
    this.#reserve(2)
    this.#at = this.#buffer.writeInt16BE(this.columns.length, this.#at)
    for (let index = 0; index < this.columns.length; index++) this.#write(this.columns[index]![1], values[index]!)
    this.rowCount++
  }

  /** Forgets the rows and keeps the memory, which for a page of the log is some megabytes, for the next. */
  restart(): void {
    this.rowCount = 0
    this.#at = header.length
  }

  /** The finished message; before anything is added again, `restart`. */
  finish(): Buffer {
    this.#reserve(2)
    this.#at = this.#buffer.writeInt16BE(-1, this.#at)
    return this.#buffer.subarray(0, this.#at)
  }

  #write(type: CopyType, value: CopyValue): void {
    if (value === null) {
      this.#reserve(4)
      this.#at = this.#buffer.writeInt32BE(-1, this.#at)
      return
    }
    switch (type) {
      case 'text':
        this.#text(value as string)
        return
      case 'bytea':
        this.#bytes(value as Uint8Array)
        return
      case 'int2':
        this.#length(2)
        this.#at = this.#buffer.writeInt16BE(value as number, this.#at)
        return
      case 'int4':
        this.#length(4)
        this.#at = this.#buffer.writeInt32BE(value as number, this.#at)
        return
      case 'date':
        this.#length(4)
        this.#at = this.#buffer.writeInt32BE((value as number) - postgresEpochDay, this.#at)
        return
      case 'int8':
        this.#length(8)
        this.#int8(value as number)
        return
      case 'float8':
        this.#length(8)
        this.#at = this.#buffer.writeDoubleBE(value as number, this.#at)
        return
      case 'timestamptz':
        this.#length(8)
        this.#int8(((value as number) - postgresEpochMilliseconds) * 1000)
        return
      case 'int4[]':
      case 'int8[]':
        this.#array(value as Int32Array | Float64Array, type === 'int4[]' ? 4 : 8)
        return
    }
  }

  #length(bytes: number): void {
    this.#reserve(4 + bytes)
    this.#at = this.#buffer.writeInt32BE(bytes, this.#at)
  }

  /** Exact for integers up to 2^53, which a bigint detour would make many times slower. */
  #int8(value: number): void {
    const high = Math.floor(value / 0x1_0000_0000)
    this.#buffer.writeInt32BE(high, this.#at)
    this.#buffer.writeUInt32BE(value - high * 0x1_0000_0000, this.#at + 4)
    this.#at += 8
  }

  #text(value: string): void {
    if (value.length <= shortTextMax && this.#shortAscii(value)) return
    const length = Buffer.byteLength(value)
    this.#length(length)
    this.#at += this.#buffer.write(value, this.#at)
  }

  /** Letter by letter: asking for the length and then for the bytes of a few letters costs several times more. */
  #shortAscii(value: string): boolean {
    const { length } = value
    this.#reserve(4 + length)
    const start = this.#at + 4
    for (let place = 0; place < length; place++) {
      const code = value.charCodeAt(place)
      if (code > 127) return false
      this.#buffer[start + place] = code
    }
    this.#at = this.#buffer.writeInt32BE(length, this.#at) + length
    return true
  }

  #bytes(value: Uint8Array): void {
    this.#length(value.length)
    this.#buffer.set(value, this.#at)
    this.#at += value.length
  }

  #array(values: Int32Array | Float64Array, width: 4 | 8): void {
    this.#length(20 + values.length * (4 + width))
    for (const word of [1, 0, width === 4 ? int4Oid : int8Oid, values.length, 1]) this.#at = this.#buffer.writeInt32BE(word, this.#at)
    for (const value of values) {
      this.#at = this.#buffer.writeInt32BE(width, this.#at)
      if (width === 4) this.#at = this.#buffer.writeInt32BE(value, this.#at)
      else this.#int8(value)
    }
  }

  #reserve(bytes: number): void {
    if (this.#at + bytes <= this.#buffer.length) return
    const grown = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, this.#at + bytes))
    this.#buffer.copy(grown, 0, 0, this.#at)
    this.#buffer = grown
  }
}

/** An array of numbers as a parameter. The driver would look into each for what needs quotes, which for a page is some milliseconds. */
export const arrayLiteral = (numbers: readonly number[]): string => `{${numbers.join()}}`

/** Copies the rows into a table; the fastest way there is, for rows that are known to be new. */
export const copyRows = async (client: ClientBase, table: string, rows: CopyBuffer): Promise<void> => {
  if (rows.rowCount === 0) return
  const names = rows.columns.map(([name]) => name).join(', ')
  await new Promise<void>((resolve, reject) => {
    const stream = client.query(copyFrom(`copy ${table} (${names}) from stdin binary`))
    stream.once('error', reject)
    stream.once('finish', resolve)
    stream.end(rows.finish())
  })
}

/** Inserts the rows or, where the key is there already, replaces the whole row: through a temporary table, in two statements. */
export const upsertRows = async (client: ClientBase, table: string, key: readonly string[], rows: CopyBuffer): Promise<void> => {
  if (rows.rowCount === 0) return
  const staging = `staging_${table}`
  const names = rows.columns.map(([name]) => name)
  await client.query(`create temporary table if not exists ${staging} (like ${table}) on commit delete rows`)
  await copyRows(client, staging, rows)
  const changed = names.filter((name) => !key.includes(name)).map((name) => `${name} = excluded.${name}`)
  await client.query(
    `insert into ${table} (${names}) select ${names} from ${staging} on conflict (${key}) do update set ${changed}; delete from ${staging}`,
  )
}
