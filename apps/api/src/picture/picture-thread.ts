/** The thread that takes one picture apart; `readPicture` starts it. It loads little: most pictures are read in a few milliseconds. */
import { parentPort, workerData } from 'node:worker_threads'
import { beginThread } from '../threads/begin-thread.ts'
import type { Picture } from './picture.ts'
import { readJpeg } from './read-jpeg.ts'
import { pngSignature, readPng } from './read-png.ts'

export type PictureTask = { bytes: Uint8Array; pixelsMax: number; sideMax: number }
export type PictureRead = (Omit<Picture, 'bytes'> & { bytes: Uint8Array }) | { refused: 'too-large' | 'unsupported-media-type' }

const readPicture = async ({ bytes, pixelsMax, sideMax }: PictureTask): Promise<PictureRead> => {
  const sent = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let isTooLarge = false
  const isAllowed = (width: number, height: number): boolean => {
    isTooLarge = width > sideMax || height > sideMax || width * height > pixelsMax
    return width > 0 && height > 0 && !isTooLarge
  }
  const isPng = sent.subarray(0, pngSignature.length).equals(pngSignature)
  const picture = isPng ? await readPng(sent, isAllowed) : readJpeg(sent, isAllowed)
  return picture ?? { refused: isTooLarge ? 'too-large' : 'unsupported-media-type' }
}

beginThread()
parentPort?.postMessage(await readPicture(workerData as PictureTask))
