import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright'
import { afterEach, beforeAll, expect, inject } from 'vitest'
import { languageOfLongestTexts } from '../support/longest-texts.ts'
import { lane } from './lane.ts'
import { type Role, type SignedIn, signIn } from './people.ts'
import { showLongestTexts } from './show-longest-texts.ts'
import type { Language } from './texts.ts'

export type Look = {
  role?: Role
  path?: string
  width?: number
  height?: number
  /** `longest` is a pseudo-language: each text is the widest of the four languages. */
  language?: Language | 'longest'
  scheme?: 'light' | 'dark'
  /** Pixels of the screen for one of the page: 2 where a browser enlarges to 200 %. */
  zoom?: number
}
export type JourneyBrowser = {
  /** A fresh browser profile on a page of the product, signed in when a role is given. */
  open(look?: Look): Promise<Page>
  /** A problem that belongs to the journey, such as the refusal of a wrong password. */
  expectProblem(pattern: RegExp): void
}

const flags = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // A graphics card that is only played costs more than drawing without one; the map's WebGL is played in either case.
  '--disable-gpu',
]
const pictures = join(tmpdir(), 'nightflow-journeys')

/** Files of a worker share it: a start takes as long as showing a screen. It ends with the worker. */
let shared: Promise<Browser> | undefined

const browserOfWorker = (): Promise<Browser> => {
  shared ??= chromium.launch({ executablePath: inject('chromium'), args: flags })
  return shared
}

/**
 * One Chromium per worker. After every test it holds that nothing went wrong unseen: no error in the console, no failed request, no
 * uncaught exception on any page.
 */
export const journeyBrowser = (): JourneyBrowser => {
  let browser: Browser
  const contexts: BrowserContext[] = []
  let problems: string[] = []
  let expected: RegExp[] = []
  beforeAll(async () => {
    browser = await browserOfWorker()
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await photograph(contexts, task.name)
    await Promise.all(contexts.splice(0).map((context) => context.close()))
    const unexpected = problems.filter((problem) => !expected.some((pattern) => pattern.test(problem)))
    problems = []
    expected = []
    expect(unexpected, 'console errors and failed requests').toEqual([])
  })
  const open = async ({
    role,
    path = '/',
    width = 1440,
    height = 900,
    language = 'en',
    scheme = 'light',
    zoom = 1,
  }: Look = {}): Promise<Page> => {
    const baseURL = lane().baseUrl
    const context = await browser.newContext({
      baseURL,
      viewport: { width: width / zoom, height: height / zoom },
      deviceScaleFactor: zoom,
      locale: language === 'longest' ? languageOfLongestTexts : language,
      colorScheme: scheme,
      acceptDownloads: true,
      reducedMotion: 'reduce',
    })
    contexts.push(context)
    if (language === 'longest') await showLongestTexts(context)
    await context.addInitScript(withoutMotion)
    context.setDefaultTimeout(30_000)
    if (role) await context.addCookies(cookiesOf(await signIn(role), baseURL))
    const page = await context.newPage()
    watch(page, (problem) => problems.push(problem))
    await page.goto(path)
    return page
  }
  return { open, expectProblem: (pattern) => expected.push(pattern) }
}

/** The screens of a test that failed, before they are closed. */
const photograph = async (contexts: readonly BrowserContext[], name: string): Promise<void> => {
  mkdirSync(pictures, { recursive: true })
  for (const [nth, page] of contexts.flatMap((context) => context.pages()).entries()) {
    const picture = join(pictures, `${name.replaceAll(/\W+/g, '-').slice(0, 80)}-${nth}.png`)
    await page.screenshot({ path: picture }).then(
      () => console.info(`the screen when it failed: ${picture}`),
      () => undefined,
    )
  }
}

/**
 * Nothing moves by itself: what is shown is final at once, and a screen that waits for its data draws no frames. Drawn without a graphics card, the
 * frames of its skeletons take half of the browser's time. A constructed style sheet: the content security policy allows no style element.
 */
const withoutMotion = `(() => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('*, *::before, *::after { transition: none !important; animation: none !important }')
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
})()`

/** The session as the browser keeps it after signing in. */
export const cookiesOf = ({ token, expiresIn }: SignedIn, url: string) => {
  const sameSite = 'Strict' as const
  return [
    { name: 'Admin-Token', value: token, url, sameSite },
    { name: 'Admin-Expires-In', value: String(Date.now() + expiresIn * 1000), url, sameSite },
  ]
}

/** Requests that the page itself gave up, because the person had moved on, are no failures. */
const watch = (page: Page, report: (problem: string) => void): void => {
  const where = () => new URL(page.url()).pathname
  page.on(
    'console',
    (message) => message.type() === 'error' && report(`console on ${where()}: ${message.text()} ${message.location().url}`),
  )
  page.on('pageerror', (error) => report(`uncaught on ${where()}: ${error.message}`))
  page.on('response', (answer) => answer.status() >= 400 && report(`${answer.status()} ${answer.request().method()} ${answer.url()}`))
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? 'failed'
    if (reason !== 'net::ERR_ABORTED') report(`${reason} ${request.method()} ${request.url()}`)
  })
}

/** Waits until the screen shows what it is for: its title is there, nothing is being loaded any more, and letters have their shapes. */
export const settled = async (page: Page): Promise<void> => {
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await expect.poll(() => page.locator('[aria-busy=true], .mantine-Skeleton-root').count(), { timeout: 45_000 }).toBe(0)
  await page.evaluate('document.fonts.ready.then(() => undefined)')
}

/**
 * Shows another screen as a link in the application does, without loading the page: that takes a third of the processor time. The page is loaded
 * where the screen at this path is shown already, or where the page has no screen of the product yet.
 */
export const comeTo = async (page: Page, path: string): Promise<void> => {
  const isElsewhere = URL.canParse(page.url()) && new URL(page.url()).pathname !== new URL(path, page.url()).pathname
  const isLeft = isElsewhere && (await page.evaluate<boolean>(leave(path)))
  if (!isLeft) return void (await page.goto(path))
  await page.locator('h1:not([data-journey-left])').first().waitFor({ state: 'attached' })
}

/** The title of the screen that is left is marked: React removes it together with that screen. */
const leave = (path: string): string => `(() => {
  const titles = document.querySelectorAll('h1')
  if (titles.length === 0) return false
  for (const title of titles) title.setAttribute('data-journey-left', '')
  history.pushState({}, '', ${JSON.stringify(path)})
  return true
})()`
