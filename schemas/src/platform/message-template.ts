import { InUse } from '../shared/lists.ts'
import { defineResource } from '../shared/resource.ts'
import { lines, text } from '../shared/text.ts'

/** Texts of messages to customers that the utility writes itself. Its settings name the template of each message. */
export const messageTemplates = defineResource({
  name: 'messageTemplate',
  texts: 'platform',
  noun: 'message template',
  path: '/prod-api/system/messageTemplate',
  permission: 'system:messageTemplate',
  id: 'messageTemplateId',
  table: 'platform.message_templates',
  scope: 'own',
  fields: {
    messageTemplateName: { schema: text(50).min(1), filter: 'contains', isUnique: true },
    /** Names in double braces are replaced: see `placeholders`. */
    body: { schema: lines(1_000).min(1), lines: 4 },
    /** Of a message about a surcharge: the charging item. All surcharges where it is empty. */
    itemName: { schema: text(50).nullable().default(null), isHalf: true },
    status: { schema: InUse.default(InUse.enum.enabled), filter: 'equals', dictionary: 'sys_normal_disable', isHalf: true },
    remark: { schema: lines(100).nullable().default(null) },
  },
  menu: {
    directory: 'system',
    place: 75,
    path: 'messageTemplate',
    component: 'system/message-template',
    icon: 'message',
    titles: { en: 'Message templates', 'zh-CN': '消息模板', fr: 'Modèles de messages', id: 'Templat pesan' },
    audience: 'tenant',
  },
})

/** Facts that a template may name: the utility, the account, the balance, the amount of the surcharge and its month. */
export const placeholders = ['utility', 'account', 'balance', 'amount', 'month'] as const
export type Placeholder = (typeof placeholders)[number]
