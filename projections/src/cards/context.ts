import type { Projection } from '../projector/projection.ts'
import { cardRecords } from './card-records.ts'
import { cards } from './cards.ts'
import { systemCards } from './system-cards.ts'

/** The read models of the context, in the order in which a batch passes through them. */
export const cardsReadModels: readonly Projection[] = [cards, cardRecords, systemCards]
