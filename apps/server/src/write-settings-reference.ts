import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeSettings } from './configuration.ts'

/** Writes the reference of settings into its page: `npm run docs`. */
const page = join(import.meta.dirname, '../../../docs/operations/configure.md')
const text = readFileSync(page, 'utf8')
writeFileSync(page, text.replace(/(<!-- settings: .*? -->\n)[\s\S]*?(<!-- \/settings -->)/, `$1\n${describeSettings()}\n\n$2`))
