import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from 'playwright'
import { ensureChromium } from '../support/process/ensure-chromium.ts'
import { findScreens, type Screen } from './screens.ts'
import { languages } from './texts.ts'

/** Takes a picture of every screen, wide and narrow, light and dark, in every language, to be looked at. */
const usage = `node tests/journeys/take-screenshots.ts --base-url URL --sign-ins FILE --out FOLDER [--only NAME] [--language LANGUAGE] [--width PIXELS] [--scheme light|dark] [--readme]
  --sign-ins  demo-sign-ins.json of the server's state folder
  --readme    only the pictures of the README, of the tour and of the guides, as they show them`

type Take = Screen & {
  width: number
  height: number
  language: string
  scheme: 'light' | 'dark'
  whole: boolean
  file: string
}

const { values } = parseArgs({
  options: {
    'base-url': { type: 'string' },
    'sign-ins': { type: 'string' },
    out: { type: 'string' },
    only: { type: 'string' },
    language: { type: 'string' },
    width: { type: 'string' },
    scheme: { type: 'string' },
    readme: { type: 'boolean' },
  },
})

const photographed = ['admin', 'operator', 'analyst', 'clerk', 'agent']

const heights: Record<number, number> = { 1440: 900, 390: 844 }

const everyTake = (screens: readonly Screen[]): Take[] =>
  [1440, 390].flatMap((width) =>
    languages.flatMap((language) =>
      (['light', 'dark'] as const).flatMap((scheme) =>
        screens.map((screen): Take => {
          const file = `${screen.name}-${width}-${language}-${scheme}.png`
          return { ...screen, width, height: heights[width] ?? 900, language, scheme, whole: true, file }
        }),
      ),
    ),
  )

const isWanted = ({ name, width, language, scheme }: Take): boolean =>
  (!values.only || values.only.split(',').includes(name)) &&
  (!values.language || values.language.split(',').includes(language)) &&
  (!values.width || Number(values.width) === width) &&
  (!values.scheme || values.scheme === scheme)

/** Harbour is the cascade with a burst that runs to this day. */
const addresses: Record<string, string> = {
  leakage: '/water/leakage?partition=harbour',
  map: '/water/map?partition=harbour',
  review: '/readMeter/review',
}

type Pictured = Pick<Take, 'name' | 'file' | 'height'> & Partial<Pick<Take, 'role' | 'path'>>

/** The page of the first step of each guide. */
const guideTakes: readonly Pictured[] = (
  [
    ['analyst', 'analyst', '/water/leakage?partition=harbour'],
    ['clerk', 'clerk', '/billing/bills'],
    ['agent', 'agent', '/billing/payment/agentDesk'],
    ['crew', 'admin', '/workOrder/orders'],
    ['administrator', 'admin', '/billing/billRuns'],
    ['accountant', 'admin', '/billing/ledger/agedReceivables'],
    ['operator', 'operator', '/tenant/board'],
  ] as const
).map(([name, role, path]) => ({ name: `guide-${name}`, file: `guide-${name}.png`, height: 820, role, path }))

/** Those that the README, the tour and the guides show: as a person sees them on opening, with something going on. */
const readmeTakes = (screens: readonly Screen[]): Take[] => {
  const pictured: readonly Pictured[] = [
    { name: 'leakage', file: 'leakage.png', height: 1180 },
    { name: 'home', file: 'home.png', height: 900 },
    { name: 'map', file: 'map.png', height: 820 },
    { name: 'account', file: 'account.png', height: 1180 },
    { name: 'meter', file: 'meter.png', height: 1360 },
    { name: 'review', file: 'review.png', height: 820 },
    { name: 'event', file: 'audit.png', height: 820 },
    ...guideTakes,
  ]
  return pictured.map(({ name, file, height, role = 'admin', path = addresses[name] }) => ({
    ...{ name, file, height, role, width: 1440, language: 'en', scheme: 'light' as const, whole: false },
    path: path ?? screens.find((screen) => screen.name === name)?.path ?? '/',
  }))
}

const looksMax = 40
const betweenLooksMilliseconds = 400

/** The picture once the screen is stable: two equal pictures in a row, with nothing loading. */
const pictureAtRest = async (page: Page, fullPage: boolean): Promise<Buffer> => {
  await page.locator('h1').first().waitFor({ state: 'attached' })
  let before: Buffer = Buffer.alloc(0)
  for (let look = 0; look < looksMax; look += 1) {
    await page.waitForLoadState('load')
    const isLoading = (await page.locator('[aria-busy=true], [data-loading], .mantine-Skeleton-root').count()) > 0
    const picture = await page.screenshot({ fullPage })
    if (!isLoading && picture.equals(before)) return picture
    before = picture
    await page.waitForTimeout(betweenLooksMilliseconds)
  }
  throw new Error(`${page.url()} never came to rest`)
}

const take = async (browser: Browser, baseUrl: string, token: string | undefined, out: string, shot: Take): Promise<void> => {
  const { width, height, language, scheme } = shot
  const context = await browser.newContext({
    baseURL: baseUrl,
    viewport: { width, height },
    locale: language,
    colorScheme: scheme,
    reducedMotion: 'reduce',
  })
  const cookie = { url: baseUrl, sameSite: 'Strict' as const }
  if (token !== undefined)
    await context.addCookies([
      { name: 'Admin-Token', value: token, ...cookie },
      { name: 'Admin-Expires-In', value: String(Date.now() + 1_800_000), ...cookie },
    ])
  const page = await context.newPage()
  await page.goto(shot.path)
  writeFileSync(join(out, shot.file), await pictureAtRest(page, shot.whole && shot.name !== 'map'))
  await context.close()
}

const main = async (): Promise<void> => {
  const { 'base-url': baseUrl, 'sign-ins': signIns, out } = values
  if (!baseUrl || !signIns || !out) throw new Error(usage)
  const { users } = JSON.parse(readFileSync(signIns, 'utf8')) as {
    users: { tenant: string; username: string; password: string; role: string }[]
  }
  const request = async <Answer>(path: string, init: RequestInit): Promise<Answer> => {
    const answer = await fetch(`${baseUrl}${path}`, init)
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as Answer
  }
  const tokens = new Map<string, string>()
  for (const { role, ...credentials } of users.filter((user) => photographed.includes(user.role))) {
    const headers = { 'content-type': 'application/json' }
    const session = { method: 'POST', headers, body: JSON.stringify(credentials) }
    tokens.set(role, (await request<{ token: string }>('/api/v1/session', session)).token)
  }
  const screens = await findScreens((role, path) => request(path, { headers: { authorization: `Bearer ${tokens.get(role)}` } }))
  const takes = values.readme
    ? readmeTakes(screens).filter(({ name }) => !values.only || values.only.split(',').includes(name))
    : everyTake(screens).filter(isWanted)
  if (takes.length === 0) throw new Error(`nothing to take; the screens are ${screens.map(({ name }) => name).join(', ')}`)
  mkdirSync(out, { recursive: true })
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox', '--disable-background-networking'] })
  try {
    for (const shot of takes) {
      await take(browser, baseUrl, shot.role && tokens.get(shot.role), out, shot)
      console.info(shot.file)
    }
  } finally {
    await browser.close()
  }
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
