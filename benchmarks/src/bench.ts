/**
 * `npm run bench -- ingest|kafka|project|replay|query|columns [--gate]`: questions about speed, each with its limit measured in the same run.
 * The last line of each is JSON. With `--gate` a ratio beyond the gate of ARCHITECTURE.md fails the command.
 */
import { parseArgs } from 'node:util'
import { benchColumns } from './columns.ts'
import { benchIngest } from './ingest.ts'
import { benchKafka, whyNoKafka } from './kafka.ts'
import { benchProject } from './project.ts'
import { benchQuery } from './query.ts'
import { benchReplay } from './replay.ts'

type Figure = { name: string; figure: number; limit: number; ratio: number; [more: string]: unknown }
/** A figure's name to the least (or, for costs, the most) that is let pass. */
type Gates = { readonly [figure: string]: { least: number } | { most: number } }

const benchmarks: Record<string, { run: () => Promise<Figure>; gates: Gates; whyNot?: () => string | undefined }> = {
  ingest: { run: benchIngest, gates: { ratio: { least: 0.25 }, ratioArrow: { least: 0.35 } } },
  project: { run: benchProject, gates: { ratio: { least: 0.18 }, ratio50x10: { least: 0.35 } } },
  kafka: { run: benchKafka, gates: { ratio: { least: 0.03 } }, whyNot: whyNoKafka },
  replay: { run: benchReplay, gates: { ratio: { least: 0.5 }, ratioLogBytes: { most: 0.08 } } },
  columns: { run: benchColumns, gates: { ratio: { most: 0.6 } } },
  query: { run: benchQuery, gates: { ratio: { most: 1 }, ratioAllPartitions: { most: 0.06 }, ratioMeterArrow: { most: 3 } } },
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { gate: { type: 'boolean', default: false } } })
/** Those that need no other engine and a minute each; the others are asked for by name. */
const usual = ['ingest', 'project', 'replay', 'query']
const names = positionals.length > 0 ? positionals : usual
for (const name of names) {
  const benchmark = benchmarks[name]
  if (!benchmark) {
    console.error(`there is no benchmark "${name}"; there are: ${Object.keys(benchmarks).join(', ')}`)
    process.exit(1)
  }
  // Asked for by name it is tried all the same and says what is missing.
  const reason = positionals.length > 0 ? undefined : benchmark.whyNot?.()
  if (reason) {
    console.log(`${name}: not measured, ${reason}`)
    continue
  }
  const figure = await benchmark.run()
  console.log(JSON.stringify(figure, (_, value) => (typeof value === 'number' ? Number(value.toPrecision(5)) : value)))
  if (values.gate) for (const line of missedGates(figure, benchmark.gates)) fail(line)
}

function missedGates(figure: Figure, gates: Gates): string[] {
  return Object.entries(gates).flatMap(([key, gate]) => {
    const value = figure[key] as number
    if ('least' in gate) return value >= gate.least ? [] : [`${figure.name}: ${key} is ${value}, the gate is at least ${gate.least}`]
    return value <= gate.most ? [] : [`${figure.name}: ${key} is ${value}, the gate is at most ${gate.most}`]
  })
}

function fail(line: string): void {
  console.error(line)
  process.exitCode = 1
}
