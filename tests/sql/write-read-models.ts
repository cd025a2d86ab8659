import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { folderOfReadModels, readModelFiles } from './read-model-files.ts'

/** `npm run sql`: writes a file for each read model with the tables and indexes that follow from its declaration; a test compares them. */
const repository = join(import.meta.dirname, '../..')

rmSync(join(repository, folderOfReadModels), { recursive: true, force: true })
for (const [path, text] of readModelFiles()) {
  mkdirSync(dirname(join(repository, path)), { recursive: true })
  writeFileSync(join(repository, path), text)
}
