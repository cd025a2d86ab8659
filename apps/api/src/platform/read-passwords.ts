import { findParameter } from '@nightflow/platform/settings/configuration'
import { encryptedCharactersMin } from '@nightflow/schemas/platform/account-rules'
import { plainPasswordKey } from '@nightflow/schemas/platform/configuration'
import { platformTenant } from '@nightflow/schemas/shared/may-do'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Visit } from '../http/request-context.ts'

const isPlain = (sent: string): boolean => sent.length < encryptedCharactersMin

/**
 * The passwords of one request, by their fields, in the order of the fields. Plain ones are accepted over TLS where the platform's parameter says so, for clients that cannot encrypt,
 * and otherwise refused with `password-not-encrypted`, which names the field; `seal-broken` when one cannot be decrypted or its nonce is used up.
 */
export const readPasswords = async (sent: Readonly<Record<string, string>>, visit: Visit): Promise<string[] | Rejection> => {
  const passwords = Object.values(sent)
  const plain = Object.entries(sent).find(([, password]) => isPlain(password))
  if (plain) {
    const isAccepted = passwords.every(isPlain) && (await acceptsPlain(visit))
    return isAccepted ? passwords : rejected('password-not-encrypted', { field: plain[0] })
  }
  return (await visit.sealedPasswords.open(passwords)) ?? rejected('seal-broken')
}

const acceptsPlain = async ({ pool, isEncrypted }: Visit): Promise<boolean> =>
  isEncrypted && (await findParameter(pool, platformTenant, plainPasswordKey)) === 'true'
