import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright'

/** The browser that the journeys drive; set it to use one of your own. */
export const chromiumVariable = 'NIGHTFLOW_CHROMIUM'

/** The one that never opens a window comes first: the journeys take a quarter less time with it. */
const systemNames = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** A Chromium that is already on this machine: the one named, the system's, or the one Playwright downloaded earlier. */
export const findChromium = (): string | undefined => {
  const named = process.env[chromiumVariable]
  if (named) return existsSync(named) ? named : undefined
  const folders = (process.env.PATH ?? '').split(delimiter)
  const onPath = systemNames.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path))
  return onPath ?? (existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined)
}

const run = (command: string, ...commandArguments: string[]): boolean => {
  console.info(`> ${command} ${commandArguments.join(' ')}`)
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(command, commandArguments, { stdio: 'inherit', env: environment, timeout: 300_000 }).status === 0
}

/**
 * A Chromium, installed if there is none: as root with the system's package manager, which also brings the libraries that a browser
 * needs; otherwise Playwright's download. Throws with what to do when neither works.
 */
export const ensureChromium = (): string => {
  const there = findChromium()
  if (there) return there
  if (process.env[chromiumVariable])
    throw new Error(`${chromiumVariable} names ${process.env[chromiumVariable]}, which is not there. Correct it or unset it.`)
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get') && run('apt-get', 'update')) {
    run('apt-get', 'install', '-y', '--no-install-recommends', 'chromium-headless-shell', 'fonts-noto-cjk')
  }
  if (!findChromium()) run('npx', 'playwright', 'install', 'chromium')
  const installed = findChromium()
  if (installed) return installed
  throw new Error(
    `no Chromium, and none could be installed. Install one (for example "apt install chromium-headless-shell") or set ${chromiumVariable} to its path.`,
  )
}
