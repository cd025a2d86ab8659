import { z } from 'zod'
import { formatText } from '../shared/format-texts.ts'
import { editableResource, InUse, madeBy } from '../shared/resource.ts'
import { lines, text } from '../shared/text.ts'
import { AreaCode } from './account-rules.ts'

const carrierName = text(50).min(1)
/** Characters that fit into one text message. */
const smsLength = z.int().min(1).max(2000)
/** ISO 3166, such as `ID`. */
const country = z.string().regex(/^[A-Z]{2}$/, formatText('country'))
const remark = lines(100)

/** Mobile operators that text messages go out through. */
export const carriers = editableResource({
  path: '/prod-api/system/carrier',
  permission: 'platform:carrier',
  noun: 'carrier',
  id: 'carrierId',
  dictionaries: { status: 'sys_normal_disable' },
  row: z.object({
    carrierId: z.int(),
    carrierName,
    country: country.nullable(),
    areaCode: AreaCode.nullable(),
    smsLength,
    status: InUse,
    remark: remark.nullable(),
    ...madeBy,
  }),
  form: z.object({
    carrierName,
    country: country.nullable().default(null),
    areaCode: AreaCode.nullable().default(null),
    smsLength,
    status: InUse.default('0'),
    remark: remark.nullable().default(null),
  }),
  filter: { carrierName: text(50).optional(), country: country.optional(), status: InUse.optional() },
})
