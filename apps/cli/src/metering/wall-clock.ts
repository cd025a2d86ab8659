/** Which instants a reading of the wall clock can mean in one zone: one, two where an hour repeats, none where it is skipped. */
export type WallClock = {
  /** `local` is the wall clock as epoch milliseconds as if it were UTC. Earlier instant first. `shifted` is what a clock that was not put forward means. */
  instantsOf(local: number): { instants: readonly number[]; shifted?: number }
  /** The beginning of the local hour in which an instant lies: in India at half past by UTC. */
  hourStartOf(instant: number): number
}

const hourMilliseconds = 3_600_000
const dayMilliseconds = 24 * hourMilliseconds

export const wallClockOf = (timeZone: string): WallClock => {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  /** How far the wall clock is ahead of UTC at an instant, milliseconds. */
  const offsetAt = (instant: number): number => {
    const part: Record<string, number> = {}
    for (const { type, value } of format.formatToParts(instant)) part[type] = Number(value)
    const wall = Date.UTC(part.year ?? 0, (part.month ?? 1) - 1, part.day ?? 1, part.hour ?? 0, part.minute ?? 0, part.second ?? 0)
    return wall - Math.floor(instant / 1000) * 1000
  }
  /** Offsets well before and well after each local day: equal on nearly all days, which then need no further look. */
  const offsetsOfDay = new Map<number, readonly [number, number]>()
  const offsetsAround = (local: number): readonly [number, number] => {
    const day = Math.floor(local / dayMilliseconds)
    let offsets = offsetsOfDay.get(day)
    if (!offsets) {
      const start = day * dayMilliseconds
      offsets = [offsetAt(start - 15 * 3_600_000), offsetAt(start + 39 * 3_600_000)]
      offsetsOfDay.set(day, offsets)
    }
    return offsets
  }
  return {
    instantsOf: (local) => {
      const [before, after] = offsetsAround(local)
      if (before === after) return { instants: [local - before] }
      const instants = [...new Set([local - before, local - after])]
        .filter((instant) => offsetAt(instant) === local - instant)
        .sort((a, b) => a - b)
      return instants.length > 0 ? { instants } : { instants, shifted: local - before }
    },
    hourStartOf: (instant) => {
      const [before, after] = offsetsAround(instant)
      const beyondHour = (offset: number) => ((offset % hourMilliseconds) + hourMilliseconds) % hourMilliseconds
      const shift = beyondHour(beyondHour(before) === beyondHour(after) ? before : offsetAt(instant))
      return Math.floor((instant + shift) / hourMilliseconds) * hourMilliseconds - shift
    },
  }
}
