import { setTimeout as sleep } from 'node:timers/promises'

const waitMillisecondsMax = 60_000
const triesEveryMilliseconds = 5_000
const sampleMilliseconds = 200
/** A process that gets nine tenths of a core when it needs all of one has the core nearly alone. */
const shareLeast = 0.9

/** Waits, at most a minute, until a busy loop gets nearly a whole core. Answers the share that it got in the end. */
export const waitForCalm = async (): Promise<number> => {
  const deadline = performance.now() + waitMillisecondsMax
  for (;;) {
    const share = shareOfCore()
    if (share >= shareLeast || performance.now() >= deadline) return share
    await sleep(triesEveryMilliseconds)
  }
}

const shareOfCore = (): number => {
  const before = process.cpuUsage()
  const started = performance.now()
  while (performance.now() - started < sampleMilliseconds);
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / (performance.now() - started)
}
