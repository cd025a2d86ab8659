import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type KeptAliveProcess, keepAlive, waitUntilReady } from '../../support/process/kept-alive-process.ts'
import { temporaryStateFolder } from '../../support/process/server-process.ts'

let folder: Awaited<ReturnType<typeof temporaryStateFolder>>
let server: KeptAliveProcess | undefined
afterAll(async () => {
  await server?.stop()
  await folder?.remove()
})

test('a killed server starts again from what it kept of its source files', async () => {
  folder = await temporaryStateFolder()
  const cache = join(folder.path, 'compiled')
  const startedAt = performance.now()
  server = await keepAlive('the whole process', ['--state-folder', folder.path, '--no-demo', '--no-web'], { NODE_COMPILE_CACHE: cache })
  await waitUntilReady([server])
  const first = performance.now() - startedAt
  // It is written while the process runs: one that is killed writes nothing at its end.
  await expect.poll(() => existsSync(cache) && readdirSync(cache).length).toBeGreaterThan(0)
  const killedAt = performance.now()
  await server.kill()
  await waitUntilReady([server])
  const again = performance.now() - killedAt
  console.info(`ready after ${(first / 1000).toFixed(1)} s the first time, and ${(again / 1000).toFixed(1)} s after a kill`)
  expect(again).toBeLessThan(first)
}, 300_000)
