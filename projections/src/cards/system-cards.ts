import { systemCards as resource } from '@nightflow/schemas/cards/card'
import { defineEntity } from '../projector/entity.ts'
import { personOf } from '../projector/entity-history.ts'

/** Cards without an account, as they were written last. */
export const systemCards = defineEntity({
  name: 'cards/system-cards',
  version: 1,
  table: 'system_cards',
  key: ['cardNo'],
  row: resource.row,
  indexes: { id: '(tenant, system_card_id)' },
  evolve: {
    'cards.SystemCardWritten': (card, { data: { operationId: _, at, ...written }, position, metadata }) => ({
      ...written,
      systemCardId: card?.systemCardId ?? position,
      operator: personOf(metadata.actor),
      createTime: at,
    }),
  },
})
