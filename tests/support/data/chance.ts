/** Numbers from 0 to below 1 that follow from a seed (mulberry32): the same in every run. */
export type Chance = () => number

export const chance = (seed: number): Chance => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A whole number of those from `least` to `most`. */
export const wholeNumber = (random: Chance, least: number, most: number): number => least + Math.floor(random() * (most - least + 1))

export const oneOf = <Item>(random: Chance, items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!
