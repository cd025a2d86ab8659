import { expect, test } from 'vitest'
import { journeyBrowser, settled } from './journey-browser.ts'
import { ask } from './people.ts'
import { findScreens } from './screens.ts'
import { languages } from './texts.ts'
import { unfinishedTexts, visibleTexts } from './visible-texts.ts'

const browser = journeyBrowser()

const widthOf = 'document.scrollingElement.scrollWidth'
/** What reaches out of the window, to say what to mend. */
const tooWide = `[...document.querySelectorAll('body *')].filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
  .map((element) => element.tagName + '.' + element.className).slice(0, 5)`

test.each(languages)(
  'on a telephone, in light and dark, no screen in %s is wider than the window, and every text is there',
  {
    timeout: 120_000,
  },
  async (language) => {
    const screens = await findScreens((path) => ask('admin', path))
    const page = await browser.open({ role: 'admin', width: 390, height: 844, language })
    await settled(page)
    const faults: unknown[] = []
    for (const { name, path } of screens) {
      await page.goto(path)
      await settled(page)
      for (const scheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: scheme })
        const width = await page.evaluate<number>(widthOf)
        if (width > 390) faults.push({ name, scheme, width, tooWide: await page.evaluate(tooWide) })
      }
      const unfinished = unfinishedTexts(await visibleTexts(page))
      if (unfinished.length > 0) faults.push({ name, unfinished })
      expect(await page.getAttribute('html', 'lang')).toBe(language)
    }
    expect(faults).toEqual([])
  },
)
