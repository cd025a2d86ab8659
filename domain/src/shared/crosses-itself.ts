type Place = readonly [x: number, y: number]

/** Twice the area to the left of the way from `a` over `b` to `c`: its sign says the turn. */
const turn = (a: Place, b: Place, c: Place): number => Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))

const isBeside = (a: Place, b: Place, c: Place): boolean =>
  c[0] >= Math.min(a[0], b[0]) && c[0] <= Math.max(a[0], b[0]) && c[1] >= Math.min(a[1], b[1]) && c[1] <= Math.max(a[1], b[1])

/** Whether two sides have a place in common. */
const meet = (a: Place, b: Place, c: Place, d: Place): boolean => {
  const [fromC, fromD, fromA, fromB] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)]
  if (fromC !== fromD && fromA !== fromB) return true
  return (
    (fromC === 0 && isBeside(a, b, c)) ||
    (fromD === 0 && isBeside(a, b, d)) ||
    (fromA === 0 && isBeside(c, d, a)) ||
    (fromB === 0 && isBeside(c, d, b))
  )
}

const isSame = (one: Place, other: Place): boolean => one[0] === other[0] && one[1] === other[1]

/**
 * Whether the sides of a ring cross or touch one another anywhere but at the corner between two neighbours. Such a ring is no
 * area: what is inside of it depends on who draws it. A ring whose last corner is not its first is closed by one more side, as maps draw it.
 */
export const crossesItself = (ring: readonly Place[]): boolean => {
  // A corner given twice in a row is one corner.
  const [first, last] = [ring[0], ring.at(-1)]
  const closed = first && last && !isSame(first, last) ? [...ring, first] : ring
  const corners = closed.filter((corner, index) => index === 0 || !isSame(corner, closed[index - 1]!))
  const sides = corners.length - 1
  for (let one = 0; one < sides; one += 1) {
    const [a, b] = [corners[one]!, corners[one + 1]!]
    const after = corners[((one + 1) % sides) + 1]!
    // The next side leads straight back.
    if (sides > 2 && turn(a, b, after) === 0 && (isBeside(a, b, after) || isBeside(b, after, a))) return true
    for (let other = one + 2; other < sides; other += 1) {
      const areNeighbours = one === 0 && other === sides - 1
      if (!areNeighbours && meet(a, b, corners[other]!, corners[other + 1]!)) return true
    }
  }
  return false
}
