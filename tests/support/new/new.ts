import { parseArgs } from 'node:util'
import { writeResource } from './write-resource.ts'

const usage = `npm run new resource NAME -- --context CONTEXT [--titles "en|zh-CN|fr|id"] [--screen]

NAME is one row in kebab case: water-use-type. --titles are the titles of its list in four languages. --screen writes an override of the
screen, for choices, cells and commands that a declaration cannot say.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { context: { type: 'string' }, titles: { type: 'string' }, screen: { type: 'boolean', default: false } },
})
const [kind, name] = positionals

if (kind !== 'resource' || !name || !/^[a-z]+(-[a-z]+)*$/.test(name) || !values.context) {
  console.error(usage)
  process.exitCode = 2
} else {
  const titles = values.titles?.split('|')
  const files = writeResource(process.cwd(), { name, context: values.context, titles, hasScreen: values.screen })
  for (const file of files) console.log(file)
}
