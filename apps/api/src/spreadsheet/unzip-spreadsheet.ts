import { inflateRawSync } from 'node:zlib'

/** Bytes that all parts of one spreadsheet unpack to, and parts that it may have. */
const unpackedBytesMax = 48 * 1024 * 1024
const partsMax = 2000

/** Parts of the archive that tables need. Macros, pictures, links to other files and everything else stay packed. */
const neededPart = /^(\[Content_Types\]\.xml|_rels\/[^/]*\.rels|xl\/([^/]+\.xml|_rels\/[^/]*\.rels|worksheets\/[^/]+\.xml))$/i

export class TooLarge extends Error {}

export type UnpackedPart = { name: string; content: Buffer; type: 2 }

const endOfDirectory = 0x06054b50
const endOfDirectoryBytes = 22
const commentBytesMax = 65_535
const entryInDirectory = 0x02014b50
const entryInFile = 0x04034b50

/**
 * The parts of a packed spreadsheet that tables are made of, unpacked here and not by who reads them: the sizes that a file gives of itself are
 * not believed, and what has been unpacked stays below the limit. Throws `TooLarge`, or any error for a file that is broken.
 */
export const unzipSpreadsheet = (file: Buffer): UnpackedPart[] => {
  const parts = new Map<string, UnpackedPart>()
  let room = unpackedBytesMax
  for (const { name, method, packed } of entriesOf(file)) {
    if (!neededPart.test(name) || parts.has(name)) continue
    const content = method === 0 ? packed : inflated(packed, room)
    room -= content.length
    if (room < 0) throw new TooLarge()
    parts.set(name, { name, content, type: 2 })
  }
  return [...parts.values()]
}

const inflated = (packed: Buffer, bytesMax: number): Buffer => {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, bytesMax) })
  } catch (error) {
    throw (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? new TooLarge() : error
  }
}

type Entry = { name: string; method: number; packed: Buffer }

function* entriesOf(file: Buffer): Generator<Entry> {
  const end = endOf(file)
  const count = file.readUInt16LE(end + 10)
  if (count > partsMax) throw new TooLarge()
  let at = file.readUInt32LE(end + 16)
  for (let nth = 0; nth < count; nth++) {
    if (file.readUInt32LE(at) !== entryInDirectory) throw new Error('broken directory')
    const [flags, method, bytes] = [file.readUInt16LE(at + 8), file.readUInt16LE(at + 10), file.readUInt32LE(at + 20)]
    const [nameBytes, extraBytes, remarkBytes] = [file.readUInt16LE(at + 28), file.readUInt16LE(at + 30), file.readUInt16LE(at + 32)]
    const isEncrypted = (flags & 1) === 1
    if (isEncrypted || (method !== 0 && method !== 8)) throw new Error('packed in a way that is not read')
    const name = file.toString('utf8', at + 46, at + 46 + nameBytes)
    yield { name, method, packed: packedAt(file, file.readUInt32LE(at + 42), bytes) }
    at += 46 + nameBytes + extraBytes + remarkBytes
  }
}

const endOf = (file: Buffer): number => {
  const earliest = Math.max(0, file.length - endOfDirectoryBytes - commentBytesMax)
  for (let at = file.length - endOfDirectoryBytes; at >= earliest; at--) if (file.readUInt32LE(at) === endOfDirectory) return at
  throw new Error('no directory')
}

const packedAt = (file: Buffer, at: number, bytes: number): Buffer => {
  if (file.readUInt32LE(at) !== entryInFile) throw new Error('broken entry')
  const start = at + 30 + file.readUInt16LE(at + 26) + file.readUInt16LE(at + 28)
  if (start + bytes > file.length) throw new Error('cut off')
  return file.subarray(start, start + bytes)
}
