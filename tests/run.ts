import { spawn } from 'node:child_process'
import { chmodSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { parseArgs } from 'node:util'
import { fedDemoVariable } from './support/demo-state.ts'
import { linkWorkspaces } from './support/link-workspaces.ts'
import { chromiumVariable, ensureChromium } from './support/process/ensure-chromium.ts'
import { type Counts, countsOf, failureText, filesToTryAgain, type Report, summaryLines, withSecondTry } from './tests-report.ts'

/**
 * `npm test`: every suite in order, its output as it comes, and one last line that counts over all of them.
 * A tool (linter, types, import rules, dead code, build) counts as one test. `--only PART` runs one part. `--full`, which is
 * `npm run test:full`, runs the long forms too.
 */
type Step = {
  name: string
  part: Part
  run: () => Promise<Counts>
  /** Runs beside the step before it, which leaves a core idle at times; in the full form after it. */
  isBeside?: boolean
}

const parts = ['check', 'integration', 'build', 'journeys', 'figures'] as const
type Part = (typeof parts)[number]

const repository = join(import.meta.dirname, '..')
linkWorkspaces()
const minute = 60_000
const environment: NodeJS.ProcessEnv = {
  ...process.env,
  PATH: [join(repository, 'node_modules/.bin'), process.env.PATH].join(delimiter),
  TURBO_TELEMETRY_DISABLED: '1',
  DO_NOT_TRACK: '1',
  // A PostgreSQL named for the tests serves the figures too.
  NIGHTFLOW_BENCH_DATABASE_URL: process.env.NIGHTFLOW_BENCH_DATABASE_URL ?? process.env.NIGHTFLOW_TEST_DATABASE_URL,
}

/** Ratios to limits of the same run, in their short form: about two minutes, a few more where a gate was missed and is measured again. */
const gatedBenchmarks = ['benchmarks/src/bench.ts', '--quick', '--gate']
/** Shows that benchmarks run; its ratio is judged in the full form alone. */
const oneBenchmark = ['benchmarks/src/bench.ts', 'replay', '--quick']
const { values: chosen } = parseArgs({ options: { only: { type: 'string' }, full: { type: 'boolean', default: false } } })
if (chosen.full) environment.NIGHTFLOW_TESTS_FULL = '1'
const isFullForm = environment.NIGHTFLOW_TESTS_FULL === '1'

/** Two more than elsewhere: a third of the time goes to files that wait for time limits, a broker or a process, and use a third of a core. */
const integrationWorkers = ['--maxWorkers', '5']

const steps: readonly Step[] = [
  { name: 'lint, types, import rules and dead code', part: 'check', run: checks },
  { name: 'unit and architecture tests', part: 'check', run: () => tests(['unit', 'unit-of-web', 'architecture'], 10 * minute) },
  { name: 'integration tests and scenarios', part: 'integration', run: () => tests(['integration'], 60 * minute, integrationWorkers) },
  { name: 'web build', part: 'build', run: () => tool('npm', ['run', '--silent', 'build']), isBeside: true },
  ...(isFullForm
    ? []
    : [{ name: 'one benchmark', part: 'figures' as const, run: () => tool('node', oneBenchmark, 12 * minute), isBeside: true }]),
  { name: 'browser journeys', part: 'journeys', run: journeys },
  // Last and alone: what runs beside them would be measured with them.
  { name: 'response times', part: 'figures', run: () => tests(['response-times'], 10 * minute, ['--maxWorkers', '1']) },
  ...(isFullForm
    ? [{ name: 'figures and their gates', part: 'figures' as const, run: () => tool('node', gatedBenchmarks, 12 * minute) }]
    : []),
]

/** Runs a tool; it passes when it ends well within its time. */
async function tool(command: string, commandArguments: string[], millisecondsMax = 5 * minute): Promise<Counts> {
  const isGood = await run(command, commandArguments, millisecondsMax)
  if (!isGood) console.error(`failed: ${[command, ...commandArguments].join(' ')}`)
  return isGood ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 }
}

/** Side by side: types keep a core and a half busy, and the others a half. */
async function checks(): Promise<Counts> {
  const counts = await Promise.all([
    tool('tsc', ['--noEmit', '-p', 'tsconfig.json']),
    tool('tsc', ['--noEmit', '-p', 'apps/web/tsconfig.json']),
    tool('biome', ['check', '--error-on-warnings', '.']),
    tool('npm', ['run', '--silent', 'rules']),
    tool('npm', ['run', '--silent', 'dead-code']),
  ])
  const passed = counts.filter(({ failed }) => failed === 0).length
  return { passed, failed: counts.length - passed, skipped: 0 }
}

/** Runs projects of vitest and counts what they report. A run that breaks without a failed test counts as one failure. */
async function tests(projects: string[], millisecondsMax: number, workers: string[] = []): Promise<Counts> {
  const folder = mkdtempSync(join(tmpdir(), 'nightflow-tests-'))
  const report = join(folder, 'report.json')
  try {
    const chosen = projects.flatMap((project) => ['--project', project])
    const isGood = await run(
      'vitest',
      ['run', ...chosen, ...workers, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
      millisecondsMax,
    )
    const counts = existsSync(report)
      ? countsOf(JSON.parse(readFileSync(report, 'utf8')) as Report, repository)
      : { passed: 0, failed: 0, skipped: 0 }
    return isGood || counts.failed > 0 ? counts : { ...counts, failed: 1 }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function journeys(): Promise<Counts> {
  if (globSync('tests/journeys/**/*.test.ts', { cwd: repository }).length === 0) throw new Error('there are no journeys in tests/journeys')
  environment[chromiumVariable] = ensureChromium()
  let counts = await tests(['journeys'], 60 * minute)
  // Browser, servers and databases share few cores: one that was too slow beside the others is tried alone. Nothing else is.
  for (const file of filesToTryAgain(counts)) {
    console.info(`\n=== once more, alone: ${file}`)
    counts = withSecondTry(counts, file, await tests(['journeys'], 15 * minute, [file]))
  }
  return counts
}

/** Runs a command in a process group of its own, so that nothing outlives it; true when it ends well in time. */
function run(command: string, commandArguments: string[], millisecondsMax: number): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, commandArguments, { cwd: repository, env: environment, stdio: 'inherit', detached: true })
    const stop = (signal: NodeJS.Signals) => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, signal)
      } catch {
        // The group has already ended.
      }
    }
    const interrupt = () => {
      stop('SIGTERM')
      process.exitCode = 130
    }
    const timer = setTimeout(() => {
      console.error(`${command} did not end within ${millisecondsMax / minute} minutes and was stopped`)
      stop('SIGTERM')
      setTimeout(() => stop('SIGKILL'), 10_000).unref()
    }, millisecondsMax)
    process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
    const end = (isGood: boolean) => {
      clearTimeout(timer)
      process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
      resolve(isGood)
    }
    child.once('error', (error) => {
      console.error(`${command} could not be started: ${error.message}. Run "npm ci" first.`)
      end(false)
    })
    child.once('exit', (code) => end(code === 0))
  })
}

/** The suites to run; the build comes before the journeys that need it. */
function chosenSteps(): readonly Step[] {
  const { only } = chosen
  if (only === undefined) return steps
  if (!(parts as readonly string[]).includes(only)) throw new Error(`--only takes one of ${parts.join(', ')}, not ${only}`)
  return steps.filter(({ part }) => part === only || (only === 'journeys' && part === 'build'))
}

/** Steps that run at the same time, in order. */
function sideBySide(chosenOnes: readonly Step[]): Step[][] {
  const groups: Step[][] = []
  for (const step of chosenOnes) {
    const before = groups.at(-1)
    if (before && step.isBeside && !isFullForm) before.push(step)
    else groups.push([step])
  }
  return groups
}

async function countsOfStep(step: Step): Promise<Counts> {
  console.info(`\n=== ${step.name}`)
  const startedAt = performance.now()
  const counts = await step.run().catch((error: unknown): Counts => {
    console.error(error instanceof Error ? error.message : error)
    return { passed: 0, failed: 1, skipped: 0 }
  })
  console.info(`--- ${step.name}: ${counts.failed > 0 ? 'FAILED' : 'passed'} in ${secondsSince(startedAt)} s`)
  return counts
}

async function main(): Promise<void> {
  const startedAt = performance.now()
  const total: Required<Counts> = { passed: 0, failed: 0, skipped: 0, failures: [], flaky: [], secondsOfFiles: [], skippedFor: [] }
  const failedSteps: string[] = []
  for (const group of sideBySide(chosenSteps())) {
    if (process.exitCode === 130) break
    const results = await Promise.all(group.map(countsOfStep))
    for (const [nth, counts] of results.entries()) {
      total.passed += counts.passed
      total.failed += counts.failed
      total.skipped += counts.skipped
      total.secondsOfFiles.push(...(counts.secondsOfFiles ?? []))
      total.skippedFor.push(...(counts.skippedFor ?? []))
      if (counts.failed > 0) failedSteps.push(group[nth]!.name)
      total.failures.push(...(counts.failures ?? []))
      total.flaky.push(...(counts.flaky ?? []))
    }
  }
  if (failedSteps.length > 0) console.info(`\nfailed: ${failedSteps.join(', ')}`)
  for (const failure of total.failures) console.info(`\n${failureText(failure)}`)
  process.exitCode ||= total.failed > 0 || total.passed === 0 ? 1 : 0
  console.info(`\n${summaryLines(total).join('\n')}\nall of it took ${secondsSince(startedAt)} s`)
  console.info(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
}

const secondsSince = (instant: number): string => ((performance.now() - instant) / 1000).toFixed(1)

/** A demo utility is fed once for all parts. Its database may belong to another account, so the folder lets others in. */
const folderOfDemo = mkdtempSync(join(tmpdir(), 'nightflow-demo-'))
chmodSync(folderOfDemo, 0o755)
environment[fedDemoVariable] = join(folderOfDemo, 'state')
await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
})
rmSync(folderOfDemo, { recursive: true, force: true, maxRetries: 5 })
