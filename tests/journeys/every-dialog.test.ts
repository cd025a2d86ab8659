import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { inTurn } from '../support/turn-of-samples.ts'
import { type Dialog, findDialogs } from './dialogs.ts'
import { comeTo, journeyBrowser, settled } from './journey-browser.ts'
import { sayIn, sentFile } from './open-dialog.ts'
import { ask } from './people.ts'
import { sideBySide } from './side-by-side.ts'
import { unfinishedTexts, visibleTexts } from './visible-texts.ts'

const browser = journeyBrowser()

/** French has the longest words of the four. */
const language = 'fr'
const width = 390

/** The default form opens one dialog of so many, in turns by the day of the commit. */
const dialogsPerTurn = 3

/** Elements that overflow the opened dialog, without those that scroll by themselves. */
const sticksOut = `[...document.querySelectorAll('[role=dialog] *, [role=menu] *')].filter((element) => {
  if (!element.checkVisibility() || element.closest('.nf-table-scroll, .mantine-TableScrollContainer-scrollContainer, pre, .nf-visually-hidden')) return false
  const inner = element.getBoundingClientRect()
  const outer = element.closest('[role=dialog], [role=menu]').getBoundingClientRect()
  return inner.width > 0 && (inner.left < outer.left - 1 || inner.right > outer.right + 1)
}).map((element) => element.tagName + '.' + element.className).slice(0, 5)`

/** The key of a parameter and the name of a file look like the key of a text that is missing. */
const isName = (text: string): boolean => text === sentFile || /\bsys\.\w+\.\w/.test(text)

const faultsOf = async (page: Page, { name }: Dialog): Promise<object[]> => {
  const shown = await page.evaluate<number>('document.scrollingElement.scrollWidth')
  const out = await page.evaluate<string[]>(sticksOut)
  const unfinished = unfinishedTexts(await visibleTexts(page)).filter((text) => !isName(text))
  return [
    ...(shown > width ? [{ name, shown }] : []),
    ...(out.length > 0 ? [{ name, out }] : []),
    ...(unfinished.length > 0 ? [{ name, unfinished }] : []),
  ]
}

/** The settings of the shell, such as tabs over the screens, are those of one dialog alone. */
const resetShell = `(() => {
  const isChanged = localStorage.getItem('layout-setting') !== null
  localStorage.removeItem('layout-setting')
  return isChanged
})()`

/** Closes what is open and shows the screen at this path; the page is loaded again only where something does not close. */
const showAt = async (page: Page, path: string): Promise<void> => {
  await page.keyboard.press('Escape')
  const opened = page.locator('[role=dialog], [role=menu]')
  const isClosed = await opened.waitFor({ state: 'hidden', timeout: 2000 }).then(
    () => true,
    () => false,
  )
  const isReset = await page.evaluate<boolean>(resetShell)
  const { pathname, search } = new URL(page.url())
  const isShown = pathname + search === path
  if (isShown && isClosed && !isReset) return
  await (isClosed && !isReset && !isShown ? comeTo(page, path) : page.goto(path))
  await settledAtLast(page)
}

/** Maps are drawn without a graphics card here, and take their time beside other tests. */
const settledAtLast = (page: Page): Promise<void> => settled(page).catch(() => settled(page))

test.each(['admin', 'operator', undefined] as const)(
  'on a telephone, nothing that opens before %s is wider than the window, and every text is there',
  { timeout: 300_000 },
  async (role) => {
    const faults: object[] = []
    const dialogs = inTurn(
      (await findDialogs(ask)).filter((dialog) => dialog.role === role),
      dialogsPerTurn,
    )
    browser.expectProblem(/system\/notice|ERR_CONNECTION_REFUSED/)
    await sideBySide([dialogs], async (those) => {
      const page = await browser.open({ ...(role && { role }), width, height: 844, language, path: those[0]!.path })
      await settledAtLast(page)
      for (const dialog of those) {
        try {
          await showAt(page, dialog.path)
          await dialog.open(page, sayIn(language))
          faults.push(...(await faultsOf(page, dialog)))
        } catch (error) {
          faults.push({ name: dialog.name, unopened: (error as Error).message })
        }
        await page.unrouteAll()
      }
    })
    expect(faults).toEqual([])
  },
)
