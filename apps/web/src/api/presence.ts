/** After this long without a touch, what the page asks by itself is asked by a timer and not by a person. */
const presentMilliseconds = 60_000

const touches = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/** Opening a page is a touch. */
let touchedAt = Date.now()

const touched = (): void => {
  touchedAt = Date.now()
}

/** Notes that somebody touches the page; returns what stops it. */
export function watchPresence(page: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>): () => void {
  for (const touch of touches) page.addEventListener(touch, touched, { capture: true, passive: true })
  return () => {
    for (const touch of touches) page.removeEventListener(touch, touched, { capture: true })
  }
}

/** Has anybody touched the page lately? Questions that screens repeat keep a session only as long as somebody looks at them. */
export const isSomebodyThere = (): boolean => Date.now() - touchedAt < presentMilliseconds
