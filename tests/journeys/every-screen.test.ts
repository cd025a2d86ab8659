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
/** The key of a parameter looks like the key of a text that is missing. */
const isParameterKey = (text: string): boolean => /\bsys\.\w+\.\w/.test(text)

test.each(languages)(
  'on a telephone, in light and dark, no screen in %s is wider than the window, and every text is there',
  {
    timeout: 480_000,
  },
  async (language) => {
    const screens = await findScreens(ask)
    const faults: unknown[] = []
    for (const [role, those] of Map.groupBy(screens, (screen) => screen.role)) {
      const page = await browser.open({ ...(role && { role }), width: 390, height: 844, language, path: those[0]!.path })
      for (const { name, path } of those) {
        await page.goto(path)
        await settled(page)
        for (const scheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme: scheme })
          const width = await page.evaluate<number>(widthOf)
          if (width > 390) faults.push({ name, scheme, width, tooWide: await page.evaluate(tooWide) })
        }
        const unfinished = unfinishedTexts(await visibleTexts(page)).filter((text) => !isParameterKey(text))
        if (unfinished.length > 0) faults.push({ name, unfinished })
        expect(await page.getAttribute('html', 'lang')).toBe(language)
      }
    }
    expect(faults).toEqual([])
  },
)
