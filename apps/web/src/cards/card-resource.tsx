import { cardCommands, listCardHistory } from '@nightflow/schemas/cards/card-calls'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { RowHistory } from '#shell/row-history.tsx'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { screenOf } from '#ui/resource/resource-screen.tsx'

const words = { texts: 'cards', name: 'card', calls: { dictionaries: { ...resources.cards.dictionaries, operation: 'card_operation' } } }

export const Screen = screenOf(
  resourceOf(
    resources.cards,
    { ...resourceCalls.cards, commands: cardCommands.list },
    {
      title: ({ cardNo, accountNo }) => `${cardNo} (${accountNo})`,
      Detail: ({ row: { cardId } }) => (
        <RowHistory resource={words} endpoint={listCardHistory} queryKey={['card-history', cardId]} of={{ cardId }} />
      ),
      related: [['card-history'], ['account-card'], [resourceCalls.cardRecords.list.path]],
    },
  ),
)
