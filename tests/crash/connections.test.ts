import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { byForm, fullFormSuffix, isFullForm } from '../support/full-form.ts'
import { CuttingProxy } from '../support/process/cutting-proxy.ts'
import { waitUntilReady } from '../support/process/kept-alive-process.ts'
import { processTree } from '../support/process/process-tree.ts'
import { closeForAWhile, cutAgainAndAgain, silenceForAWhile } from './broken-networks.ts'
import { type Fault, runDrill } from './drill.ts'
import { postmasterOf, Stage } from './stage.ts'

const stage = new Stage()
afterEach(() => stage.end())

const stallMilliseconds = byForm({ full: 10_000, short: 4_000 })

const holdForAWhile = async (proxy: CuttingProxy): Promise<void> => {
  proxy.hold()
  await sleep(stallMilliseconds)
  proxy.release()
}

/** Stops every process of the server for a while, as on a machine that swaps or waits for its disk. */
const stopPostgresForAWhile = async (folder: string): Promise<void> => {
  const processes = processTree(postmasterOf(folder))
  expect(processes.length).toBeGreaterThan(1)
  for (const pid of processes) process.kill(pid, 'SIGSTOP')
  await sleep(stallMilliseconds)
  for (const pid of processes) process.kill(pid, 'SIGCONT')
}

type Behind = { folder: string; proxy: CuttingProxy }

const drillConnections = async (title: string, faultsOf: (behind: Behind) => Fault[]): Promise<void> => {
  const { folder, databaseUrl } = await stage.startPostgres()
  const proxy = await CuttingProxy.listen(databaseUrl)
  stage.onEnd(() => proxy.close())
  const processes = await Promise.all([
    stage.keepRoles('gateway', 'gateway', proxy.url),
    stage.keepRoles('gateway and the rest', 'gateway,projector,policies,api', proxy.url),
  ])
  await waitUntilReady(processes)
  expect(proxy.connections).toBeGreaterThan(0)
  // The test's own look goes past the proxy.
  const utility = await stage.openUtility(databaseUrl)
  const faults = faultsOf({ folder, proxy })
  const urls = processes.map(({ baseUrl }) => baseUrl)
  await runDrill({ title, utility, processes, faults, urlsOf: () => urls }, faults.length)
  expect(
    processes.map((one) => one.starts()),
    `no process had to be restarted; output:\n${processes.map((one) => one.output()).join('\n')}`,
  ).toEqual([1, 1])
}

test.skipIf(!isFullForm)(
  `a database whose connections break, or that stalls for seconds, loses nothing and needs no hands${fullFormSuffix}`,
  () =>
    drillConnections('connections', ({ folder, proxy }) => [
      { name: 'all connections cut', strike: async () => proxy.cut() },
      { name: 'all connections cut thirty times in 3 s', strike: () => cutAgainAndAgain(proxy) },
      { name: 'no connection for 3 s', strike: () => closeForAWhile(proxy) },
      { name: `no byte passes for ${stallMilliseconds / 1000} s`, strike: () => holdForAWhile(proxy) },
      { name: `PostgreSQL stands still for ${stallMilliseconds / 1000} s`, strike: () => stopPostgresForAWhile(folder) },
    ]),
  240_000,
)

test.skipIf(!isFullForm)(
  `a database that falls silent, its connections open, loses nothing and needs no hands${fullFormSuffix}`,
  () => drillConnections('silence', ({ proxy }) => [{ name: 'all connections silent for ever', strike: () => silenceForAWhile(proxy) }]),
  240_000,
)
