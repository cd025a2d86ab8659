import { isRejection, type Rejection } from '@nightflow/schemas/shared/rejections'
import type { Decided } from './decide.ts'

/** `accepted` are in the order in which they were stored, `refused` in the order of the items. `position` is that of the last event; 0 without one. */
export type DecidedEach<Item> = {
  accepted: { item: Item; decided: Decided }[]
  refused: { item: Item; refusal: Rejection }[]
  position: number
}

/** Decides about each on its own, as many at once as said: one that is refused does not hold up the others. */
export const decideEach = async <Item>(
  items: Iterable<Item>,
  decide: (item: Item) => Promise<Decided | Rejection>,
  { atOnce = 1 }: { atOnce?: number } = {},
): Promise<DecidedEach<Item>> => {
  const all = [...items]
  const accepted: DecidedEach<Item>['accepted'] = []
  const refusals = new Map<Item, Rejection>()
  let position = 0
  const waiting = all.values()
  const next = async (): Promise<void> => {
    for (const item of waiting) {
      const decided = await decide(item)
      if (isRejection(decided)) refusals.set(item, decided)
      else {
        accepted.push({ item, decided })
        position = Math.max(position, decided.position)
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, all.length) }, next))
  const refused = all.flatMap((item) => {
    const refusal = refusals.get(item)
    return refusal ? [{ item, refusal }] : []
  })
  return { accepted, refused, position }
}

/** Decides about all of them in their order. The first refusal ends it; what was decided before it stays. The position of the last event. */
export const decideInOrder = async <Item>(
  items: Iterable<Item>,
  decide: (item: Item) => Promise<Decided | Rejection>,
): Promise<number | Rejection> => {
  let position = 0
  for (const item of items) {
    const decided = await decide(item)
    if (isRejection(decided)) return decided
    position = Math.max(position, decided.position)
  }
  return position
}
