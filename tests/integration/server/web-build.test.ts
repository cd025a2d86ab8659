import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { replaceFolder } from '../../../apps/web/replace-folder.ts'
import { copyRepository, type RepositoryCopy } from '../../support/repository-copy.ts'

const repository = join(import.meta.dirname, '../../..')

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

describe('the build of the web as a start runs it', () => {
  let copy: RepositoryCopy
  beforeAll(async () => {
    copy = await copyRepository(repository)
  })
  afterAll(() => copy.remove())

  /** The build of a start before it serves pages: builds if the pages are older than their sources. Answers the refusal, or an empty text. */
  const buildIfStale = async (): Promise<{ isStale: boolean; refusal: string }> => {
    const script = `
      const { buildWeb, isWebStale } = await import('./apps/server/src/build-web.ts')
      const isStale = isWebStale()
      const refusal = isStale ? await buildWeb().then(() => '', ({ message }) => message) : ''
      console.log(JSON.stringify({ isStale, refusal }))`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { cwd: copy.folder })
    return JSON.parse(stdout) as { isStale: boolean; refusal: string }
  }

  test('that failed is no page for the next start, which builds and fails again, whether there was one before or not', async () => {
    copy.edit('apps/web/index.html', '/src/main.tsx', '/src/missing.tsx')
    const dist = join(copy.folder, 'apps/web/dist')
    for (const before of [undefined, 'an earlier page']) {
      if (before !== undefined) {
        mkdirSync(dist, { recursive: true })
        writeFileSync(join(dist, 'index.html'), before)
        utimesSync(join(dist, 'index.html'), 1, 1)
      }
      for (let start = 0; start < 2; start += 1) {
        const { isStale, refusal } = await buildIfStale()
        expect(isStale).toBe(true)
        expect(refusal).toMatch(/^the web could not be built .*missing\.tsx/s)
      }
      expect(existsSync(join(dist, 'index.html'))).toBe(before !== undefined)
    }
  })
})
