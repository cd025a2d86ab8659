import { z } from 'zod'

const confirmedMax = 1e12

/** A part of the requests that move money by hand. */
export const confirmedAmount = {
  confirmedAmount: z.number().min(-confirmedMax).max(confirmedMax).optional().meta({
    description: 'the amount again, where it is above the tenant’s limit; without it the answer is `amount-not-confirmed` with the limit',
  }),
}
