import { knownParameters } from './configuration.ts'

/** Stands where a secret would. Sent back, it leaves the secret as it is. */
export const secretMask = '******'

/** Words in a key that say its value is for few, as a pattern that JavaScript and PostgreSQL read alike. */
export const secretKeyPattern = 'passw|pwd|secret|token|credential|private|api.?key'

/** Known parameters, some of which speak of passwords and hold none. */
export const openParameterKeys: readonly string[] = Object.keys(knownParameters)

/** Does a parameter of this key hold what only those may read who may change it? */
export const isSecretParameter = (key: string): boolean => !openParameterKeys.includes(key) && new RegExp(secretKeyPattern, 'i').test(key)
