import { z } from 'zod'
import { commandsOn, type GivenTo } from '../shared/commands-on.ts'
import { PersonId } from '../shared/personal.ts'
import { lines } from '../shared/text.ts'
import { AccountNo } from '../shared/values.ts'
import type { PersonRow } from './endpoints.ts'

/** Why a person was erased, such as the number of the request; kept for ever, so it must not name the person. */
export const ErasureReason = lines(200).min(1)

/** Of the texts of a payment, which have a key of their own: the rows that show them. `personId` is that of the payment. */
const ErasedPayment = z.object({ accountNo: AccountNo, transactionNo: z.int().positive() })

/** Commands on persons of whom data are kept. From the erasure on, nothing that identifies the person is kept: the key of its personal fields is deleted. */
export const personCommands = commandsOn<PersonRow>()(
  {
    entity: 'Person',
    id: 'personId',
    ids: { one: PersonId },
    path: '/api/v1/persons',
    address: (verb) => `/api/v1/persons/:personId/${verb}`,
    method: 'POST',
    permission: 'privacy:person:erase',
    key: { personId: PersonId },
    response: z.object({ position: z.int() }),
  },
  {
    erase: {
      verb: 'erasure',
      summary:
        'Erase a person for good: its key is deleted, and with it every personal value in log, read models and answers about the past',
      typed: { reason: ErasureReason },
      given: { reason: ErasureReason, payment: ErasedPayment.optional() },
      event: 'privacy.PersonErased',
      recorded: { reason: ErasureReason, payment: ErasedPayment.optional() },
      instant: 'erasedAt',
      icon: 'cancel',
      isDanger: true,
      isOffered: ({ erasedAt }) => erasedAt === null,
    },
  },
)
export const { erasePerson } = personCommands.calls
export type ErasePerson = GivenTo<typeof personCommands>
export type PersonErased = z.infer<(typeof personCommands.events)['privacy.PersonErased']['data']>
