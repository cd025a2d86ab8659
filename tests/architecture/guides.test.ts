import { defaultMenus } from '@nightflow/schemas/default-menus'
import { describe, expect, test } from 'vitest'
import { addressInMenu } from '../support/resource-forms.ts'
import { filesLike, textOf } from './source-files.ts'

/** A working day of each; `guideNames` of the web has the same. */
const roles = ['analyst', 'clerk', 'agent', 'crew', 'administrator', 'accountant', 'operator'].toSorted()
const languages = ['en', 'zh-CN', 'fr', 'id'] as const
/** Without the frame, and therefore without a place in the menu. */
const pageOfCrew = '/workOrder/mine'
const guides = languages.flatMap((language) => roles.map((role) => [language, role] as const))

const sumsOf = (text: string): string[] => [...text.matchAll(/```sum\n\s*(.*)\n/g)].map(([, sum]) => sum!.trim())
const linksOf = (text: string): string[][] => [...text.matchAll(/\[([^\]]+)\]\(app:([^)]+)\)/g)].map(([, name, path]) => [path!, name!])

/** The value of `( 1 + 2 ) * 3`, words with a blank between them. */
const resultOf = (words: string[]): number => {
  const factor = (): number => {
    const word = words.shift()
    if (word !== '(') return Number(word)
    const inner = sum()
    words.shift()
    return inner
  }
  const product = (): number => {
    let value = factor()
    while (words[0] === '*' || words[0] === '/') value = words.shift() === '*' ? value * factor() : value / factor()
    return value
  }
  const sum = (): number => {
    let value = product()
    while (words[0] === '+' || words[0] === '-') value = words.shift() === '+' ? value + product() : value - product()
    return value
  }
  return sum()
}

/** Half of the last digit that is written, and what floating point adds. */
const isRight = (line: string): boolean => {
  const [left = '', right = ''] = line.split(' = ')
  const result = right.split(' ')[0]!
  const digits = result.split('.')[1]?.length ?? 0
  return Math.abs(resultOf(left.split(' ')) - Number(result)) <= 0.5 / 10 ** digits + 1e-9
}

describe('guides by role', () => {
  test('each role has one in each language', () => {
    expect(filesLike('docs/guides/*/*.md')).toEqual(guides.map(([language, role]) => `docs/guides/${language}/${role}.md`).toSorted())
  })

  test.each(guides)('%s: the figures of %s add up, and are those of the other languages', (language, role) => {
    const text = textOf(`docs/guides/${language}/${role}.md`)
    const sums = sumsOf(text)
    expect(sums.length).toBeGreaterThanOrEqual(3)
    expect(sums.filter((line) => !isRight(line))).toEqual([])
    expect(sums).toEqual(sumsOf(textOf(`docs/guides/en/${role}.md`)))
  })

  test.each(guides)('%s: the pages of %s are in the menu, under this name', (language, role) => {
    const pages = defaultMenus.filter(({ kind }) => kind === 'page')
    const known = pages.map((page) => [addressInMenu(page), page.titles[language]].join())
    const links = linksOf(textOf(`docs/guides/${language}/${role}.md`))
    expect(links.length).toBeGreaterThan(0)
    expect(links.filter((link) => link[0] !== pageOfCrew && !known.includes(link.join()))).toEqual([])
  })

  test('a figure that is wrong is found', () => {
    expect(['1 + 2 = 3', '( 1 + 2 ) * 3 = 9', '10 / 3 = 3.33', '2 + 2 * 2 = 6'].filter((line) => !isRight(line))).toEqual([])
    expect(['1 + 2 = 4', '10 / 3 = 3.34'].filter(isRight)).toEqual([])
  })
})
