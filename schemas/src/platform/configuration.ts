import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { formatText } from '../shared/format-texts.ts'
import { editableResource, madeBy } from '../shared/resource.ts'
import { lines, text } from '../shared/text.ts'
import { TenantCode } from '../shared/values.ts'

/** `sys.account.captchaEnabled`: what programs call a parameter. */
const ParameterKey = z.string().regex(/^[A-Za-z][A-Za-z0-9._-]{1,99}$/, formatText('parameter-key'))

const remark = lines(100).nullable()
const written = {
  configName: text(100).min(1),
  configKey: ParameterKey,
  configValue: lines(500).min(1),
  remark,
}

/** Parameters by key. A tenant reads the platform's and puts its own in the place of them. */
export const parameters = editableResource({
  path: '/prod-api/system/config',
  permission: 'system:config',
  noun: 'parameter',
  id: 'configId',
  dictionaries: { configType: 'sys_yes_no' },
  row: z.object({
    configId: z.int(),
    /** Whose it is: the platform's hold for all tenants that have none of their own. */
    tenant: TenantCode,
    ...written,
    /** `Y`: programs rely on it, so it may be changed and not removed. */
    configType: z.enum(['Y', 'N']),
    ...madeBy,
  }),
  form: z.object({ ...written, remark: remark.default(null) }),
  filter: {
    configName: text(100).optional(),
    configKey: text(100).optional(),
    configType: z.enum(['Y', 'N']).optional(),
  },
})

export const findParameterValue = endpoint({
  method: 'GET',
  path: '/prod-api/system/config/configKey/:configKey',
  permission: 'signed-in',
  summary: 'The value of a parameter, in `msg` and in `data`; empty where there is no such parameter',
  envelope: 'top',
  request: z.object({ configKey: text(100) }),
  response: z.object({ msg: z.string(), data: z.string() }),
})

const refreshed = {
  method: 'DELETE' as const,
  permission: 'system:config:remove' as const,
  summary: 'Answers that parameters are up to date: the service keeps no copy of them',
  request: z.object({}),
  response: z.object({}),
}

export const clearParameters = endpoint({ ...refreshed, path: '/prod-api/system/config/clearCache' })

/** Under the name that clients of its kind know. */
export const refreshParameters = endpoint({ ...refreshed, path: '/prod-api/system/config/refreshCache' })

/** Clients of the back office's kind ask for it to fill in a form. There is none: every account starts with a password of its own. */
export const sharedPasswordKey = 'sys.user.initPassword'

/** Lets clients that cannot encrypt send passwords as they are, over TLS alone. */
export const plainPasswordKey = 'sys.account.plainPassword'

const onOff = z.enum(['true', 'false'])

/** Parameters that the service reads, and their values. Others hold any text. */
export const knownParameters: Record<string, z.ZodType<string>> = {
  'sys.account.captchaEnabled': onOff,
  'sys.account.captchaType': z.enum(['math', 'char']),
  'sys.account.registerUser': onOff,
  [plainPasswordKey]: onOff,
  'sys.account.initPasswordModify': z.enum(['0', '1']),
  'sys.account.passwordValidateDays': z.string().regex(/^\d{1,3}$/),
  'sys.index.skinName': text(40),
  'sys.index.sideTheme': z.enum(['theme-dark', 'theme-light']),
}
