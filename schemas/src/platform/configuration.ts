import { z } from 'zod'
import { colourRangesKey, WrittenColourRanges } from '../shared/colour-ranges.ts'
import { formatText } from '../shared/format-texts.ts'
import { YesNo } from '../shared/lists.ts'
import { regulatorClassesKey, WrittenRegulatorClasses } from '../shared/regulator-classes.ts'
import { defineResource } from '../shared/resource.ts'
import { lines, text } from '../shared/text.ts'
import { TenantCode } from '../shared/values.ts'

/** `sys.account.captchaEnabled`: what programs call a parameter. */
const ParameterKey = z.string().regex(/^[A-Za-z][A-Za-z0-9._-]{1,99}$/, formatText('parameter-key'))

/** Parameters by key. A tenant reads the platform's and puts its own in the place of them. */
export const parameters = defineResource({
  name: 'parameter',
  texts: 'platform',
  noun: 'parameter',
  path: '/prod-api/system/config',
  permission: 'system:config',
  id: 'configId',
  table: 'platform.configuration',
  scope: 'shared',
  order: { field: 'configKey', direction: 'asc' },
  fields: {
    /** Whose it is: the platform's hold for all tenants that have none of their own. */
    tenant: { schema: TenantCode, isReadOnly: true },
    configName: { schema: text(100).min(1), filter: 'contains' },
    configKey: { schema: ParameterKey, filter: 'contains', isUnique: true },
    configValue: { schema: lines(500).min(1), lines: 2 },
    remark: { schema: lines(100).nullable().default(null) },
    /** Yes: programs rely on it, so it may be changed and not removed. */
    configType: { schema: YesNo, isReadOnly: true, filter: 'equals', dictionary: 'sys_yes_no' },
  },
  menu: {
    directory: 'system',
    place: 100,
    path: 'config',
    component: 'system/config/index',
    icon: 'sliders',
    titles: { en: 'Parameters', 'zh-CN': '参数设置', fr: 'Paramètres', id: 'Parameter' },
  },
  screen: {
    title: 'configKey',
    columns: ['configName', 'configKey', 'configValue', 'tenant', 'configType', 'updateTime'],
    moreColumns: ['remark', 'createBy', 'createTime', 'updateBy'],
    filters: ['configName', 'configKey', 'configType', 'createdWithin'],
  },
})

/** Clients of the back office's kind ask for it to fill in a form. There is none: every account starts with a password of its own. */
export const sharedPasswordKey = 'sys.user.initPassword'

/** Lets clients that cannot encrypt send passwords as they are, over TLS alone. */
export const plainPasswordKey = 'sys.account.plainPassword'

const onOff = z.enum(['true', 'false'])

/** Whether the initial password must be changed. */
export const InitialPasswordChange = z.enum({ optional: '0', required: '1' })

/** Parameters that the service reads, and their values. Others hold any text. */
export const knownParameters: Record<string, z.ZodType<string>> = {
  [colourRangesKey]: WrittenColourRanges,
  [regulatorClassesKey]: WrittenRegulatorClasses,
  'sys.account.captchaEnabled': onOff,
  'sys.account.captchaType': z.enum(['math', 'char']),
  'sys.account.registerUser': onOff,
  [plainPasswordKey]: onOff,
  'sys.account.initPasswordModify': InitialPasswordChange,
  'sys.account.passwordValidateDays': z.string().regex(/^\d{1,3}$/),
  'sys.index.skinName': text(40),
  'sys.index.sideTheme': z.enum(['theme-dark', 'theme-light']),
}
