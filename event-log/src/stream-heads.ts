import type { StreamHead } from './stream-check.ts'

export const headsMaximum = 50_000

/**
 * The heads of streams this process has seen last. They are beliefs: the append checks them under the lock, so a stale one costs a
 * round trip and never a wrong chain. Those without news for longest are forgotten above 50,000 (about 10 MB).
 */
export const rememberHeads = () => {
  const heads = new Map<string, StreamHead>()
  const remember = (stream: string, head: StreamHead): void => {
    heads.delete(stream)
    heads.set(stream, head)
    const oldest = heads.keys().next()
    if (heads.size > headsMaximum && !oldest.done) heads.delete(oldest.value)
  }
  return {
    get: (stream: string): StreamHead | undefined => heads.get(stream),
    /** Heads only move forward; an older one is news from the past and is not taken. */
    advance: (stream: string, head: StreamHead): void => {
      const known = heads.get(stream)
      if (!known || known.version <= head.version) remember(stream, head)
    },
    /** Takes what the log says now, even where it is behind the belief (a restored database). */
    replace: remember,
  }
}

export type StreamHeads = ReturnType<typeof rememberHeads>
