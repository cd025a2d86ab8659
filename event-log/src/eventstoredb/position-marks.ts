const marksMaximum = 10_000

/**
 * Positions at which events are known to begin. The server reads only from where a record begins, while a position may also be a number
 * that a caller chose, to halve the log by time for example. Such a reading begins at the nearest mark below and passes over what lies
 * between. Marks are noted while reading, at first every position; when there are 10,000 every other one is forgotten and from then on
 * they are taken twice as far apart. Without any mark the reading begins at the beginning.
 */
export const createPositionMarks = () => {
  let marks: number[] = []
  let distance = 0

  /** How many marks are at or below a position. */
  const countUpTo = (position: number): number => {
    let low = 0
    let high = marks.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (marks[middle]! <= position) low = middle + 1
      else high = middle
    }
    return low
  }

  return {
    note: (position: number): void => {
      const index = countUpTo(position)
      const before = marks[index - 1] ?? Number.NEGATIVE_INFINITY
      const behind = marks[index] ?? Number.POSITIVE_INFINITY
      if (position - before <= distance || behind - position <= distance) return
      marks.splice(index, 0, position)
      if (marks.length < marksMaximum) return
      marks = marks.filter((_, at) => at % 2 === 0)
      distance = (marks.at(-1)! - marks[0]!) / marks.length
    },
    /** The last mark below or at a position; 0, before the first event, when there is none. */
    below: (position: number): number => marks[countUpTo(position) - 1] ?? 0,
  }
}

export type PositionMarks = ReturnType<typeof createPositionMarks>
