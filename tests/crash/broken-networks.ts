import { setTimeout as sleep } from 'node:timers/promises'
import type { CuttingProxy } from '../support/process/cutting-proxy.ts'

export const cutAgainAndAgain = async (proxy: CuttingProxy): Promise<void> => {
  for (let cut = 0; cut < 30; cut += 1) {
    proxy.cut()
    await sleep(100)
  }
}

export const closeForAWhile = async (proxy: CuttingProxy): Promise<void> => {
  await proxy.close()
  await sleep(3_000)
  await proxy.open()
}

/** Longer than a health check waits, shorter than a gateway does. */
const silenceMilliseconds = 15_000

/** Existing connections are silent for ever, and so are those that are opened meanwhile. */
export const silenceForAWhile = async (proxy: CuttingProxy): Promise<void> => {
  proxy.fallSilent()
  await sleep(silenceMilliseconds)
  proxy.speak()
}
