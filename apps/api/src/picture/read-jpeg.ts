import type { Picture } from './picture.ts'

export const jpegSignature = Buffer.from([0xff, 0xd8])

const marker = {
  start: 0xd8,
  end: 0xd9,
  scan: 0xda,
  application0: 0xe0,
  application1: 0xe1,
  application14: 0xee,
} as const

/** Baseline, extended and progressive: what browsers draw. */
const frames = new Set([0xc0, 0xc1, 0xc2])
/** Tables of a picture, its frame and its scans, and two segments that say how colours are meant. Comments and places stay behind. */
const keptSegments = new Set([0xc4, 0xdb, 0xdd, ...frames, marker.scan, marker.application0, marker.application14])
/** A progressive picture has some ten; thousands keep a browser busy. */
const scansMax = 100

/**
 * A JPEG taken apart along its segments and put together again from what a picture needs, the way it is to be turned included. Undefined when
 * it is none: without a frame or a scan, cut off, of a kind that browsers do not draw. Bytes after its end are dropped.
 */
export const readJpeg = (bytes: Buffer, isSizeAllowed: (width: number, height: number) => boolean): Picture | undefined => {
  const kept: Buffer[] = [Buffer.from([0xff, marker.start])]
  let size: { width: number; height: number } | undefined
  let scans = 0
  for (const { code, whole } of segmentsOf(bytes)) {
    if (code === marker.end) {
      if (!size || scans === 0) return undefined
      return { ...size, mediaType: 'image/jpeg', bytes: Buffer.concat([...kept, whole]) }
    }
    if (frames.has(code)) {
      if (size || whole.length < 10) return undefined
      size = { height: whole.readUInt16BE(5), width: whole.readUInt16BE(7) }
      if (whole[4] !== 8 || ![1, 3, 4].includes(whole[9]!) || !isSizeAllowed(size.width, size.height)) return undefined
    }
    if (code === marker.scan) {
      scans += 1
      if (!size || scans > scansMax) return undefined
    }
    if (code === marker.application1) kept.push(...turnOf(whole))
    if (keptSegments.has(code)) kept.push(whole)
  }
  return undefined
}

/** Each segment with its marker, a scan with its data. Ends early where the bytes make no sense. */
function* segmentsOf(bytes: Buffer): Generator<{ code: number; whole: Buffer }> {
  for (let at = 2; at + 1 < bytes.length; ) {
    if (bytes[at] !== 0xff) return
    const code = bytes[at + 1]!
    if (code === 0xff) {
      at += 1
      continue
    }
    if (code === marker.end) {
      yield { code, whole: bytes.subarray(at, at + 2) }
      return
    }
    if (at + 4 > bytes.length) return
    const length = bytes.readUInt16BE(at + 2)
    const end = code === marker.scan ? endOfScan(bytes, at + 2 + length) : at + 2 + length
    if (length < 2 || end > bytes.length) return
    yield { code, whole: bytes.subarray(at, end) }
    at = end
  }
}

/** A scan lasts until a marker that is neither a stuffed byte nor a restart. */
const endOfScan = (bytes: Buffer, from: number): number => {
  for (let at = bytes.indexOf(0xff, from); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1]!
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  return Number.POSITIVE_INFINITY
}

/** Of all that a camera writes about a picture, only which way it was held: one entry in a segment of our own. */
const turnOf = (segment: Buffer): Buffer[] => {
  const turn = orientationIn(segment)
  if (turn === undefined || turn < 2 || turn > 8) return []
  const tiff = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, turn, 0, 0, 0, 0, 0, 0]
  const content = [...Buffer.from('Exif\0\0', 'latin1'), ...tiff]
  return [Buffer.from([0xff, marker.application1, 0, content.length + 2, ...content])]
}

const orientationIn = (segment: Buffer): number | undefined => {
  const tiff = segment.subarray(10)
  if (segment.toString('latin1', 4, 10) !== 'Exif\0\0' || tiff.length < 14) return undefined
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number): number | undefined =>
    at + 2 > tiff.length ? undefined : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at)
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  const entries = Math.min(short(directory) ?? 0, 100)
  for (let entry = 0; entry < entries; entry++) {
    const at = directory + 2 + entry * 12
    if (short(at) === 0x0112) return short(at + 8)
  }
  return undefined
}
