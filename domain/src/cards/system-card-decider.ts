import type { RecordSystemCard } from '@nightflow/schemas/cards/card-events'
import type { Decider, EventIn } from '../shared/decider.ts'

type SystemCardEvent = EventIn<'cards.SystemCardWritten'>
/** The operations of one card without an account. */
type SystemCard = { readonly operationIds: readonly string[] }

/** Cards without an account move no money: a write is recorded once it is done. */
export const systemCardDecider: Decider<RecordSystemCard, SystemCard, SystemCardEvent> = {
  streamOf: ({ cardNo }) => `cards-system-${cardNo}`,
  initialState: { operationIds: [] },
  evolve: ({ operationIds }, { data }) => ({ operationIds: [...operationIds, data.operationId] }),
  decide: {
    RecordSystemCard: ({ type: _, ...written }, { operationIds }, { now }) =>
      operationIds.includes(written.operationId) ? [] : [{ type: 'cards.SystemCardWritten', data: { ...written, at: now } }],
  },
}
