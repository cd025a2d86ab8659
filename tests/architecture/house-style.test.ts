import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { filesLike, linesLike, productFiles, repository, textOf } from './source-files.ts'

const linesMax = 350
const linesWorthAsking = 250

const code = filesLike('**/*.{ts,tsx,cjs,mjs,css}').filter((path) => !path.endsWith('routeTree.gen.ts'))
const markdown = filesLike('**/*.md', '*.md')

describe('names', () => {
  test('files are kebab-case, with a kind at most before the extension', () => {
    const allowed = /^[a-z0-9]+(-[a-z0-9]+)*(\.(test|conformance|config|setup|worker|d))?\.(ts|tsx|css|cjs|mjs)$/
    const odd = code.filter((path) => !allowed.test(basename(path)) && basename(path) !== '.dependency-cruiser.cjs')
    expect(odd).toEqual([])
  })

  test('folders are kebab-case', () => {
    const folders = [...new Set(productFiles().flatMap((path) => dirname(path).split('/')))]
    expect(folders.filter((folder) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(folder))).toEqual([])
  })

  test('no file is called utils, helpers or the like', () => {
    const sayNothing =
      /(^|[/.-])(util|utils|helper|helpers|common|misc|service|services|manager|managers|handler|handlers|base|lib)([/.-]|$)/
    expect(code.filter((path) => sayNothing.test(path))).toEqual([])
  })

  test('no barrels: a file that only passes on hides where things live', () => {
    expect(code.filter((path) => /(^|\/)index\.tsx?$/.test(path))).toEqual([])
    expect(linesLike(productFiles(), /^export \* from|^export (type )?\{[^}]*\} from/)).toEqual([])
  })
})

describe('sizes', () => {
  const sizes = code.map((path) => ({ path, lines: textOf(path).split('\n').length - 1 }))

  test(`no file is longer than ${linesMax} lines`, () => {
    expect(sizes.filter(({ lines }) => lines > linesMax).map(({ path, lines }) => `${path} has ${lines} lines`)).toEqual([])
  })

  test(`files over ${linesWorthAsking} lines are few and listed, so that a review can split them`, () => {
    const long = sizes.filter(({ lines }) => lines > linesWorthAsking).map(({ path, lines }) => `${path} has ${lines} lines`)
    if (long.length > 0) console.info(`ask whether these are two:\n  ${long.join('\n  ')}`)
    expect(long.length).toBeLessThanOrEqual(Math.ceil(code.length * 0.05))
  })
})

describe('words', () => {
  test('nothing is put off in a comment', () => {
    const putOff = new RegExp(`\\b(${['TO' + 'DO', 'FIX' + 'ME', 'X' + 'XX', 'HA' + 'CK'].join('|')})\\b`)
    expect(
      linesLike([...code, ...markdown, ...filesLike('**/*.{json,yml,yaml,sql}').filter((path) => path !== 'package-lock.json')], putOff),
    ).toEqual([])
  })

  test('the type checker is not talked over', () => {
    const talkedOver = new RegExp(`@ts-${'ignore'}|@ts-${'nocheck'}|@ts-${'expect-error'}`)
    expect(linesLike(code, talkedOver)).toEqual([])
  })

  test('no path of a developer’s machine', () => {
    const machine = new RegExp(`['"\`(\\s](/${'work'}/|/${'tmp'}/|/${'root'}/|/${'home'}/)`)
    // Docker files and CI name paths inside their own machines; a test may name a folder that must not exist.
    expect(linesLike([...productFiles(), ...markdown], machine)).toEqual([])
  })
})

describe('screens', () => {
  test('one place announces that a command was carried out', () => {
    const announcing = /notifications\.show\(\{ message[^}]*color: 'green/
    // Signing out and another language begin the page anew, and keep the announcement for that long themselves.
    const elsewhere = ['apps/web/src/session/announce-done.ts', 'apps/web/src/session/leave.ts', 'apps/web/src/session/language-list.tsx']
    expect(
      linesLike(
        productFiles().filter((path) => !elsewhere.includes(path)),
        announcing,
      ),
    ).toEqual([])
  })
})

describe('documents', () => {
  const withoutCode = (text: string) => text.replace(/^(```|~~~)[\s\S]*?^\1/gm, (block) => block.replace(/[^\n]/g, ''))

  test.each(markdown)('%s has exactly one title', (path) => {
    const titles = withoutCode(textOf(path))
      .split('\n')
      .filter((line) => /^# /.test(line))
    expect(titles).toHaveLength(1)
  })

  test.each(markdown)('%s links only to what is there', (path) => {
    const links = [...withoutCode(textOf(path)).matchAll(/\]\(([^)\s]+)[^)]*\)|<(?:img|a)[^>]+(?:src|href)="([^"]+)"/g)].map(
      (match) => match[1] ?? match[2]!,
    )
    const inside = links.filter((link) => !/^(https?:|mailto:|app:|#)/.test(link)).map((link) => link.replace(/#.*$/, ''))
    expect(inside.filter((link) => !existsSync(join(repository, dirname(path), decodeURI(link))))).toEqual([])
  })

  test('every context of the domain says what its words mean', () => {
    const contexts = [...new Set(filesLike('domain/src/*/*.ts').map((path) => dirname(path)))].filter((path) => !path.endsWith('/shared'))
    expect(contexts.filter((path) => !existsSync(join(repository, path, 'README.md')))).toEqual([])
  })
})
