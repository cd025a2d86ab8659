import { z } from 'zod'
import { formatText } from '../shared/format-texts.ts'
import { InUse } from '../shared/lists.ts'
import { defineResource } from '../shared/resource.ts'
import { lines, text } from '../shared/text.ts'

const platformCode = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$/, formatText('platform-code'))

/** Other companies' systems that sell or read on behalf of utilities. */
export const thirdPartyPlatforms = defineResource({
  name: 'thirdParty',
  texts: 'platform',
  noun: 'third-party platform',
  path: '/prod-api/system/thirdParty',
  permission: 'platform:thirdParty',
  id: 'platformId',
  table: 'platform.third_party_platforms',
  scope: 'common',
  fields: {
    platformCode: { schema: platformCode, filter: 'contains', filterMax: 32, isUnique: true, isHalf: true },
    platformName: { schema: text(50).min(1), filter: 'contains' },
    contact: { schema: text(100).nullable().default(null) },
    status: { schema: InUse.default(InUse.enum.enabled), filter: 'equals', dictionary: 'sys_normal_disable', isHalf: true },
    remark: { schema: lines(100).nullable().default(null) },
  },
  menu: {
    directory: 'tenant',
    place: 30,
    path: 'thirdParty',
    component: 'tenants/third-party',
    icon: 'plug',
    titles: { en: 'Third-party platforms', 'zh-CN': '第三方平台', fr: 'Plateformes tierces', id: 'Platform pihak ketiga' },
    audience: 'platform',
  },
  screen: {
    columns: ['platformName', 'platformCode', 'contact', 'status', 'createTime'],
    form: ['platformName', 'platformCode', 'status', 'contact', 'remark'],
  },
})
