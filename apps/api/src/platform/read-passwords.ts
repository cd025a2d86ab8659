import { findParameter } from '@nightflow/platform/settings/configuration'
import { encryptedCharactersMin } from '@nightflow/schemas/platform/account-rules'
import { plainPasswordKey } from '@nightflow/schemas/platform/configuration'
import { platformTenant } from '@nightflow/schemas/shared/permissions'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Visit } from '../http/asked.ts'

const isPlain = (sent: string): boolean => sent.length < encryptedCharactersMin

/**
 * The passwords of one request. Plain ones are accepted over TLS where the platform's parameter says so, for clients that cannot encrypt,
 * and otherwise refused with `password-not-encrypted`; `seal-broken` when one cannot be decrypted or its nonce is used up.
 */
export const readPasswords = async (sent: readonly string[], visit: Visit): Promise<string[] | Rejection> => {
  if (sent.some(isPlain)) return sent.every(isPlain) && (await acceptsPlain(visit)) ? [...sent] : rejected('password-not-encrypted')
  return (await visit.sealedPasswords.open(sent)) ?? rejected('seal-broken')
}

const acceptsPlain = async ({ pool, isEncrypted }: Visit): Promise<boolean> =>
  isEncrypted && (await findParameter(pool, platformTenant, plainPasswordKey)) === 'true'
