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

const checkBothSchemes = async (page: Page): Promise<void> => {
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await page.locator(`html[data-mantine-color-scheme=${scheme}]`).waitFor()
    expect(await hindrances(page), scheme).toEqual([])
  }
}

test('nothing hinders people seriously on sign-in', async () => {
  const page = await browser.open({ path: '/login' })
  await settled(page)
  await checkBothSchemes(page)
})

test.each(['home', 'profile', 'leakage', 'map', 'meter', 'events', 'event', 'streams', 'jobs', 'time-travel', 'gateways'])(
  'nothing hinders people seriously on %s',
  async (name) => {
    const screens = await findScreens((path) => ask('admin', path))
    const page = await browser.open({ role: 'admin', path: screens.find((screen) => screen.name === name)?.path ?? '' })
    await settled(page)
    await checkBothSchemes(page)
  },
)
