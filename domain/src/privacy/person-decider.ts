import type { ErasePerson } from '@nightflow/schemas/privacy/erase-person'
import type { Decider, EventIn } from '../shared/decider.ts'

export type PersonState = { isErased: boolean }

/** A person has no other event of its own: what is known of it comes with the events of accounts, partitions and the like. */
export const personDecider: Decider<ErasePerson, PersonState, EventIn<'privacy.PersonErased'>> = {
  streamOf: ({ personId }) => `privacy-person-${personId.toLowerCase()}`,
  initialState: { isErased: false },
  evolve: () => ({ isErased: true }),
  decide: {
    ErasePerson: ({ personId, reason, payment }, { isErased }, { now }) =>
      isErased
        ? []
        : [
            {
              type: 'privacy.PersonErased',
              data: { personId: personId.toLowerCase(), reason, ...(payment && { payment }), erasedAt: now },
            },
          ],
  },
}
