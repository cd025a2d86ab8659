import type { WrittenFrame } from '../shared/accept-frame.ts'
import { ProblemError } from '../shared/problem.ts'
import { encodeFrame, type SentFrame } from './encode-frame.ts'

/**
 * Frames on their way to another thread. Their bodies are in one of the slots that both threads see, so that no memory is made and let
 * go for them; only bodies larger than a slot have bytes of their own. Their descriptions go as JSON text, which costs a fraction of
 * handing over objects; `placesOf` reads it.
 */
export type FrameBatch = { frames: string; slot: number; bytes: Uint8Array<ArrayBuffer> | undefined }

type PlacedFrame = Omit<SentFrame, 'body'> & { start: number; length: number }

/** The answers to a batch, in its order, on their way back: all packed readings in one buffer. */
export type EncodedBatch = { answers: string; packed: Uint8Array<ArrayBuffer> }

/** The first message of a thread: it has loaded its program. */
export const threadReady = 'ready'

type EncodedFrame =
  | { id: string; data: WrittenFrame['data']; packedLength: number }
  | { refused: Pick<ProblemError, 'code' | 'message' | 'errors'> }
  | { failed: string }

/** Bodies begin at a 64-bit boundary, so that columns of an Arrow stream can be read where they are. */
const alignment = 8

export const placeSize = (bodyLength: number): number => Math.ceil(bodyLength / alignment) * alignment

export function joinFrames(frames: readonly SentFrame[], slots: readonly Uint8Array[], slot: number): FrameBatch {
  let size = 0
  const placed = frames.map(({ body, ...about }): PlacedFrame => {
    const start = size
    size += placeSize(body.length)
    return { ...about, start, length: body.length }
  })
  const bytes = size > slots[slot]!.length ? new Uint8Array(size) : undefined
  const target = bytes ?? slots[slot]!
  for (const [index, { body }] of frames.entries()) target.set(body, placed[index]!.start)
  return { frames: JSON.stringify(placed), slot, bytes }
}

export const placesOf = (batch: FrameBatch): PlacedFrame[] => JSON.parse(batch.frames)

/** Encodes every frame of a batch; one that is refused, or that our own mistake fails, does not touch the others. */
export function encodeBatch(batch: FrameBatch, slots: readonly Uint8Array[]): EncodedBatch {
  const { buffer, byteOffset } = batch.bytes ?? slots[batch.slot]!
  const parts: Uint8Array[] = []
  let size = 0
  const answers = placesOf(batch).map(({ start, length, ...about }): EncodedFrame => {
    try {
      const { id, data, packed } = encodeFrame({ ...about, body: Buffer.from(buffer, byteOffset + start, length) })
      parts.push(packed)
      size += packed.length
      return { id, data, packedLength: packed.length }
    } catch (error) {
      if (!(error instanceof ProblemError)) return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
      return { refused: { code: error.code, message: error.message, errors: error.errors } }
    }
  })
  const packed = new Uint8Array(size)
  let place = 0
  for (const part of parts) {
    packed.set(part, place)
    place += part.length
  }
  return { answers: JSON.stringify(answers), packed }
}

/** Results of the frames of a batch, in its order. */
export function partAnswers({ answers, packed }: EncodedBatch): (WrittenFrame | Error)[] {
  let place = 0
  return (JSON.parse(answers) as EncodedFrame[]).map((answer) => {
    if ('refused' in answer) return new ProblemError(answer.refused.code, answer.refused.message, { errors: answer.refused.errors })
    if ('failed' in answer) return new Error(`a frame could not be encoded: ${answer.failed}`)
    const start = place
    place += answer.packedLength
    return { id: answer.id, data: answer.data, packed: packed.subarray(start, place) }
  })
}
