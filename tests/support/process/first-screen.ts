import type { Page } from './launch-chromium.ts'

/** JavaScript of a first screen, compressed, in kilobytes. */
export const firstScreenKilobytesMax = 250

/**
 * For `addInitScript`. Content is complete: the title is there and nothing in the window is a place holder any more. The page's policy lets no text be
 * run later.
 */
export const watchContent = `(() => {
  const inSight = (element) => { const { top, bottom } = element.getBoundingClientRect(); return bottom > 0 && top < innerHeight }
  const look = () => {
    const waits = [...document.querySelectorAll('[aria-busy=true], .mantine-Skeleton-root')].some(inSight)
    if (document.querySelector('h1') !== null && !waits) window.completeOfScreen = performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
})()`

const completeMillisecondsMax = 60_000
const pollMilliseconds = 20

/** Milliseconds from the beginning of the navigation until the content was complete. */
export const untilComplete = async (page: Page): Promise<number> => {
  const deadline = Date.now() + completeMillisecondsMax
  for (;;) {
    const milliseconds = await page.evaluate<number>('window.completeOfScreen ?? 0').catch(() => 0)
    if (milliseconds > 0) return milliseconds
    if (Date.now() > deadline) throw new Error(`${page.url()} was not complete after ${completeMillisecondsMax} ms`)
    await page.waitForTimeout(pollMilliseconds)
  }
}

/** Bytes of scripts as they are transferred, of those that were requested until then. */
export const scriptBytes = (page: Page, until: number): Promise<number> =>
  page.evaluate<number>(`performance.getEntriesByType('resource')
    .filter(({ name, startTime }) => /\\.js$/.test(new URL(name).pathname) && startTime <= ${until})
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`)
