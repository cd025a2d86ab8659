import { setTimeout as pause } from 'node:timers/promises'

/** The last of those that wait for a stream, by the stream's name. */
const lastInLine = new Map<string, Promise<unknown>>()

/**
 * Runs work on one stream after what came before it in this process. It must not wait for other work on the same stream. Other processes append
 * meanwhile: the log decides.
 */
export const inTurn = async <Result>(stream: string, work: () => Promise<Result>): Promise<Result> => {
  const before = lastInLine.get(stream)
  const mine = (before ?? Promise.resolve()).then(work)
  const settled = mine.catch(() => undefined)
  lastInLine.set(stream, settled)
  try {
    return await mine
  } finally {
    if (lastInLine.get(stream) === settled) lastInLine.delete(stream)
  }
}

const pauseGrowth = 2
const longestPauseMilliseconds = 30

/** A random part of a pause that grows: writers of several processes that conflicted do not conflict again in step. */
export const pauseAfterConflict = (conflicts: number): Promise<void> =>
  pause(Math.random() * Math.min(longestPauseMilliseconds, pauseGrowth * conflicts))
