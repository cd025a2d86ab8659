import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import { CommandRefusal } from '../shared/command-refusal.ts'

const why = (error: unknown): string => {
  const code = (error as { code?: string }).code
  if (code === 'ENOENT') return 'there is no such file'
  if (code === 'EACCES') return 'it may not be read by this account'
  if (code === 'EISDIR') return 'it is a folder'
  if (code?.startsWith('Z_')) return 'it is not a whole gzip file'
  return (error as Error).message
}

const isGzip = async (path: string): Promise<boolean> => {
  const file = await open(path)
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(2), 0, 2, 0)
    // RFC 1952: every gzip file starts with these two bytes, whatever it is called.
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b
  } finally {
    await file.close()
  }
}

/** The lines of a text file, gzip or not, without a byte order mark. Never holds more than a piece of the file. */
export async function* readLines(path: string): AsyncGenerator<string> {
  try {
    const zipped = await isGzip(path)
    const bytes = createReadStream(path)
    const text = zipped ? bytes.pipe(createGunzip()) : bytes
    // A pipe does not carry the error of its source on.
    if (text !== bytes) bytes.on('error', (error) => text.destroy(error))
    let first = true
    for await (const line of createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY })) {
      yield first ? line.replace(/^\uFEFF/, '') : line
      first = false
    }
  } catch (error) {
    throw new CommandRefusal(`${path} cannot be read: ${why(error)}.`)
  }
}
