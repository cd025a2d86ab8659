import type { HomeTiles } from '@nightflow/schemas/platform/preferences'

/** The tiles of a person who never moved any. */
export const untouchedTiles: HomeTiles = { order: [], hidden: [] }

/** The names in the person's order; a name that is not in it keeps its usual place behind those before it. */
export const inKeptOrder = (usual: readonly string[], { order }: Pick<HomeTiles, 'order'>): string[] => {
  const placed = order.filter((name) => usual.includes(name))
  return usual.reduce<string[]>((names, name, index) => {
    if (names.includes(name)) return names
    const before = usual.slice(0, index).findLast((other) => names.includes(other))
    return names.toSpliced(before === undefined ? 0 : names.indexOf(before) + 1, 0, name)
  }, placed)
}

/** The order after a tile moved by one place among those that are shown. */
export const moved = (names: readonly string[], name: string, by: -1 | 1): string[] => {
  const at = names.indexOf(name)
  const to = at + by
  if (at < 0 || to < 0 || to >= names.length) return [...names]
  return names.toSpliced(at, 1).toSpliced(to, 0, name)
}
