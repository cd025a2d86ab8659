import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { personalInput } from '../shared/personal.ts'
import { lines, text } from '../shared/text.ts'
import { AreaCode, Email, Phone, SealedPassword, Sex } from './account-rules.ts'
import { phoneOfCountry } from './phone-of-country.ts'

// Apart from the other calls of a session, which the first screen has: rules of telephone numbers of all countries are large.

export const updateProfile = endpoint({
  method: 'PUT',
  path: '/prod-api/system/user/profile',
  permission: 'signed-in',
  summary: 'Change my profile; another e-mail address or telephone needs the present password',
  request: phoneOfCountry(
    z.object({
      /** The present password, encrypted; needed where the e-mail address or the telephone becomes another one. */
      oldPassword: SealedPassword.optional(),
      nickName: personalInput(text(20).min(1), 'name'),
      /** Null takes an e-mail address or a telephone number away; absent leaves it. */
      email: personalInput(Email.nullable(), 'email').optional(),
      areaCode: AreaCode.nullable().optional(),
      phonenumber: personalInput(Phone.nullable(), 'telephone').optional(),
      sex: Sex.optional(),
      introduction: personalInput(lines(100), 'other').optional(),
    }),
  ),
  response: z.object({}),
})
