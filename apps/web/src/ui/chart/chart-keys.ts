/** Positions of the values that the chart shows, both included. */
export type Shown = { first: number; last: number }

/** The values within the shown stretch of time; null where there are none. */
export function shownOf(times: readonly number[], [from, to]: readonly [number, number]): Shown | null {
  const first = times.findIndex((time) => time >= from)
  const last = times.findLastIndex((time) => time <= to)
  return first < 0 || last < first ? null : { first, last }
}

/** A page goes so many times through what is shown. */
const pages = 10

/** The value that a key leads to, beginning at the newest; null for a key that means something else. */
export function valueAfter(key: string, at: number | null, { first, last }: Shown): number | null {
  const step = stepOf(key, Math.max(1, Math.round((last - first) / pages)))
  if (step === null) return null
  if (at === null && Number.isFinite(step)) return last
  return Math.min(last, Math.max(first, (at ?? last) + step))
}

function stepOf(key: string, page: number): number | null {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return -1
    case 'ArrowRight':
    case 'ArrowUp':
      return 1
    case 'PageUp':
      return page
    case 'PageDown':
      return -page
    case 'Home':
      return Number.NEGATIVE_INFINITY
    case 'End':
      return Number.POSITIVE_INFINITY
    default:
      return null
  }
}
