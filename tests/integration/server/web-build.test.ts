import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { replaceFolder } from '../../../apps/web/replace-folder.ts'

let base: string
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'nightflow-web-'))
})
afterEach(() => rmSync(base, { recursive: true }))

const filledWith =
  (text: string, error?: Error) =>
  async (folder: string): Promise<void> => {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'index.html'), text)
    if (error) throw error
  }

test('a finished build takes the place of the one before', async () => {
  const dist = join(base, 'dist')
  await replaceFolder(dist, filledWith('first'))
  await replaceFolder(dist, filledWith('second'))
  expect(readFileSync(join(dist, 'index.html'), 'utf8')).toBe('second')
  expect(existsSync(`${dist}-unfinished`)).toBe(false)
})

test('a build that fails in the middle leaves no page that the next start would serve', async () => {
  const dist = join(base, 'dist')
  await expect(replaceFolder(dist, filledWith('half', new Error('disk full')))).rejects.toThrow('disk full')
  expect(existsSync(dist)).toBe(false)
  await replaceFolder(dist, filledWith('whole'))
  await expect(replaceFolder(dist, filledWith('half', new Error('disk full')))).rejects.toThrow('disk full')
  expect(readFileSync(join(dist, 'index.html'), 'utf8')).toBe('whole')
})
