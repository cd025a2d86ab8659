import { isSecretParameter } from '@nightflow/schemas/platform/secret-parameters'

/** Names of request fields that must never be read again. */
const secretName = /pass|pwd|token|secret|credential|captcha|private|^key$|(access|api).?key|^pin\d*$/i

const hidden = '(not kept)'
const depthMax = 8

/**
 * The request as the operation log keeps it: without its secrets, however deep. `code` is a secret beside the `uuid` of the challenge
 * that it answers, and elsewhere the name of a tenant or a thing; the value of a parameter is one where the parameter's key says so.
 */
export const withoutSecrets = (value: unknown, depth = 0): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (depth >= depthMax) return hidden
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, depth + 1))
  // Dates and bytes say for themselves how they are written down.
  if ('toJSON' in value) return value
  const isAnswer = 'uuid' in value
  const isParameter = 'configKey' in value && isSecretParameter(String(value.configKey))
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => {
      const isSecret = secretName.test(name) || (isAnswer && name === 'code') || (isParameter && name === 'configValue')
      return [name, isSecret && field !== null && typeof field !== 'boolean' ? hidden : withoutSecrets(field, depth + 1)]
    }),
  )
}
