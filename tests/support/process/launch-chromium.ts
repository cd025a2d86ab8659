import { type Browser, chromium } from 'playwright'
import { ensureChromium } from './ensure-chromium.ts'

export type { Browser, BrowserContext, Page } from 'playwright'

/** The browser of the journeys, without what it would do by itself. */
export const launchChromium = (): Promise<Browser> =>
  chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox', '--disable-background-networking', '--disable-gpu'] })
