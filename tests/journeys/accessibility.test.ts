import axe from 'axe-core'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { journeyBrowser, settled } from './journey-browser.ts'
import { ask } from './people.ts'
import { findScreens } from './screens.ts'

const browser = journeyBrowser()

/** What hinders people seriously, by rule and place. */
const hindrances = async (page: Page): Promise<string[]> => {
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate<axe.AxeResults>(`axe.run(document, { resultTypes: ['violations'] })`)
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`))
}

test('nothing hinders people seriously on any screen, in light and dark', { timeout: 480_000 }, async () => {
  const faults: Record<string, string[]> = {}
  for (const [role, screens] of Map.groupBy(await findScreens(ask), (screen) => screen.role)) {
    const page = await browser.open({ ...(role && { role }), path: screens[0]!.path })
    for (const { name, path } of screens) {
      await page.goto(path)
      await settled(page)
      for (const scheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: scheme })
        await page.locator(`html[data-mantine-color-scheme=${scheme}]`).waitFor()
        const found = await hindrances(page)
        if (found.length > 0) faults[`${name}, ${scheme}`] = found
      }
    }
  }
  expect(faults).toEqual({})
})
