import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copyState, fedDemo } from '../support/demo-state.ts'
import { byForm } from '../support/full-form.ts'
import { type ServerProcess, startServerProcess, temporaryStateFolder } from '../support/process/server-process.ts'

const repository = join(import.meta.dirname, '../..')

/** Two to five minutes of two cores: the short form leaves them to the tests of replay and verification. */
const isLong = (line: string): boolean => /nightflow -- (verify|replay all)$/.test(line)

/** The commands of one step of the tour, as a reader copies them: its indented lines. */
const commandsOf = (step: number): string => {
  const tour = readFileSync(join(repository, 'docs/tour.md'), 'utf8')
  const text = tour.slice(tour.indexOf(`\n## ${step}. `) + 1).split('\n## ')[0]!
  return text
    .split('\n')
    .filter((line) => line.startsWith('    ') && (byForm({ full: true, short: false }) || !isLong(line)))
    .map((line) => line.slice(4))
    .join('\n')
}

let state: { path: string; remove(): Promise<void> }
let server: ServerProcess

/** Runs commands in one shell, in the repository, beside the server. Its output; an error has it too. */
const run = async (commands: string): Promise<string> => {
  const script = commands
    .replaceAll('http://localhost:8080', server.baseUrl)
    .replace(' ID ', ` "$(npm run --silent nightflow -- imports list | head -1 | cut -d' ' -f1)" `)
    .replaceAll('curl -s', 'curl -sS --fail-with-body')
  const ran = await promisify(execFile)('bash', ['-eo', 'pipefail', '-c', script], {
    cwd: repository,
    env: { ...process.env, NIGHTFLOW_STATE_FOLDER: state.path, VITEST: undefined },
    maxBuffer: 10_000_000,
  }).catch((error: { stdout: string; stderr: string }) => {
    throw new Error(`${commands}\nfailed: ${error.stdout}\n${error.stderr}`)
  })
  return ran.stdout
}

describe('the commands of the tour, copied into a terminal beside a fresh demo', () => {
  beforeAll(async () => {
    state = await temporaryStateFolder()
    const fed = fedDemo()
    if (fed) copyState(fed, state.path)
    server = await startServerProcess(state.path, ['--no-web'], 300_000)
  }, 310_000)
  afterAll(async () => {
    await server?.end('SIGINT')
    await state?.remove()
  })

  test('import the sample files, list the imports and withdraw one', { timeout: 600_000 }, async () => {
    const output = await run(commandsOf(11))
    expect(output).toMatch(/Readings: 1,488 new/)
    expect(output).toContain('is withdrawn')
    expect(output).toContain('metering.ReadingsReported')
  })

  test('create a gateway, send a frame and ask for night flow as it is and as it was', { timeout: 120_000 }, async () => {
    expect(JSON.parse(await run(commandsOf(12)))).toMatchObject({ accepted: 2 })
    const figures = await run(commandsOf(13))
    const json = figures.indexOf('{')
    expect(figures.slice(0, json).trim().split(/\r?\n/)).toHaveLength(32)
    expect((JSON.parse(figures.slice(json)) as { rows: unknown[] }).rows).toHaveLength(31)
  })

  test('register meters and create a partition beside those of the demo', { timeout: 120_000 }, async () => {
    const answers = (await run(commandsOf(14))).trim().split('\n')
    expect(answers.map((answer) => Object.keys(JSON.parse(answer) as object))).toEqual([
      expect.arrayContaining(['position']),
      expect.arrayContaining(['position']),
      expect.arrayContaining(['position']),
      expect.arrayContaining(['position']),
    ])
  })
})
