import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { buildCity } from './city.ts'
import { feedHistory } from './feed-history.ts'
import { registerCity } from './register-city.ts'
import { reportLive } from './report-live.ts'
import type { GatewayKeys } from './send-frame.ts'

const usage = `Plays a city of water meters against a running Nightflow.

  node apps/simulator/src/main.ts --base-url URL --token TOKEN --gateway-keys FILE [options]

  --base-url URL       where Nightflow answers, such as http://localhost:8080
  --token TOKEN        of an admin: npm run nightflow -- token --tenant T --role admin
  --gateway-keys FILE  JSON object, key by gateway; --names lists the gateways
  --seed N             which city (default 20260401)
  --days N             history to feed first, up to 400 (default 35; 0 for none)
  --time-zone ZONE     of the city (default Asia/Shanghai)
  --meters N           about how many customers, 50 to 20000 (default 2200)
  --once               ends after the history instead of reporting live
  --names              prints the gateways' names and ends`

function numberOf(name: string, text: string, from: number, to: number): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < from || value > to) throw new Error(`--${name} must be a whole number from ${from} to ${to}`)
  return value
}

function readKeys(file: string): GatewayKeys {
  const keys: unknown = JSON.parse(readFileSync(file, 'utf8'))
  if (typeof keys !== 'object' || keys === null || Array.isArray(keys))
    throw new Error(`${file} must hold one JSON object: {"gateway": "key", ...}`)
  return keys as GatewayKeys
}

async function play(): Promise<void> {
  const { values } = parseArgs({
    options: {
      'base-url': { type: 'string' },
      token: { type: 'string' },
      'gateway-keys': { type: 'string' },
      seed: { type: 'string', default: '20260401' },
      days: { type: 'string', default: '35' },
      'time-zone': { type: 'string', default: 'Asia/Shanghai' },
      meters: { type: 'string', default: '2200' },
      once: { type: 'boolean', default: false },
      names: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return console.info(usage)
  const meters = numberOf('meters', values.meters, 50, 20_000)
  const city = buildCity({ seed: numberOf('seed', values.seed, 0, 2 ** 31 - 1), timeZone: values['time-zone'], meters })
  if (values.names) return console.info(city.gateways.map((gateway) => gateway.name).join('\n'))
  const { 'base-url': baseUrl, token, 'gateway-keys': keyFile } = values
  if (!baseUrl || !token || !keyFile) throw new Error('--base-url, --token and --gateway-keys are needed; --help says more')
  const gatewayKeys = readKeys(keyFile)
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())
  const { signal } = stopping
  const { metersRegistered, refused } = await registerCity({ baseUrl, token, city, signal })
  console.info(`${metersRegistered} meters registered, ${refused.length} requests refused`)
  for (const { what, code } of refused.slice(0, 20)) console.info(`  ${what}: ${code}`)
  const to = Date.now()
  // Whole days, so that a second run makes the same frames again and the service recognises them.
  const from = city.days.of(city.days.at(to).day - numberOf('days', values.days, 0, 400)).startsAt
  let shownAt = 0
  const { framesDone, readingsDone } = await feedHistory({
    baseUrl,
    gatewayKeys,
    city,
    from,
    to,
    signal,
    onProgress: (progress) => {
      if (Date.now() - shownAt < 1_000) return
      shownAt = Date.now()
      console.info(`history: ${progress.readingsDone} of about ${progress.readingsTotal} readings`)
    },
  })
  console.info(`history: ${readingsDone} readings in ${framesDone} frames, ${((Date.now() - to) / 1000).toFixed(1)} s`)
  if (!values.once)
    await reportLive({
      baseUrl,
      gatewayKeys,
      city,
      from: to,
      historyFrom: from,
      signal,
      onProblem: (problem) => console.error(String(problem)),
    })
}

try {
  await play()
} catch (error) {
  if (!(error instanceof Error && error.name === 'AbortError')) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}
