import { expect, test } from 'vitest'
import { journeyBrowser, settled } from './journey-browser.ts'
import { type Language, text } from './texts.ts'

const browser = journeyBrowser()
const ownName: Record<Language, string> = { en: 'English', 'zh-CN': '简体中文', fr: 'Français', id: 'Bahasa Indonesia' }
const entries = ['leakage', 'map', 'meters', 'quarantine', 'unclaimed', 'events', 'streams', 'jobs', 'timeTravel']

test('another language changes every text at once and stays after a reload', async () => {
  const page = await browser.open({ role: 'analyst', path: '/leakage?partition=willow-court' })
  await settled(page)
  await page.evaluate(`window.sameDocument = true`)
  let shown: Language = 'en'
  for (const language of ['zh-CN', 'fr', 'id', 'en'] as const) {
    await page.getByRole('button', { name: text('shared:shell.language', {}, shown) }).click()
    await page.getByRole('menuitem', { name: ownName[language], exact: true }).click()
    const expected = entries.map((entry) => text(`shared:navigation.${entry}`, {}, language))
    const navigation = page.getByRole('navigation', { name: text('shared:shell.navigation', {}, language) })
    await expect.poll(() => navigation.getByRole('link').allTextContents()).toEqual(expected)
    await page
      .getByText(text('leakage:figure.nightMinimumFlowLitresPerHour', {}, language), { exact: true })
      .first()
      .waitFor()
    expect(await page.evaluate('window.sameDocument'), 'the page was not loaded again').toBe(true)
    expect(await page.getAttribute('html', 'lang')).toBe(language)
    shown = language
  }
  await page.getByRole('button', { name: text('shared:shell.language') }).click()
  await page.getByRole('menuitem', { name: ownName.fr }).click()
  await page
    .getByText(text('leakage:figure.klRatio', {}, 'fr'), { exact: true })
    .first()
    .waitFor()
  await page.reload()
  await settled(page)
  await page.getByRole('link', { name: text('shared:navigation.leakage', {}, 'fr') }).waitFor()
  expect(await page.getAttribute('html', 'lang')).toBe('fr')
})
