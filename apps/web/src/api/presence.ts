/** After this long without a touch, what the page asks by itself is asked by a timer and not by a person. */
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

/** Was the page touched lately? Polls of a screen keep a session only while the page is in use. */
export const isSomebodyThere = (): boolean => Date.now() - touchedAt < presentMilliseconds
