import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { Language } from '../shared/language.ts'
import { text } from '../shared/text.ts'
import { AreaCode, Email, NewPassword, Phone } from './account-rules.ts'
import { phoneOfCountry } from './phone-of-country.ts'

/** Calls of people without an account that name a telephone number. */

/** Purpose of a code by message; each is good for its purpose alone. */
const CodePurpose = z.enum(['register', 'recover'])
/** Where a code goes: a telephone, or an e-mail address. Of a user name the service knows the address itself. */
const account = {
  purpose: CodePurpose.default('register'),
  areaCode: AreaCode.optional(),
  phonenumber: Phone.optional(),
  email: Email.optional(),
  username: text(100).optional(),
}

export const sendCode = endpoint({
  method: 'POST',
  path: '/prod-api/system/msg/send',
  permission: 'public',
  summary: 'Send a verification code; the answer says nothing about whether the account exists',
  request: phoneOfCountry(
    z.object({ ...account, code: text(20).optional(), uuid: z.uuid().optional() }),
    ({ purpose }) => purpose === 'register',
  ),
  response: z.object({
    uuid: z.uuid(),
    /** Seconds until another may be sent. */
    nextInSeconds: z.int(),
  }),
})

export const registerExperience = endpoint({
  method: 'POST',
  path: '/prod-api/system/experience/register',
  permission: 'public',
  summary: 'Open a trial tenant with sample data',
  request: phoneOfCountry(
    z.object({
      companyName: text(50).min(2),
      name: text(20).min(2),
      department: text(20).min(1),
      areaCode: AreaCode,
      phonenumber: Phone,
      uuid: z.uuid(),
      code: text(20).min(1),
      /** The language of the first letters and of the account. */
      language: Language.default('en'),
    }),
  ),
  response: z.object({
    tenantCode: z.string(),
    username: z.string(),
    /** Shown this once; the first sign-in requires another. */
    initialPassword: NewPassword,
  }),
})
