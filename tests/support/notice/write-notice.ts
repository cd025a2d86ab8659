/** Writes NOTICE from package-lock.json: `npm run notice`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { type Lock, noticeOf } from './notice-of.ts'

const root = new URL('../../../', import.meta.url)
const { packages } = JSON.parse(readFileSync(new URL('package-lock.json', root), 'utf8')) as { packages: Lock }
writeFileSync(new URL('NOTICE', root), noticeOf(packages))
