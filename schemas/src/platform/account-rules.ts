import { z } from 'zod'
import { formatText } from '../shared/format-texts.ts'
import { verbatim } from '../shared/text.ts'

/** Section "accounts and passwords" of the rules: the same for the form that is typed into and the server that is sent to. */

/** 6 to 16 characters with digits, upper-case and lower-case letters. */
export const NewPassword = z
  .string()
  .min(6)
  .max(16)
  .regex(/^(?=.*\d)(?=.*[A-Z])(?=.*[a-z])[\x21-\x7e]+$/, formatText('password'))

/** Letters, digits and underscore; does not begin with a digit or an underscore. */
export const UserName = z.string().regex(/^[A-Za-z][A-Za-z0-9_]{1,29}$/, formatText('user-name'))

export const Email = z.email().max(100)
/** Without the area code. With one, `phoneOfCountry` holds: 11 digits for 86, and each other country's own rule. */
export const Phone = z
  .string()
  // As people write it: blanks, hyphens, dots and brackets say nothing.
  .overwrite((typed) => typed.replaceAll(/[\s().-]/g, ''))
  .regex(/^\d{5,15}$/, formatText('phone'))
/** Such as `86` or `62`, without a plus. */
export const AreaCode = z.string().regex(/^\d{1,4}$/, formatText('area-code'))

/**
 * A password as it travels: base64 of RSA-OAEP (SHA-256) over JSON `{ password, nonce }`, with the key and the nonce of `publicKey`. A nonce
 * is good once and for two minutes, so that what was overheard opens nothing.
 */
export const SealedPassword = verbatim(2000).min(1)

/** An encrypted password is longer than any password: a shorter text is a password as it was typed. */
export const encryptedCharactersMin = 64

export const Sex = z.enum({ male: '0', female: '1', notSpecified: '2' })
export type Sex = z.infer<typeof Sex>

/** Operator of the platform, staff of a utility, user of a trial tenant, agent. */
export const UserType = z.enum({ operator: '00', staff: '01', trial: '02', agent: '03' })
export type UserType = z.infer<typeof UserType>

/** Days that a trial tenant may be used. */
export const trialDays = 180
