import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { byForm, fullFormSuffix, isFullForm } from '../support/full-form.ts'
import { contextsOfTexts, languageOfLongestTexts, longestTexts, type Texts } from '../support/longest-texts.ts'
import { inTurn, turnOfRun } from '../support/turn-of-samples.ts'
import { hindrances } from './hindrances.ts'
import { comeTo, journeyBrowser, settled } from './journey-browser.ts'
import { ask } from './people.ts'
import { findScreens, type Screen } from './screens.ts'
import { sideBySide } from './side-by-side.ts'
import { type Language, textsOfContext } from './texts.ts'
import { unfinishedTexts, visibleTexts } from './visible-texts.ts'

const telephone = { width: 390, height: 844 }
const desk = { width: 1440, height: 900 }
type Scheme = 'light' | 'dark'
type Shown = Language | 'longest'

const widthOf = 'document.scrollingElement.scrollWidth'
/** Elements that overflow the window, for the message. */
const tooWide = `[...document.querySelectorAll('body *')].filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
  .map((element) => element.tagName + '.' + element.className).slice(0, 5)`
/** The key of a parameter looks like the key of a text that is missing. */
const isParameterKey = (text: string): boolean => /\bsys\.\w+\.\w/.test(text)

const transitionsOver = `Promise.all(document.getAnimations()
  .filter((animation) => animation.effect.getTiming().iterations !== Infinity)
  .map((animation) => animation.finished.catch(() => undefined))).then(() => undefined)`

const showIn = async (page: Page, scheme: Scheme): Promise<void> => {
  await page.emulateMedia({ colorScheme: scheme })
  await page.locator(`html[data-mantine-color-scheme=${scheme}]`).waitFor()
  // Colours in transition from the other scheme do not count.
  await page.evaluate(transitionsOver)
}

/** Both schemes, the one that is shown first: another one takes its time. */
const schemesOf = async (page: Page): Promise<Scheme[]> =>
  (await page.getAttribute('html', 'data-mantine-color-scheme')) === 'dark' ? ['dark', 'light'] : ['light', 'dark']

/** Faults of a screen on a telephone. The full form looks at its width in both schemes, although they differ in colours alone. */
const faultsOnTelephone = async (page: Page): Promise<object[]> => {
  const faults: object[] = []
  const schemes = await schemesOf(page)
  for (const scheme of byForm({ full: schemes, short: schemes.slice(0, 1) })) {
    await showIn(page, scheme)
    // Navigation and lists hear of another width some frames after the window has it; a map drawn without a graphics card takes seconds for these.
    const isNarrow = await expect
      .poll(() => page.evaluate<number>(widthOf))
      .toBeLessThanOrEqual(telephone.width)
      .then(
        () => true,
        () => false,
      )
    if (!isNarrow) faults.push({ scheme, width: await page.evaluate(widthOf), tooWide: await page.evaluate(tooWide) })
  }
  const unfinished = unfinishedTexts(await visibleTexts(page)).filter((text) => !isParameterKey(text))
  return unfinished.length > 0 ? [...faults, { unfinished }] : faults
}

/** Serious faults of accessibility on a screen at a desk. */
const faultsAtDesk = async (page: Page): Promise<object[]> => {
  const faults: object[] = []
  await page.setViewportSize(desk)
  await settled(page)
  for (const [index, scheme] of (await schemesOf(page)).entries()) {
    await showIn(page, scheme)
    // Only colours differ in the second scheme.
    const hindering = await hindrances(page, index === 0 ? 'all rules' : 'rules of colours')
    if (hindering.length > 0) faults.push({ scheme, hindering })
  }
  return faults
}

const faultsOf = async (page: Page, language: Shown, isAtDesk: boolean): Promise<object[]> => {
  await settled(page)
  const lang = await page.getAttribute('html', 'lang')
  return [
    ...(lang === (language === 'longest' ? languageOfLongestTexts : language) ? [] : [{ lang }]),
    ...(await faultsOnTelephone(page)),
    ...(isAtDesk ? await faultsAtDesk(page) : []),
  ]
}

/** The default form opens one screen of so many that are drawn by hand, and one of so many that derive, in turns by the day of the commit. */
const handWrittenPerTurn = 2
const derivedPerTurn = 4

const screensOfTurn = (screens: readonly Screen[]): Screen[] => [
  ...inTurn(
    screens.filter(({ isDerived }) => !isDerived),
    handWrittenPerTurn,
  ),
  ...inTurn(
    screens.filter(({ isDerived }) => isDerived),
    derivedPerTurn,
  ),
]

/** Of the derived screens the default form looks at so many as one at a desk: their declarations differ, the component that draws them does not. */
const derivedPerSample = byForm({ full: 1, short: 4 })

/** Screens whose accessibility is judged: every one that is written by hand, and a sample of the derived ones. */
const screensAtDesk = (screens: readonly Screen[]): Set<Screen> => {
  const derived = screens.filter(({ isDerived }) => isDerived)
  // Once the turns of the screens are through, their next ones.
  const round = Math.floor(turnOfRun() / derivedPerTurn)
  const isSample = (screen: Screen): boolean => !screen.isDerived || (derived.indexOf(screen) + round) % derivedPerSample === 0
  return new Set(screens.filter(isSample))
}

/** A text that none of the four languages has is shown: the pseudo-language has taken their place. */
const expectLongestTexts = async (page: Page): Promise<void> => {
  const own = new Set(contextsOfTexts.flatMap((context) => valuesOf(textsOfContext(languageOfLongestTexts, context))))
  const longest = contextsOfTexts.flatMap((context) => valuesOf(longestTexts(context))).filter((text) => !own.has(text))
  await expect.poll(async () => (await visibleTexts(page)).some((text) => longest.includes(text))).toBe(true)
}

const valuesOf = (texts: Texts): string[] => Object.values(texts).flatMap((text) => (typeof text === 'string' ? [text] : valuesOf(text)))

/**
 * Checks every screen in this language: none is wider than a telephone, every text is there, and nothing hinders people seriously, in light and
 * dark. Each screen is opened once for all checks. The default form walks the screens in the longest texts of the four languages, whose keys
 * and place holders tests/architecture compares; the full form walks them in each language too. Accessibility does not depend on the language.
 * docs/decisions/0094-default-form-samples-what-grows-with-contexts.md says which of it the default form samples.
 */
export const checkEveryScreen = (language: Shown): void => {
  const browser = journeyBrowser()
  const isLeftOut = language !== 'longest' && !isFullForm
  const name = `no screen in ${language} is wider than a telephone, every text is there, and nothing hinders people seriously, in light and dark`
  test.skipIf(isLeftOut)(`${name}${isLeftOut ? fullFormSuffix : ''}`, { timeout: 480_000 }, async () => {
    const faults: object[] = []
    const screens = screensOfTurn(await findScreens(ask))
    const atDesk = language === 'longest' ? screensAtDesk(screens) : new Set<Screen>()
    const walk = async (those: readonly Screen[]): Promise<void> => {
      const { role, path } = those[0]!
      const page = await browser.open({ ...(role && { role }), ...telephone, language, path })
      if (language === 'longest') await expectLongestTexts(page)
      for (const [index, screen] of those.entries()) {
        const { name, path } = screen
        // The first one is open already.
        if (index > 0) {
          await page.setViewportSize(telephone)
          await comeTo(page, path)
        }
        const found = await faultsOf(page, language, atDesk.has(screen)).catch((error: Error) => [
          { stuck: error.message, at: page.viewportSize() },
        ])
        faults.push(...found.map((fault) => ({ screen: name, language, ...fault })))
      }
    }
    await sideBySide([...Map.groupBy(screens, (screen) => screen.role).values()], walk)
    expect(faults).toEqual([])
  })
}
