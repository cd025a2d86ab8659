import { knownParameters } from './configuration.ts'

/** Shown instead of a secret. Sent back, it leaves the secret unchanged. */
export const secretMask = '******'

/**
 * Words in a key that say its value is for few, as a pattern that JavaScript and PostgreSQL read alike: also `mail.pass`, `oss.accessKeyId`
 * and `my.pin1`. A word too many masks a value in lists; a word too few shows a secret to all readers of the list.
 */
export const secretKeyPattern = [
  'pass|pwd|secret|token|credential|private|salt|signature|certificate',
  '(access|api|app|auth|aes|client|encryption|license|master|rsa|shared|signing|ssh).?key',
  'key([._-]?(id|file|value|data))?[._-]?[0-9]*$',
  'pin([._-]?code)?[._-]?[0-9]*$',
  '(^|[._-])(pin|otp|psk|puk|cvv|key|auth|pw)[0-9]*([._-]|$)',
].join('|')

/** Known parameters, some of which speak of passwords and hold none. */
export const openParameterKeys: readonly string[] = Object.keys(knownParameters)

/** Does a parameter of this key hold what only those may read who may change it? */
export const isSecretParameter = (key: string): boolean => !openParameterKeys.includes(key) && new RegExp(secretKeyPattern, 'i').test(key)
