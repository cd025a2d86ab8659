import { pathToFileURL } from 'node:url'
import { readMigrations } from '@nightflow/event-log/postgres/migrate-schema'
import { expect, test } from 'vitest'
import { filesLike, linesLike, repository, textOf } from './source-files.ts'

/** Folder to the checksums of its released migrations, the first one first. A release adds those of its new files; no line ever changes. */
const released: Record<string, readonly string[]> = JSON.parse(textOf('tests/architecture/released-migrations.json'))

const folders = Object.keys(released)
const readFolder = (folder: string) => readMigrations(pathToFileURL(`${repository}/${folder}/`))

test('every folder of migrations has its released checksums', () => {
  const found = new Set(filesLike('**/migrations/*').map((path) => path.slice(0, path.lastIndexOf('/'))))
  expect([...found].sort()).toEqual(folders.toSorted())
})

test.each(folders)('released migrations of %s are there and unchanged', (folder) => {
  const checksums = readFolder(folder).map(({ number, name, checksum }) => `${number} ${name} ${checksum}`)
  expect(checksums.slice(0, released[folder]!.length)).toEqual(released[folder])
})

test('only migrations create tables of facts, and none is computed', () => {
  const code = filesLike('{event-log,projections,platform,ingest,policies}/src/**/*.ts', 'apps/{api,cli,server,worker}/src/**/*.ts').filter(
    (path) => !path.endsWith('.test.ts'),
  )
  const facts = /\b(create table|alter table|create (unique )?index \w+ on|drop table)( if (not )?exists)? (log|platform)\./i
  expect(linesLike(code, facts)).toEqual([])
})
