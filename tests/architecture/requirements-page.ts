import { filesLike, linesLike, textOf } from './source-files.ts'

/** In the order of the page. A tag of another area is refused. */
const areas = [
  'Lists of meters',
  'Meters',
  'Valves and downlinks',
  'Validation of consumption',
  'Meter health and customer care',
  'Manual and walk-by reading',
  'Dashboard and alarms',
  'Cascade partitions',
  'Work orders and leak cases',
  'Devices',
  'Customers',
  'Prices',
  'Surcharges and debts',
  'Bills and payments',
  'Prepaid accounts',
  'Tokens',
  'Money proof',
  'Payments',
  'Agents',
  'Cards',
  'Reports',
  'Shell, answers and limits',
  'Scenarios',
]

export type Requirement = {
  area: string
  text: string
  /** Empty where it has no screen or no call of its own. */
  screens: readonly string[]
  calls: readonly string[]
  /** A file, and the name of the test below the tag; without a name the whole file. */
  tests: { path: string; name: string | undefined }[]
}

const tag = /^\s*\/\/ requirement of ([^:]+): (.+) \| (.+) \| (.+)$/
const none = '–'
const listOf = (cell: string): string[] => (cell === none ? [] : cell.split('; '))

const literal = /'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`([^`]*)`/
const calledWith = new RegExp(String.raw`(?:\b(?:test|it|describe)(?:\.\w+)*\(|\)\()(?:${literal.source})`)

/** A row of cases, and a name that is on a line of its own. */
const caseWith = new RegExp(String.raw`^\s*\[?(?:${literal.source})`)

/** The name on the line below a tag: what `test` or `describe` is called with, else the first text of a row of cases. */
const nameOf = (path: string, line: string): string | undefined => {
  if (line.startsWith('import ')) return undefined
  const found = calledWith.exec(line) ?? caseWith.exec(line)
  const name = found?.slice(1).find((group) => group !== undefined)
  if (name === undefined)
    throw new Error(`${path}: a tag of a requirement is above the line with the name of its test, not above ${line.trim()}`)
  return name.replaceAll("\\'", "'")
}

/** The requirements that a text of tests is tagged with. */
export const requirementsOf = (path: string, text: string): Requirement[] => {
  const lines = text.split('\n')
  return lines.flatMap((line, place): Requirement[] => {
    const [, area, words, screens, calls] = tag.exec(line) ?? []
    if (area === undefined) return []
    if (!areas.includes(area)) throw new Error(`${path}: ${area} is no area of requirements`)
    const below = lines.slice(place + 1).find((other) => !tag.test(other)) ?? ''
    const test = { path, name: nameOf(path, below) }
    return [{ area, text: words!, screens: listOf(screens!), calls: listOf(calls!), tests: [test] }]
  })
}

/** A requirement that several tests show is one, with all of them. */
const merged = (all: readonly Requirement[]): Requirement[] => {
  const known = new Map<string, Requirement>()
  for (const one of all) {
    const key = JSON.stringify([one.area, one.text, one.screens, one.calls])
    const seen = known.get(key)
    if (seen) seen.tests.push(...one.tests)
    else known.set(key, one)
  }
  return [...known.values()]
}

const files = '{domain,schemas,event-log,projections,platform,ingest,policies,apps/*}/src/**/*.test.{ts,tsx}'

/** All requirements, by area, and in an area by file. */
export const readRequirements = (): Requirement[] =>
  merged(filesLike(files, 'tests/**/*.test.ts').flatMap((path) => requirementsOf(path, textOf(path)))).toSorted(
    (one, other) => areas.indexOf(one.area) - areas.indexOf(other.area),
  )

/** Comments that begin like a tag and are none, as `path:line: text`. */
export const brokenTags = (): string[] =>
  linesLike(filesLike(files, 'tests/**/*.test.ts'), /^\s*\/\/\s*[Rr]equirement\b/).filter(
    (line) => !tag.test(line.replace(/^[^:]+:\d+: /, '')),
  )

const code = (words: readonly string[]): string => words.map((word) => `\`${word}\``).join(', ')
const itemOf = ({ text, screens, calls, tests }: Requirement): string => {
  const parts = [screens.length > 0 ? `screen ${code(screens)}` : '', calls.length > 0 ? `call ${code(calls)}` : ''].filter((part) => part)
  const shown = tests.map(({ path, name }) => `  - test \`${path}\`${name === undefined ? '' : `\n    › ${name}`}`)
  return [`- **${text}**`, ...(parts.length > 0 ? [`  - ${parts.join(', ')}`] : []), ...shown].join('\n')
}

const anchorOf = (area: string): string => area.toLowerCase().replaceAll(',', '').replaceAll(' ', '-')

/** The page of the requirements, as `npm run docs` writes it. */
export const requirementsPage = (requirements: readonly Requirement[]): string => {
  const byArea = Map.groupBy(requirements, ({ area }) => area)
  const contents = [...byArea].map(([area, those]) => `- [${area}](#${anchorOf(area)}): ${those.length}`)
  const sections = [...byArea].map(([area, those]) => `## ${area}\n\n${those.map(itemOf).join('\n')}\n`)
  return `# Requirements: where each is seen, called and tested

A requirement is a tag above the test that shows it, and this page is written from the tags by \`npm run docs\`:

    // requirement of AREA: TEXT | SCREEN | CALL

The screen is a page of the menu, the call an endpoint; a dash is none of its own. The same tag above several tests is one
requirement. \`tests/architecture/requirements.test.ts\` refuses a screen or a call that does not exist, a tag above no test,
and a page that is not what the tags say.

${contents.join('\n')}

${sections.join('\n')}`
}
