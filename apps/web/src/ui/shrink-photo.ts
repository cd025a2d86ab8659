/** Of the bytes of a photo: a register is legible in less, and a device without a network keeps many. */
const bytesMax = 1024 * 1024
/** A register is legible in this many pixels. */
const sideMax = 1280
const qualities = [0.75, 0.5, 0.3]

/** A photo as small as a device without a network can keep: JPEG, without what the camera noted. Throws for a file that is no picture. */
export async function shrinkPhoto(file: Blob): Promise<File> {
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, sideMax / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  for (const quality of qualities) {
    const shrunk = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
    if (shrunk && shrunk.size <= bytesMax) return new File([shrunk], 'photo.jpg', { type: 'image/jpeg' })
  }
  throw new Error('the picture stays too large')
}
