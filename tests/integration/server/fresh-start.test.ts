import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { removeEmbeddedPostgres } from '@nightflow/server/embedded-postgres'
import { reachableFolderFor } from '@nightflow/server/unprivileged-user'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { temporaryStateFolder } from '../../support/process/server-process.ts'

let folder: Awaited<ReturnType<typeof temporaryStateFolder>>
let state: string
beforeEach(async () => {
  folder = await temporaryStateFolder()
  state = join(folder.path, 'state')
  mkdirSync(state)
})
afterEach(() => folder.remove())

const putData = (data: string): void => {
  mkdirSync(data, { recursive: true })
  writeFileSync(join(data, 'PG_VERSION'), '18\n')
}

describe('a start with --fresh', () => {
  test('deletes data that was moved to another disk, and nothing beside it', async () => {
    const disk = join(folder.path, 'disk')
    putData(join(disk, 'postgres'))
    writeFileSync(join(disk, 'letters.txt'), 'dear')
    symlinkSync(join(disk, 'postgres'), join(state, 'postgres'))
    await removeEmbeddedPostgres(state)
    expect(readdirSync(disk)).toEqual(['letters.txt'])
    expect(readdirSync(state)).toEqual([])
  })

  test('deletes the folder that was made where the account of the database can go', async () => {
    const data = join(reachableFolderFor(undefined, state), 'postgres')
    putData(data)
    symlinkSync(data, join(state, 'postgres'))
    await removeEmbeddedPostgres(state)
    expect(existsSync(dirname(data))).toBe(false)
    expect(readdirSync(state)).toEqual([])
  })

  test.each(['behind a link', 'in its place'])('refuses to delete what is no data of PostgreSQL, %s', async (where) => {
    const data = where === 'in its place' ? join(state, 'postgres') : join(folder.path, 'photos')
    mkdirSync(data)
    writeFileSync(join(data, 'holiday-photo.jpg'), 'x')
    if (where !== 'in its place') symlinkSync(data, join(state, 'postgres'))
    await expect(removeEmbeddedPostgres(state)).rejects.toThrow(/is not a PostgreSQL data folder .*; move it away\.$/)
    expect(readdirSync(data)).toEqual(['holiday-photo.jpg'])
  })

  test('takes an empty folder away, also behind a link', async () => {
    const data = join(folder.path, 'disk', 'postgres')
    mkdirSync(data, { recursive: true })
    symlinkSync(data, join(state, 'postgres'))
    await removeEmbeddedPostgres(state)
    expect(readdirSync(state)).toEqual([])
    expect(existsSync(dirname(data))).toBe(true)
  })
})
