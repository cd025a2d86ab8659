/**
 * `npm run bench -- NAME… [--gate] [--quick] [--minutes N] [--meters N] [--accounts N]`: questions about speed, each with its limit measured in the same run.
 * The last line of each is JSON. With `--gate` a ratio beyond its gate, twice in a row, fails the command; `--quick` runs with fewer
 * rounds and less data, as the tests do.
 */
import { parseArgs } from 'node:util'
import { benchAppend } from './append.ts'
import type { BenchOptions } from './bench-options.ts'
import { benchBilling } from './billing.ts'
import { benchBurnDown } from './burn-down.ts'
import { waitForCalm } from './calm-machine.ts'
import { benchCare } from './care.ts'
import { benchColumns } from './columns.ts'
import { benchDetection, whyNoDetection } from './detection.ts'
import { benchIngest } from './ingest.ts'
import { benchKafka, whyNoKafka } from './kafka.ts'
import { benchLeakage } from './leakage.ts'
import { benchPrepaid } from './prepaid.ts'
import { benchProject } from './project.ts'
import { benchQuery } from './query.ts'
import { benchRegisters } from './registers.ts'
import { benchReplay } from './replay.ts'
import { benchScale } from './scale.ts'
import { benchSoak } from './soak.ts'
import { benchTariffs } from './tariffs.ts'
import { benchWeb } from './web.ts'

type Figure = { name: string; figure: number; limit: number; ratio: number; [more: string]: unknown }
/** A figure's name to the least (or, for costs, the most) that is let pass. */
type Gates = { readonly [figure: string]: { least: number } | { most: number } }
type Benchmark = {
  run: (options: BenchOptions) => Promise<Figure>
  gates: Gates
  /** Gates of figures that the short form leaves out. */
  slowGates?: Gates
  whyNot?: () => string | undefined
}

const benchmarks: Record<string, Benchmark> = {
  ingest: { run: benchIngest, gates: { ratio: { least: 0.25 }, ratioArrow: { least: 0.35 }, ratioPacked: { least: 0.35 } } },
  append: { run: benchAppend, gates: { ratioToEmmett8: { least: 2 }, ratioToEmmett32: { least: 2 }, ratioProjection: { least: 10 } } },
  project: { run: benchProject, gates: { ratio: { least: 0.18 }, ratio50x10: { least: 0.35 } } },
  kafka: { run: benchKafka, gates: { ratio: { least: 0.05 } }, whyNot: whyNoKafka },
  replay: { run: benchReplay, gates: { ratio: { least: 0.8 }, ratioSetUp: { most: 3 }, ratioLogBytes: { most: 0.08 } } },
  columns: { run: benchColumns, gates: { ratio: { most: 0.6 } } },
  query: {
    run: benchQuery,
    gates: { ratio: { most: 1 } },
    slowGates: { ratioAllPartitions: { most: 0.06 }, ratioMeterArrow: { most: 3 } },
  },
  detection: {
    run: benchDetection,
    gates: {
      ratio: { least: 0.09 },
      found: { least: 9 },
      falseAlarmsPerMonth: { most: 0.2 },
      ltownTotalFound: { least: 8 },
      ltownTotalFalseAlarmsPerMonth: { most: 0.1 },
      medianDelayAbruptDays: { most: 1 },
      medianDelayFromVisibleDays: { most: 1 },
      sizeError: { most: 0.25 },
    },
    slowGates: { bwdfSteps5Found: { least: 0.87 }, bwdfSteps10Found: { least: 1 }, bwdfAlarmsPerMonth: { most: 0.4 } },
    whyNot: whyNoDetection,
  },
  registers: { run: benchRegisters, gates: { listP95Milliseconds: { most: 100 }, importSeconds: { most: 30 } } },
  care: { run: benchCare, gates: { listP95Milliseconds: { most: 100 } } },
  leakage: { run: benchLeakage, gates: { p95Milliseconds: { most: 100 }, processorMillisecondsMost: { most: 100 } } },
  tariffs: { run: benchTariffs, gates: { simulationSeconds: { most: 60 }, ratio: { most: 3 } } },
  'burn-down': { run: benchBurnDown, gates: { burnDownSeconds: { most: 60 } } },
  billing: { run: benchBilling, gates: { billRunSeconds: { most: 180 }, simulationSeconds: { most: 60 }, ratio: { least: 0.3 } } },
  prepaid: { run: benchPrepaid, gates: { ratio: { least: 0.25 }, burnDownSeconds: { most: 60 } } },
  scale: { run: benchScale, gates: { ratioProject: { most: 1.6 }, ratioIngest: { most: 1.6 }, ratioHistory: { most: 1.6 } } },
  web: {
    run: benchWeb,
    gates: { firstScreenKilobytes: { most: 250 }, homeKilobytes: { most: 250 }, layoutShift: { most: 0.02 } },
    slowGates: { contentSecondsMax: { most: 1.5 }, mapFramesPerSecond: { least: 30 } },
  },
  soak: { run: benchSoak, gates: { ratio: { most: 1 }, errors: { most: 0 } }, slowGates: { ratioMemory: { most: 1.25 } } },
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    gate: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '10' },
    meters: { type: 'string', default: '200000' },
    accounts: { type: 'string', default: '100000' },
  },
})
const options: BenchOptions = {
  isQuick: values.quick,
  minutes: Number(values.minutes),
  meters: Number(values.meters),
  accounts: Number(values.accounts),
}
if (!(options.minutes > 0 && options.minutes <= 24 * 60)) stop(`--minutes ${values.minutes} is no number of minutes up to a day`)
if (!(options.meters >= 1000 && options.meters <= 1_000_000 && options.meters % 1000 === 0))
  stop(`--meters ${values.meters} is no number of whole thousands up to a million`)
if (!(options.accounts >= 1000 && options.accounts <= 1_000_000))
  stop(`--accounts ${values.accounts} is no number from a thousand to a million`)

/** Those that take a minute each, or report what they lack; the others run by name only. */
const usual = ['ingest', 'append', 'project', 'kafka', 'replay', 'query', ...(values.quick ? ['scale', 'billing'] : [])]
const names = positionals.length > 0 ? positionals : usual
for (const name of names) {
  const benchmark = benchmarks[name]
  if (!benchmark) stop(`there is no benchmark "${name}"; there are: ${Object.keys(benchmarks).join(', ')}`)
  // By name it runs in any case and reports what is missing.
  const reason = positionals.length > 0 ? undefined : benchmark.whyNot?.()
  if (reason) console.log(`${name}: not measured, ${reason}`)
  else await ask(benchmark)
}

async function ask(benchmark: Benchmark): Promise<void> {
  let missed = await measure(benchmark)
  if (!values.gate || missed.length === 0) return
  const share = await waitForCalm()
  console.error([...missed, `asked once more, when a thread got ${Math.round(share * 100)} % of a core`].join('\n'))
  missed = await measure(benchmark)
  for (const line of missed) console.error(line)
  if (missed.length > 0) process.exitCode = 1
}

/** Runs a benchmark, prints its line of JSON, and answers the gates that it missed. */
async function measure({ run, gates, slowGates }: Benchmark): Promise<string[]> {
  const figure = await run(options)
  console.log(JSON.stringify(figure, (_, value) => (typeof value === 'number' ? Number(value.toPrecision(5)) : value)))
  return Object.entries({ ...gates, ...(!options.isQuick && slowGates) }).flatMap(([key, gate]) => {
    const value = figure[key]
    if (typeof value !== 'number' || Number.isNaN(value)) return [`${figure.name}: ${key} was not measured`]
    if ('least' in gate) return value >= gate.least ? [] : [`${figure.name}: ${key} is ${value}, the gate is at least ${gate.least}`]
    return value <= gate.most ? [] : [`${figure.name}: ${key} is ${value}, the gate is at most ${gate.most}`]
  })
}

function stop(reason: string): never {
  console.error(reason)
  process.exit(1)
}
