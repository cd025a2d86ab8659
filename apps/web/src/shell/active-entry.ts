import type { MenuItem } from '#shell/menu-tree.ts'

/** The entries from the top down to the one that is shown: the one whose address is the longest beginning of the path. */
export const activeEntries = (items: readonly MenuItem[], pathname: string): MenuItem[] => {
  let best: MenuItem[] = []
  const look = (at: readonly MenuItem[], above: readonly MenuItem[]): void => {
    for (const item of at) {
      const way = [...above, item]
      const leads = item.to !== undefined && (pathname === item.to || pathname.startsWith(`${item.to}/`))
      if (leads && (item.to?.length ?? 0) > (best.at(-1)?.to?.length ?? 0)) best = way
      look(item.children, way)
    }
  }
  look(items, [])
  return best
}

/** The first screen at or below an entry. */
export const firstLeaf = (item: MenuItem): MenuItem => (item.children[0] ? firstLeaf(item.children[0]) : item)
