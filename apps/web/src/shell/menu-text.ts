const shownMax = 25
const plainMax = 17

/** A menu's text as the sidebar has room for it, and whether it is said in full on hover. */
export function menuTextOf(title: string): { shown: string; hasTooltip: boolean } {
  const letters = [...title]
  return {
    shown: letters.length > shownMax ? `${letters.slice(0, shownMax).join('')}…` : title,
    hasTooltip: letters.length > plainMax,
  }
}
