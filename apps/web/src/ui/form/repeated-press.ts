import { useRef } from 'react'

/** Presses of one command within this are one press. */
export const repeatedPressMilliseconds = 3000

/**
 * Recognises a second press of the same command: true within three seconds of a press that was carried out or still is. A press
 * that failed does not count, so that it can be tried again at once.
 */
export function useRepeatedPress(): { isRepeated: (command: string) => boolean; forget: () => void } {
  const last = useRef<{ command: string; at: number } | undefined>(undefined)
  return {
    isRepeated: (command) => {
      const now = Date.now()
      const isSame = last.current?.command === command && now - last.current.at < repeatedPressMilliseconds
      if (!isSame) last.current = { command, at: now }
      return isSame
    },
    forget: () => {
      last.current = undefined
    },
  }
}
