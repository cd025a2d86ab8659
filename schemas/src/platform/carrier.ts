import { z } from 'zod'
import { formatText } from '../shared/format-texts.ts'
import { InUse } from '../shared/lists.ts'
import { defineResource } from '../shared/resource.ts'
import { lines, text } from '../shared/text.ts'
import { AreaCode } from './account-rules.ts'

/** ISO 3166, such as `ID`. */
const country = z.string().regex(/^[A-Z]{2}$/, formatText('country'))

/** Mobile operators that text messages go out through. */
export const carriers = defineResource({
  name: 'carrier',
  texts: 'platform',
  noun: 'carrier',
  path: '/prod-api/system/carrier',
  permission: 'platform:carrier',
  id: 'carrierId',
  table: 'platform.carriers',
  scope: 'common',
  fields: {
    carrierName: { schema: text(50).min(1), filter: 'contains', isUnique: true },
    country: { schema: country.nullable().default(null), filter: 'equals', isHalf: true },
    areaCode: { schema: AreaCode.nullable().default(null), isHalf: true },
    /** Characters that fit into one text message. */
    smsLength: { schema: z.int().min(1).max(2000), isHalf: true },
    status: { schema: InUse.default(InUse.enum.enabled), filter: 'equals', dictionary: 'sys_normal_disable', isHalf: true },
    remark: { schema: lines(100).nullable().default(null) },
  },
  menu: {
    directory: 'tenant',
    place: 40,
    path: 'carrier',
    component: 'tenants/carrier',
    icon: 'antenna',
    titles: { en: 'Mobile carriers', 'zh-CN': '运营商', fr: 'Opérateurs mobiles', id: 'Operator seluler' },
    audience: 'platform',
  },
  screen: { filters: ['carrierName', 'status'] },
})
