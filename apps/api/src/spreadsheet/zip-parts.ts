import { crc32 } from 'node:zlib'

/** One file of an archive, compressed by `deflateRaw`. `size` and `checksum` are those of the content before compression. */
export type ZipPart = { name: string; packed: Buffer; size: number; checksum: number }

const entryInFile = 0x04034b50
const entryInDirectory = 0x02014b50
const endOfDirectory = 0x06054b50
const version = 20
const deflated = 8
/** 1980-01-01, the earliest date that the format has: equal rows give equal bytes. */
const date = 0x0021

/** A ZIP archive of these parts (PKWARE APPNOTE, sections 4.3.7, 4.3.12 and 4.3.16), each below 4 GiB. */
export const zipParts = (parts: readonly ZipPart[]): Buffer => {
  const written: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, packed, size, checksum } of parts) {
    const title = Buffer.from(name, 'utf8')
    const described = describe({ checksum, packedSize: packed.length, size, titleSize: title.length })
    written.push(words32(entryInFile), described, title, packed)
    directory.push(words32(entryInDirectory), words16(version), described, Buffer.alloc(10), words32(offset), title)
    offset += 30 + title.length + packed.length
  }
  const listed = Buffer.concat(directory)
  const end = [words32(endOfDirectory), words16(0, 0, parts.length, parts.length), words32(listed.length, offset), words16(0)]
  return Buffer.concat([...written, listed, ...end])
}

export const checksumOf = (content: Buffer, before = 0): number => crc32(content, before)

const describe = (part: { checksum: number; packedSize: number; size: number; titleSize: number }): Buffer =>
  Buffer.concat([words16(version, 0, deflated, 0, date), words32(part.checksum, part.packedSize, part.size), words16(part.titleSize, 0)])

const words16 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [index, value] of values.entries()) bytes.writeUInt16LE(value, index * 2)
  return bytes
}

const words32 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4)
  return bytes
}
