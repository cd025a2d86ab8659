/** After this long without input, requests of the page count as a timer's and not as a person's. */
const presentMilliseconds = 60_000

const touches = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/** Opening a page is a touch. */
let touchedAt = Date.now()

const touched = (): void => {
  touchedAt = Date.now()
}

/** Observes touches of the page; returns a function that stops observing. */
export function watchPresence(page: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>): () => void {
  for (const touch of touches) page.addEventListener(touch, touched, { capture: true, passive: true })
  return () => {
    for (const touch of touches) page.removeEventListener(touch, touched, { capture: true })
  }
}

/** Whether the page was touched lately. Polls of a screen keep a session only while the page is in use. */
export const isPageInUse = (): boolean => Date.now() - touchedAt < presentMilliseconds
