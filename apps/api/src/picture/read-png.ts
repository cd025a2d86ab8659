import { crc32, createInflate } from 'node:zlib'
import type { Picture } from './picture.ts'

export const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Chunks of a picture. Texts, places, animations and profiles stay behind. */
const keptChunks = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'sRGB', 'IDAT', 'IEND'])

/** Channels by colour type, and the depths that each may have. */
const channelsOf: Record<number, { channels: number; depths: readonly number[] }> = {
  0: { channels: 1, depths: [1, 2, 4, 8, 16] },
  2: { channels: 3, depths: [8, 16] },
  3: { channels: 1, depths: [1, 2, 4, 8] },
  4: { channels: 2, depths: [8, 16] },
  6: { channels: 4, depths: [8, 16] },
}

/** Start and step of the seven passes of an interlaced picture, across and down. */
const passes = [
  [0, 8, 0, 8],
  [4, 8, 0, 8],
  [0, 4, 4, 8],
  [2, 4, 0, 4],
  [0, 2, 2, 4],
  [1, 2, 0, 2],
  [0, 1, 1, 2],
] as const

/**
 * A PNG taken apart, each chunk by its checksum, its pixels unpacked and counted but not kept, and put together again from what a picture
 * needs. Undefined when it is none: a chunk broken or missing, more or fewer pixels than it says. Bytes after its end are dropped.
 */
export const readPng = async (bytes: Buffer, isSizeAllowed: (width: number, height: number) => boolean): Promise<Picture | undefined> => {
  const chunks = chunksOf(bytes)
  const head = chunks?.[0]
  if (!chunks || head?.type !== 'IHDR' || head.data.length !== 13 || chunks.at(-1)?.type !== 'IEND') return undefined
  const [width, height] = [head.data.readUInt32BE(0), head.data.readUInt32BE(4)]
  const pixels = bytesOfPixels(head.data)
  if (pixels === undefined || !isSizeAllowed(width, height)) return undefined
  const packed = chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data)
  if (packed.length === 0 || !(await unpacksTo(packed, pixels))) return undefined
  const kept = chunks.filter(({ type }) => keptChunks.has(type)).map(({ whole }) => whole)
  return { width, height, mediaType: 'image/png', bytes: Buffer.concat([pngSignature, ...kept]) }
}

type Chunk = { type: string; data: Buffer; whole: Buffer }

/** The chunks up to the end of the picture; undefined where one is cut off or altered. */
const chunksOf = (bytes: Buffer): Chunk[] | undefined => {
  const chunks: Chunk[] = []
  for (let at = pngSignature.length; at + 12 <= bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at)
    if (end > bytes.length) return undefined
    const whole = bytes.subarray(at, end)
    if (crc32(whole.subarray(4, -4)) !== whole.readUInt32BE(whole.length - 4)) return undefined
    const type = whole.toString('latin1', 4, 8)
    chunks.push({ type, data: whole.subarray(8, -4), whole })
    if (type === 'IEND') return chunks
    at = end
  }
  return undefined
}

/** Bytes that the pixels unpack to, with one for the filter of each line; undefined for a head that says nonsense. */
const bytesOfPixels = (head: Buffer): number | undefined => {
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)]
  const [depth, colour, compression, filter, interlace] = head.subarray(8) as unknown as [number, number, number, number, number]
  const form = channelsOf[colour]
  if (!form?.depths.includes(depth) || compression !== 0 || filter !== 0 || interlace > 1 || width === 0 || height === 0) return undefined
  const bytesOf = (columns: number, lines: number): number =>
    columns === 0 ? 0 : lines * (1 + Math.ceil((columns * form.channels * depth) / 8))
  if (interlace === 0) return bytesOf(width, height)
  return passes
    .map(([left, across, top, down]) =>
      bytesOf(Math.max(0, Math.ceil((width - left) / across)), Math.max(0, Math.ceil((height - top) / down))),
    )
    .reduce((sum, some) => sum + some, 0)
}

const unpackedChunkBytes = 1024 * 1024

/** Stops at the first byte too many, so that nothing unpacks to more than it says. */
const unpacksTo = (packed: readonly Buffer[], expected: number): Promise<boolean> =>
  new Promise((resolve) => {
    // It runs in the thread pool; what comes back in pieces of this size takes the event loop 200 times for the largest picture, not 12,000 times.
    const inflate = createInflate({ chunkSize: unpackedChunkBytes })
    let unpacked = 0
    const end = (isRight: boolean): void => {
      inflate.destroy()
      resolve(isRight)
    }
    inflate.on('data', (part: Buffer) => {
      unpacked += part.length
      if (unpacked > expected) end(false)
    })
    inflate.on('error', () => end(false))
    inflate.on('end', () => end(unpacked === expected))
    for (const part of packed) inflate.write(part)
    inflate.end()
  })
