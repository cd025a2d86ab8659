import { z } from 'zod'
import { formatText } from '../shared/format-texts.ts'
import { editableResource, InUse, madeBy } from '../shared/resource.ts'
import { lines, text } from '../shared/text.ts'

const platformCode = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$/, formatText('platform-code'))
const platformName = text(50).min(1)
const contact = text(100)
const remark = lines(100)

/** Other companies' systems that sell or read on behalf of utilities. */
export const thirdPartyPlatforms = editableResource({
  path: '/prod-api/system/thirdParty',
  permission: 'platform:thirdParty',
  noun: 'third-party platform',
  id: 'platformId',
  dictionaries: { status: 'sys_normal_disable' },
  row: z.object({
    platformId: z.int(),
    platformCode,
    platformName,
    contact: contact.nullable(),
    status: InUse,
    remark: remark.nullable(),
    ...madeBy,
  }),
  form: z.object({
    platformCode,
    platformName,
    contact: contact.nullable().default(null),
    status: InUse.default('0'),
    remark: remark.nullable().default(null),
  }),
  filter: { platformCode: text(32).optional(), platformName: text(50).optional(), status: InUse.optional() },
})
