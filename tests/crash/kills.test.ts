import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { waitUntilReady } from '../support/process/kept-alive-process.ts'
import { killsOf, minutesOf, runDrill, skippedDrill } from './drill.ts'
import { killPostgres, Stage } from './stage.ts'

const millisecondsFor = (kills: number): number => 90_000 + kills * 60_000

const stage = new Stage()
afterEach(() => stage.end())

describe('nothing that was acknowledged is lost', () => {
  test(
    'when the whole process and its PostgreSQL are killed',
    async () => {
      const folder = await stage.stateFolder()
      const whole = await stage.keep('the whole process', ['--state-folder', folder, '--no-demo', '--no-web'])
      await waitUntilReady([whole])
      const { databaseUrl } = JSON.parse(readFileSync(join(folder, 'server.json'), 'utf8')) as { databaseUrl: string }
      const faults = [
        { name: 'the whole process', strike: whole.kill },
        { name: 'PostgreSQL', strike: () => killPostgres(folder) },
      ]
      const utility = await stage.openUtility(databaseUrl)
      const times = killsOf.wholeProcess
      const minutesMax = minutesOf.wholeProcess
      const { struck } = await runDrill(
        { title: 'one process', utility, processes: [whole], faults, urlsOf: () => [whole.baseUrl], minutesMax },
        times,
      )
      // Half of the kills, rounded up, were of the process; PostgreSQL alone came back inside the process that lived on.
      expect(whole.starts()).toBe(1 + Math.ceil(struck / 2))
    },
    millisecondsFor(killsOf.wholeProcess),
  )

  test.skipIf(killsOf.separateRoles === 0)(
    `when processes of single roles and their PostgreSQL are killed${skippedDrill(killsOf.separateRoles)}`,
    async () => {
      const { folder, databaseUrl } = await stage.startPostgres()
      const role = (name: string) => stage.keepRoles(name, name, databaseUrl)
      // All at once on an empty database: the first one prepares it.
      const [first, second, projector, rest] = await Promise.all([
        role('gateway'),
        role('gateway'),
        role('projector'),
        role('policies,api'),
      ])
      const processes = [first, second, projector, rest]
      await waitUntilReady(processes)
      const faults = [
        { name: 'a gateway', strike: first.kill },
        { name: 'PostgreSQL', strike: () => killPostgres(folder) },
        { name: 'the projector', strike: projector.kill },
        { name: 'policies and API', strike: rest.kill },
      ]
      const utility = await stage.openUtility(databaseUrl)
      const urls = [first.baseUrl, second.baseUrl]
      await runDrill(
        { title: 'separate roles', utility, processes, faults, urlsOf: () => urls, minutesMax: minutesOf.separateRoles },
        killsOf.separateRoles,
      )
    },
    millisecondsFor(killsOf.separateRoles),
  )
})
