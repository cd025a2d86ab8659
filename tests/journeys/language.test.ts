import type { RouterEntry } from '@nightflow/schemas/platform/session-calls'
import { expect, test } from 'vitest'
import { journeyBrowser, settled } from './journey-browser.ts'
import { ask } from './people.ts'
import { type Language, text } from './texts.ts'

const browser = journeyBrowser()
const ownName: Record<Language, string> = { en: 'English', 'zh-CN': '简体中文', fr: 'Français', id: 'Bahasa Indonesia' }

/** The title of the directory of leakage analysis from the service. */
const waterTitle = async (language: Language): Promise<string> => {
  const { data } = await ask<{ data: RouterEntry[] }>('analyst', '/prod-api/system/menu/getRouters', language)
  return data.find(({ path }) => path === '/water')?.meta?.title ?? ''
}

test('another language is said, kept by the service, and changes every text once the page is loaded anew', {
  timeout: 120_000,
}, async () => {
  const page = await browser.open({ role: 'analyst', path: '/water/leakage?partition=willow-court' })
  await settled(page)
  let shown: Language = 'en'
  for (const language of ['zh-CN', 'id', 'fr'] as const) {
    await page.evaluate('window.before = true')
    await page.getByRole('button', { name: text('shared:shell.language', {}, shown) }).click()
    // The message is shown for a moment only, so the wait begins before the click.
    const said = page.getByText(text('shared:shell.languageChanged', {}, language)).waitFor()
    await Promise.all([said, page.getByRole('menuitem', { name: ownName[language], exact: true }).click()])
    // While the page is being changed for another there is nothing to ask.
    await expect.poll(() => page.evaluate('window.before').catch(() => true)).toBeUndefined()
    await settled(page)
    const side = page.getByRole('navigation', { name: text('shell:navigation', {}, language) })
    await side.getByRole('button', { name: text('shell:group.leakage', {}, language), exact: true }).waitFor()
    await side.getByRole('button', { name: await waterTitle(language), exact: true }).waitFor()
    await page
      .getByText(text('leakage:figure.nightMinimumFlowLitresPerHour', {}, language), { exact: true })
      .first()
      .waitFor()
    expect(await page.getAttribute('html', 'lang')).toBe(language)
    const { user } = await ask<{ user: { language: string } }>('analyst', '/prod-api/system/user/getInfo')
    expect(user.language).toBe(language)
    shown = language
  }
  await page.reload()
  await settled(page)
  expect(await page.getAttribute('html', 'lang')).toBe('fr')
})
