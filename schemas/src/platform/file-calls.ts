import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { downloadFile as download } from '../shared/import.ts'
import { text } from '../shared/text.ts'
import { typedNumber } from '../shared/typed-number.ts'

/** Pictures that people send, and files that the service makes for them. */

/** Of a picture or a spreadsheet that is sent. */
export const uploadBytesMax = 5 * 1024 * 1024
/** Pixels of a picture: what a telephone takes, and no more than a browser draws without trouble. */
export const imagePixelsMax = 25_000_000
export const imageSideMax = 10_000

const Address = z.string()

export const uploadImage = endpoint({
  method: 'POST',
  path: '/prod-api/file/uploadImg',
  permission: 'signed-in',
  summary: 'A picture of my tenant: PNG or JPEG, 5 MB at most',
  upload: 'file',
  request: z.object({}),
  response: z.object({
    fileId: z.uuid(),
    /** Good for some hours; ask for another with what the picture belongs to. */
    url: Address,
    name: z.string(),
  }),
})

export const uploadLogo = endpoint({
  method: 'POST',
  path: '/prod-api/system/tenant/logo',
  permission: 'system:tenantSettings:edit',
  summary: 'The logo of my tenant: PNG or JPEG, 5 MB at most',
  upload: 'file',
  request: z.object({}),
  response: z.object({ logoUrl: Address }),
})

/** An `<img>` cannot send a token, so that the address itself says who gave it away, for which file, and until when. */
export const findImage = endpoint({
  method: 'GET',
  path: '/prod-api/file/image/:fileId',
  permission: 'public',
  summary: 'A picture by its signed address, which expires after some hours and opens nothing else',
  envelope: 'file',
  fileTypes: ['image/png', 'image/jpeg', 'application/pdf'],
  request: z.object({
    fileId: z.uuid(),
    tenant: text(32),
    until: typedNumber().int().positive(),
    signature: text(64),
    preview: z.literal('1').optional().meta({ description: 'shows a PDF in a frame of the page instead of saving it' }),
  }),
  response: z.object({}),
})

export const downloadFile = download

/** The same by an address, as clients of its kind ask for it. */
export const fetchFile = endpoint({ ...download, method: 'GET' })
