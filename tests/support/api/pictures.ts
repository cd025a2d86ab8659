import { crc32, deflateSync } from 'node:zlib'

const chunk = (type: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

type Odd = {
  width?: number
  height?: number
  /** The packed pixels, where their number is wrong. */
  pixels?: Buffer
  /** Its lines stand in seven passes. */
  isInterlaced?: boolean
  /** A comment, which pictures may carry. */
  comment?: string
  /** Bytes after the end. */
  tail?: string
}

/** A grey PNG, with whatever is odd about it. */
export const pngOf = ({
  width = 4,
  height = 3,
  pixels = Buffer.alloc(height * (width + 1)),
  isInterlaced = false,
  comment,
  tail = '',
}: Odd = {}): Buffer => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.writeUInt8(8, 8)
  head.writeUInt8(isInterlaced ? 1 : 0, 12)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    ...(comment === undefined ? [] : [chunk('tEXt', Buffer.from(`Comment\0${comment}`, 'latin1'))]),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
    Buffer.from(tail),
  ])
}

/** A JPEG of 2 by 2 pixels, as a browser wrote it. */
const smallJpeg = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wAARCAACAAIDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAABf/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AIgCwd//2Q==',
  'base64',
)

const segment = (code: number, content: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0xff, code, (content.length + 2) >> 8, (content.length + 2) & 255]), content])

/** EXIF data of a telephone: which way it was held (6: a quarter to the right), and a word of its own. */
const exif = (word: string): Buffer => {
  const tiff = Buffer.concat([
    Buffer.from('49492a0008000000020012010300010000000600000010010200', 'hex'),
    Buffer.from([word.length, 0, 0, 0, 38, 0, 0, 0, 0, 0, 0, 0]),
    Buffer.from(word, 'latin1'),
  ])
  return segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]))
}

/** The same with a comment, a telephone's notes, and something behind the end. */
export const jpegOf = ({ comment, camera, tail = '' }: { comment?: string; camera?: string; tail?: string } = {}): Buffer =>
  Buffer.concat([
    smallJpeg.subarray(0, 2),
    ...(camera === undefined ? [] : [exif(camera)]),
    ...(comment === undefined ? [] : [segment(0xfe, Buffer.from(comment, 'latin1'))]),
    smallJpeg.subarray(2),
    Buffer.from(tail),
  ])

/** A multipart body as browsers send it. */
export const multipartOf = (
  field: string,
  bytes: Buffer,
  {
    fileName = 'picture.png',
    mediaType = 'image/png',
    fields = {},
  }: { fileName?: string; mediaType?: string; fields?: Record<string, string> } = {},
): { payload: Buffer; headers: Record<string, string> } => {
  const boundary = '----nightflowboundary'
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const head = `${parts.join('')}--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${fileName}"\r\ncontent-type: ${mediaType}\r\n\r\n`
  return {
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}
