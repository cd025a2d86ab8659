import { imagePixelsMax, imageSideMax } from '@nightflow/schemas/platform/file-calls'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { Semaphore } from '../http/semaphore.ts'
import type { Picture } from './picture.ts'
import { readJpeg } from './read-jpeg.ts'
import { pngSignature, readPng } from './read-png.ts'

const turns = new Semaphore({ atOnce: 2, waitingMax: 16 })

const isSizeAllowed = (width: number, height: number): boolean =>
  width > 0 && height > 0 && width <= imageSideMax && height <= imageSideMax && width * height <= imagePixelsMax

/**
 * What was sent, as the picture that it is by its bytes, whatever its name and type say, made anew from what pictures need: nothing that hides
 * in a comment, behind the end or in the camera's notes goes on. `unsupported-media-type` when it is no PNG or JPEG, `too-large` by pixels.
 */
export const readPicture = async (sent: Buffer): Promise<Picture | Rejection> => {
  let isTooLarge = false
  const isAllowed = (width: number, height: number): boolean => {
    isTooLarge = !isSizeAllowed(width, height)
    return !isTooLarge
  }
  const picture = await turns.take(async () => {
    if (sent.subarray(0, pngSignature.length).equals(pngSignature)) return readPng(sent, isAllowed)
    return sent[0] === 0xff && sent[1] === 0xd8 ? readJpeg(sent, isAllowed) : undefined
  })
  return picture ?? rejected(isTooLarge ? 'too-large' : 'unsupported-media-type')
}
