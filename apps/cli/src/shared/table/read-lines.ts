import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import { CommandRefusal } from '../command-refusal.ts'

/** A line that is longer is no line of a table, and would otherwise be collected without end. */
const lineCharactersMax = 1_000_000

const why = (error: unknown): string => {
  const code = (error as { code?: string }).code
  if (code === 'ENOENT') return 'there is no such file'
  if (code === 'EACCES') return 'it may not be read by this account'
  if (code === 'EISDIR') return 'it is a folder'
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
    return 'its bytes are not text in the expected encoding; name another one with --encoding, such as windows-1252 or gb18030'
  if (code?.startsWith('Z_')) return 'it is not a whole gzip file'
  return (error as Error).message
}

/** The first bytes of a file, fewer if it is shorter. Refused with a sentence when it cannot be read. */
export const firstBytes = async (path: string, count: number): Promise<Buffer> => {
  try {
    const file = await open(path)
    try {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(count), 0, count, 0)
      return buffer.subarray(0, bytesRead)
    } finally {
      await file.close()
    }
  } catch (error) {
    throw unreadable(path, error)
  }
}

export const unreadable = (path: string, error: unknown): CommandRefusal =>
  error instanceof CommandRefusal ? error : new CommandRefusal(`${path} cannot be read: ${why(error)}.`)

/** RFC 1952: every gzip file starts with these two bytes, whatever it is called. */
const isGzip = (head: Buffer): boolean => head[0] === 0x1f && head[1] === 0x8b

const encodingOf = (head: Buffer): string => {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  return 'utf-8'
}

/**
 * The lines of a text file, gzip or not, without a byte order mark. Never holds more than a piece of the file. Encoding: UTF-8, UTF-16
 * where a byte order mark says so, or the one that is named; bytes that are not text in it are refused, not replaced.
 */
export async function* readLines(path: string, encoding?: string): AsyncGenerator<string> {
  try {
    const head = await firstBytes(path, 2)
    const bytes = createReadStream(path)
    const plain = isGzip(head) ? bytes.pipe(createGunzip()) : bytes
    // A pipe does not carry the error of its source on.
    if (plain !== bytes) bytes.on('error', (error) => plain.destroy(error))
    const decoder = new TextDecoder(encoding ?? encodingOf(head), { fatal: true })
    let rest = ''
    for await (const piece of plain) {
      const lines = (rest + decoder.decode(piece as Buffer, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      if (rest.length > lineCharactersMax)
        throw new CommandRefusal(`${path}: a line is longer than ${lineCharactersMax} characters; is it a text file with one row a line?`)
      for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line
    }
    rest += decoder.decode()
    if (rest !== '') yield rest
  } catch (error) {
    throw unreadable(path, error)
  }
}
