import { knownParameters } from './configuration.ts'

/** Stands where a secret would. Sent back, it leaves the secret as it is. */
export const secretMask = '******'

/**
 * Words in a key that say its value is for few, as a pattern that JavaScript and PostgreSQL read alike: also `mail.pass`, `oss.accessKeyId`
 * and `my.pin`. A word too many masks a value in lists; a word too few shows a secret to everybody who reads them.
 */
export const secretKeyPattern = [
  'pass|pwd|secret|token|credential|private|salt|signature|certificate',
  '(access|api|app|auth|aes|client|encryption|license|master|rsa|shared|signing|ssh).?key',
  'key([._-]?(id|file|value|data))?$',
  'pin([._-]?code)?$',
  '(^|[._-])(pin|otp|psk|puk|cvv|key|auth|pw)([._-]|$)',
].join('|')

/** Known parameters, some of which speak of passwords and hold none. */
export const openParameterKeys: readonly string[] = Object.keys(knownParameters)

/** Does a parameter of this key hold what only those may read who may change it? */
export const isSecretParameter = (key: string): boolean => !openParameterKeys.includes(key) && new RegExp(secretKeyPattern, 'i').test(key)
