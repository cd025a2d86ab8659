import type { StreamHead } from './stream-check.ts'

const headsMaximum = 50_000

/**
 * The heads of streams this process has seen last. They are beliefs: the append checks them under the lock, so a stale one costs a
 * round trip and never a wrong chain. The longest unused are forgotten above 50,000 (about 10 MB).
 */
export const rememberHeads = () => {
  const heads = new Map<string, StreamHead>()
  return {
    get: (stream: string): StreamHead | undefined => heads.get(stream),
    /** Heads only move forward; an older one is news from the past and is not taken. */
    advance: (stream: string, head: StreamHead): void => {
      const known = heads.get(stream)
      if (known && known.version > head.version) return
      heads.delete(stream)
      heads.set(stream, head)
      if (heads.size > headsMaximum) {
        const oldest = heads.keys().next()
        if (!oldest.done) heads.delete(oldest.value)
      }
    },
    /** Takes what the log says now, even where it is behind the belief (a restored database). */
    replace: (stream: string, head: StreamHead): void => {
      heads.delete(stream)
      heads.set(stream, head)
    },
  }
}

export type StreamHeads = ReturnType<typeof rememberHeads>
