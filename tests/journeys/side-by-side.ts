/** Pages of one browser at work at once: one computes while another one waits for the service. */
const pagesAtOnce = 2
/** The least number of items of a page: signing in and loading the product take as long as some screens. */
const sizeMin = 4

/** Walks these groups, each in parts of its own page. An error of a part ends the walk. */
export const sideBySide = async <Item>(
  groups: readonly (readonly Item[])[],
  walk: (those: readonly Item[]) => Promise<void>,
): Promise<void> => {
  const parts = groups.flatMap((those) => partsOf(those)).values()
  const next = async (): Promise<void> => {
    for (const part of parts) await walk(part)
  }
  await Promise.all(Array.from({ length: pagesAtOnce }, next))
}

/** As many parts as pages, of neighbours, so that a page stays with what it shows. */
const partsOf = <Item>(those: readonly Item[]): Item[][] => {
  const size = Math.max(sizeMin, Math.ceil(those.length / pagesAtOnce))
  return Array.from({ length: Math.ceil(those.length / size) }, (_, nth) => those.slice(nth * size, (nth + 1) * size))
}
