import type { z } from 'zod'
import { formatText } from '../shared/format-texts.ts'
import { Phone } from './account-rules.ts'
import { phoneForm } from './phone-number.ts'

type Numbered = { areaCode?: string | null | undefined; phonenumber?: string | null | undefined }

/** A form whose telephone number must be one of its area code's country, and is kept without a trunk prefix; `when` says which forms. */
export const phoneOfCountry = <Form extends z.ZodObject>(form: Form, when: (typed: z.output<Form>) => boolean = () => true): Form =>
  form
    .refine(
      (typed) => {
        const { areaCode, phonenumber } = typed as Numbered
        // `Phone` rejects texts that are no telephone number.
        return (
          !areaCode ||
          !phonenumber ||
          !Phone.safeParse(phonenumber).success ||
          !when(typed) ||
          phoneForm(areaCode, phonenumber) !== undefined
        )
      },
      {
        path: ['phonenumber'],
        message: formatText('phone-of-country'),
      },
    )
    .overwrite((typed) => {
      const { areaCode, phonenumber } = typed as Numbered
      const number = areaCode && phonenumber ? phoneForm(areaCode, phonenumber) : undefined
      return number ? { ...typed, phonenumber: number.phonenumber } : typed
    })
