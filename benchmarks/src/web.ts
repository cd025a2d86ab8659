import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { firstScreenKilobytesMax, scriptBytes, untilComplete, watchContent } from '../../tests/support/process/first-screen.ts'
import { type Browser, type BrowserContext, launchChromium } from '../../tests/support/process/launch-chromium.ts'
import { startServerProcess, temporaryStateFolder } from '../../tests/support/process/server-process.ts'

/** Feeds a demo city first; a state folder that has one spares that. */
const stateFolderVariable = 'NIGHTFLOW_BENCH_STATE_FOLDER'
const readyMillisecondsMax = 300_000

type Person = { username: string; password: string; tenant: string; role: string }
type Look = { kilobytes: number; seconds: number; shift: number }

/** The sign-in is the first screen of a person; the homes are the first of one who is signed in. */
const screens: readonly { name: string; path: string; role?: string }[] = [
  { name: 'signIn', path: '/login' },
  { name: 'homeOfAnalyst', path: '/index', role: 'analyst' },
  { name: 'homeOfClerk', path: '/index', role: 'clerk' },
  { name: 'homeOfAdministrator', path: '/index', role: 'admin' },
  { name: 'homeOfAgent', path: '/index', role: 'agent' },
  { name: 'homeOfOperator', path: '/index', role: 'operator' },
  { name: 'leakage', path: '/water/leakage', role: 'admin' },
  { name: 'map', path: '/water/map', role: 'admin' },
  { name: 'accounts', path: '/customer/accounts', role: 'admin' },
  { name: 'bills', path: '/billing/bills', role: 'admin' },
]

/**
 * The browser's side: a page is opened cold, without anything that was kept, on a running demo utility. Kilobytes are those of scripts as they are
 * transferred, compressed, until the content is complete; seconds are those until then; the shift is the browser's cumulative layout shift.
 */
export const benchWeb = async ({ isQuick }: { isQuick: boolean }) => {
  const given = process.env[stateFolderVariable]
  const folder = given ? { path: given, remove: async () => undefined } : await temporaryStateFolder()
  const server = await startServerProcess(folder.path, [], readyMillisecondsMax)
  const browser = await launchChromium()
  try {
    const { users } = JSON.parse(readFileSync(join(folder.path, 'demo-sign-ins.json'), 'utf8')) as { users: Person[] }
    const looks: Record<string, Look> = {}
    for (const { name, path, role } of screens)
      looks[name] = await bestOf(isQuick ? 1 : 3, () =>
        lookAt(
          browser,
          server.baseUrl,
          path,
          users.find((user) => user.role === role),
        ),
      )
    const mapFramesPerSecond = await countMapFrames(browser, server.baseUrl, users.find(({ role }) => role === 'admin')!)
    const firstScreenKilobytes = looks.signIn!.kilobytes
    const homes = Object.entries(looks).filter(([screen]) => screen.startsWith('home'))
    const homeKilobytes = Math.max(...homes.map(([, { kilobytes }]) => kilobytes))
    const of = (figure: keyof Look) => Object.fromEntries(Object.entries(looks).map(([name, look]) => [name, look[figure]]))
    return {
      ...{
        name: 'web',
        figure: firstScreenKilobytes,
        limit: firstScreenKilobytesMax,
        ratio: firstScreenKilobytes / firstScreenKilobytesMax,
      },
      ...{ firstScreenKilobytes, homeKilobytes, kilobytes: of('kilobytes'), contentSeconds: of('seconds') },
      ...{ contentSecondsMax: Math.max(...Object.values(looks).map(({ seconds }) => seconds)) },
      ...{ layoutShift: Math.max(...Object.values(looks).map(({ shift }) => shift)), layoutShifts: of('shift'), mapFramesPerSecond },
    }
  } finally {
    await browser.close()
    await server.end('SIGTERM')
    await folder.remove()
  }
}

/** The least of several looks: other work on the machine makes a page later, never earlier. */
const bestOf = async (count: number, look: () => Promise<Look>): Promise<Look> => {
  const looks: Look[] = []
  while (looks.length < count) looks.push(await look())
  return looks.toSorted((one, other) => one.seconds - other.seconds)[0]!
}

const openAs = async (browser: Browser, baseURL: string, person: Person | undefined): Promise<BrowserContext> => {
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 }, locale: 'en' })
  if (!person) return context
  const { username, password, tenant } = person
  const answer = await context.request.post('/api/v1/session', { data: { username, password, tenant } })
  const { token } = (await answer.json()) as { token: string }
  const cookie = { url: baseURL, sameSite: 'Strict' as const }
  await context.addCookies([
    { name: 'Admin-Token', value: token, ...cookie },
    { name: 'Admin-Expires-In', value: String(Date.now() + 1_800_000), ...cookie },
  ])
  return context
}

/** The sum of all layout shifts, as the browser reports them from the beginning. */
const watchShifts = `(() => {
  window.shiftOfBench = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shiftOfBench += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
})()`

const settleMilliseconds = 500

const lookAt = async (browser: Browser, baseURL: string, path: string, person: Person | undefined): Promise<Look> => {
  const context = await openAs(browser, baseURL, person)
  try {
    const page = await context.newPage()
    await page.addInitScript(watchShifts)
    await page.addInitScript(watchContent)
    await page.goto(path, { waitUntil: 'commit' })
    const milliseconds = await untilComplete(page)
    const bytes = await scriptBytes(page, milliseconds)
    // Parts that come later can move those that are there.
    await page.waitForTimeout(settleMilliseconds)
    return { kilobytes: bytes / 1000, seconds: milliseconds / 1000, shift: Number(await page.evaluate('window.shiftOfBench')) }
  } finally {
    await context.close()
  }
}

const dragSteps = 60

/** Frames a second while the network map is dragged. */
const countMapFrames = async (browser: Browser, baseURL: string, person: Person): Promise<number> => {
  const context = await openAs(browser, baseURL, person)
  try {
    const page = await context.newPage()
    await page.addInitScript(watchContent)
    await page.goto('/water/map')
    const canvas = page.locator('canvas').first()
    await canvas.waitFor()
    await untilComplete(page)
    const box = (await canvas.boundingBox())!
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await page.evaluate(
      `(() => { window.framesOfBench = []; const count = (at) => { window.framesOfBench.push(at); requestAnimationFrame(count) }; requestAnimationFrame(count) })()`,
    )
    await page.mouse.move(x, y)
    await page.mouse.down()
    for (let step = 0; step < dragSteps; step += 1) await page.mouse.move(x + Math.sin(step / 8) * 150, y + Math.cos(step / 8) * 80)
    const rate = await page.evaluate<number>(
      `(() => { const frames = window.framesOfBench; return (1000 * (frames.length - 1)) / (frames.at(-1) - frames[0]) })()`,
    )
    await page.mouse.up()
    return rate
  } finally {
    await context.close()
  }
}
