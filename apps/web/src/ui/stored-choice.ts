import { useSyncExternalStore } from 'react'
import type { z } from 'zod'

/** A choice of a person that is kept in this browser alone, and followed by all that shows it. A stored value that does not fit counts as absent. */
export function storedChoice<Choice>(key: string, schema: z.ZodType<Choice>, fallback: Choice) {
  const listeners = new Set<() => void>()
  let kept: { choice: Choice } | undefined
  const read = (): Choice => {
    kept ??= { choice: stored(key, schema, fallback) }
    return kept.choice
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    read,
    write: (choice: Choice): void => {
      kept = { choice }
      localStorage.setItem(key, JSON.stringify(choice))
      for (const listener of listeners) listener()
    },
    use: (): Choice => useSyncExternalStore(subscribe, read),
  }
}

function stored<Choice>(key: string, schema: z.ZodType<Choice>, fallback: Choice): Choice {
  try {
    const found = schema.safeParse(JSON.parse(localStorage.getItem(key) ?? 'null'))
    return found.success ? found.data : fallback
  } catch {
    return fallback
  }
}
