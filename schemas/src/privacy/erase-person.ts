import { z } from 'zod'
import { PersonId } from '../shared/personal.ts'
import { lines } from '../shared/text.ts'
import { AccountNo, Instant } from '../shared/values.ts'

/** Why a person was erased, such as the number of the request; kept for ever, so it must not name the person. */
export const ErasureReason = lines(200).min(1)

/** Of the texts of a payment, which have a key of their own: the rows that show them. `personId` is that of the payment. */
const ErasedPayment = z.object({ accountNo: AccountNo, transactionNo: z.int().positive() })

export const ErasePerson = z.object({
  type: z.literal('ErasePerson'),
  personId: PersonId,
  reason: ErasureReason,
  payment: ErasedPayment.optional(),
})
export type ErasePerson = z.infer<typeof ErasePerson>

/** From here on nothing that identifies the person is kept: the key of its personal fields is deleted. */
export const PersonErased = z.object({
  personId: PersonId,
  reason: ErasureReason,
  payment: ErasedPayment.optional(),
  erasedAt: Instant,
})
export type PersonErased = z.infer<typeof PersonErased>
