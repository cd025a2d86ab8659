import { imagePixelsMax, imageSideMax } from '@nightflow/schemas/platform/file-calls'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { runInThread } from '../threads/run-in-thread.ts'
import type { Picture } from './picture.ts'
import type { PictureRead, PictureTask } from './picture-thread.ts'
import { jpegSignature } from './read-jpeg.ts'
import { pngSignature } from './read-png.ts'

const signatures = [pngSignature, jpegSignature]

/**
 * The uploaded picture, typed by its bytes instead of its name, composed anew from the parts that pictures need: nothing that hides
 * in a comment, behind the end or in the camera's notes goes on. `unsupported-media-type` when it is no PNG or JPEG, `too-large` by pixels,
 * memory or time.
 */
export const readPicture = async (sent: Buffer): Promise<Picture | Rejection> => {
  if (!signatures.some((signature) => sent.subarray(0, signature.length).equals(signature))) return rejected('unsupported-media-type')
  const task: PictureTask = { bytes: sent, pixelsMax: imagePixelsMax, sideMax: imageSideMax }
  const read = await runInThread<PictureRead>(new URL('./picture-thread.ts', import.meta.url), task)
  if ('failed' in read) return rejected(read.failed === 'too-much' ? 'too-large' : 'unsupported-media-type')
  return 'refused' in read.answer ? rejected(read.answer.refused) : { ...read.answer, bytes: Buffer.from(read.answer.bytes) }
}
