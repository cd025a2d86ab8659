import { type RefObject, useEffect, useState } from 'react'

const lookEveryMilliseconds = 1000

/** True once the tiles in sight are complete: only then the others take part of the line and of the processor. */
export function useInSightComplete(): boolean {
  const [isComplete, setComplete] = useState(false)
  useEffect(() => {
    if (isComplete) return
    const timer = setInterval(() => {
      const isBusy = document.querySelector('[data-seen] [aria-busy=true], [data-seen] .mantine-Skeleton-root') !== null
      if (!isBusy && document.querySelector('[data-seen]') !== null) setComplete(true)
    }, lookEveryMilliseconds)
    return () => clearInterval(timer)
  }, [isComplete])
  return isComplete
}

/** Less of a tile than this is not seen. */
const seenPixels = 100

/** Whether so much of the place has been in sight; undefined until the browser has looked. */
export function useWasInSight(place: RefObject<HTMLElement | null>): boolean | undefined {
  const [wasSeen, setSeen] = useState<boolean>()
  useEffect(() => {
    if (wasSeen || !place.current) return
    const observer = new IntersectionObserver((entries) => setSeen(entries.some(({ isIntersecting }) => isIntersecting)), {
      rootMargin: `0px 0px -${seenPixels}px 0px`,
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [wasSeen, place])
  return wasSeen
}
