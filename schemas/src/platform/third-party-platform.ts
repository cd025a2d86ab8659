import { z } from 'zod'
import { formatText } from '../shared/format-texts.ts'
import { InUse, madeBy, register } from '../shared/register.ts'

const platformCode = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$/, formatText('platform-code'))
const platformName = z.string().trim().min(1).max(50)
const contact = z.string().trim().max(100)
const remark = z.string().trim().max(100)

/** Other companies' systems that sell or read on behalf of utilities. */
export const thirdPartyPlatforms = register({
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
  filter: { platformCode: z.string().max(32).optional(), platformName: z.string().max(50).optional(), status: InUse.optional() },
})
