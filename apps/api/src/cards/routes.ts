import { cardDecider } from '@nightflow/domain/cards/card-decider'
import { cardHistory, findCards } from '@nightflow/projections/cards/cards'
import { cardCommands, listCardHistory } from '@nightflow/schemas/cards/card-calls'
import { commandRoutes } from '../http/command-routes.ts'
import { pagesAfter } from '../http/pages.ts'
import { ask, type Route } from '../http/serve.ts'
import { readRoutes } from './read-cards.ts'
import { systemCardRoutes } from './system-cards.ts'
import { writeRoutes } from './write-cards.ts'

export const cardsRoutes: readonly Route[] = [
  ...writeRoutes,
  ...readRoutes,
  ...systemCardRoutes,
  ...commandRoutes({
    commands: cardCommands,
    decider: cardDecider,
    find: findCards,
    logged: ({ card }) => card && { cardNo: card.cardNo, isLost: card.isLost },
  }),
  ask(
    listCardHistory,
    ({ cardId, ...page }, { read }) => read((database) => cardHistory(database, cardId, page)),
    pagesAfter(500, ({ position }) => ({ before: position as number })),
  ),
]
