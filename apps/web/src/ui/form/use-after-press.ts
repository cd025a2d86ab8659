import { useCallback, useEffect, useRef } from 'react'

/**
 * Does work at once, or after the button of the mouse that is down has come up. Leaving a field by a press somewhere else shows or hides a
 * text below it: moved from under the pointer, what was pressed would not be clicked.
 */
export function useAfterPress(): (work: () => void) => void {
  const isDown = useRef(false)
  const waiting = useRef<(() => void)[]>([])
  useEffect(() => {
    const down = () => {
      isDown.current = true
    }
    const up = () => {
      isDown.current = false
      // The click comes after the button has come up.
      setTimeout(() => {
        for (const work of waiting.current.splice(0)) work()
      })
    }
    document.addEventListener('pointerdown', down, true)
    document.addEventListener('pointerup', up, true)
    document.addEventListener('pointercancel', up, true)
    return () => {
      document.removeEventListener('pointerdown', down, true)
      document.removeEventListener('pointerup', up, true)
      document.removeEventListener('pointercancel', up, true)
    }
  }, [])
  return useCallback((work) => {
    if (isDown.current) waiting.current.push(work)
    else work()
  }, [])
}
