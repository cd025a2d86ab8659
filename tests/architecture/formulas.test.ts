import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { balanceExamples } from '../support/formulas/balance-examples.ts'
import { billingExamples } from '../support/formulas/billing-examples.ts'
import { caseExamples } from '../support/formulas/case-examples.ts'
import type { Example } from '../support/formulas/example.ts'
import { furtherExamples } from '../support/formulas/further-examples.ts'
import { healthExamples } from '../support/formulas/health-examples.ts'
import { leakageExamples } from '../support/formulas/leakage-examples.ts'
import { meteringExamples } from '../support/formulas/metering-examples.ts'
import { asWritten, cellOf, formulasOf, givenOf } from '../support/formulas/read-formulas.ts'
import { repository, textOf } from './source-files.ts'

const examples: Readonly<Record<string, Example>> = {
  ...meteringExamples,
  ...healthExamples,
  ...leakageExamples,
  ...balanceExamples,
  ...billingExamples,
  ...furtherExamples,
  ...caseExamples,
}
const formulas = formulasOf(textOf('docs/formulas.md'))
const lineOf = (text: string, name: string): string =>
  new RegExp(`^- ${name}: ([\\s\\S]*?)(?=\\n- |\\n\\n|$(?![\\s\\S]))`, 'm').exec(text)?.[1] ?? ''

/** The test that shows a formula without a function of its own: `file` › a part of its name. */
const isShownByTest = (text: string): boolean => {
  const [, path, name] = /^`([^`]+)` › ([\s\S]+?)\.?$/.exec(lineOf(text, 'Test')) ?? []
  return path !== undefined && existsSync(join(repository, path)) && textOf(path).includes(name!.replaceAll(/\s+/g, ' '))
}

describe('docs/formulas.md', () => {
  test('has formulas, each with an id of its own', () => {
    const ids = formulas.map(({ id }) => id)
    expect(ids.filter((id) => !/^F-[A-Z]+-\d+$/.test(id))).toEqual([])
    expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([])
    expect(ids.length).toBeGreaterThan(60)
  })

  test('has every example that is computed', () => {
    expect(Object.keys(examples).filter((id) => !formulas.some((formula) => formula.id === id))).toEqual([])
  })

  test.each(formulas)('$id $title: formula, units, source, code, and an example or a test', ({ id, text, given, results }) => {
    expect(text).toMatch(/^ {4}\S/m)
    expect(['Units', 'Source', 'Code'].filter((name) => lineOf(text, name) === '')).toEqual([])
    const paths = [...lineOf(text, 'Code').matchAll(/`([^`]+)`/g)].map(([, path]) => path!)
    expect(paths.filter((path) => !existsSync(join(repository, path)))).toEqual([])
    if (id in examples) expect([given.size > 0, results.size > 0]).toEqual([true, true])
    else expect([isShownByTest(text), given.size, results.size]).toEqual([true, 0, 0])
  })

  test.each(formulas.filter(({ id }) => id in examples))('the example of $id is what the product computes', (formula) => {
    const given = givenOf(formula)
    const computed = examples[formula.id]!(given)
    expect(Object.keys(computed).toSorted()).toEqual([...formula.results.keys()].toSorted())
    for (const [name, cell] of formula.results) expect(asWritten(computed[name]!, cell), name).toEqual(cell.values)
    expect(given.unread, 'an input that no result depends on').toEqual([])
  })
})

describe('a wrong example', () => {
  const formula = formulas.find(({ id }) => id === 'F-VOL-1')!
  test('is found where an input or a result is another number', () => {
    const changed = { ...formula, given: new Map(formula.given).set('register at 08:15', cellOf('1,061 L')) }
    const [[name, cell]] = [...formula.results] as [[string, ReturnType<typeof cellOf>]]
    expect(asWritten(examples['F-VOL-1']!(givenOf(changed))[name]!, cell)).not.toEqual(cell.values)
  })
  test('is found where an input is missing', () => {
    expect(() => examples['F-VOL-1']!(givenOf({ ...formula, given: new Map() }))).toThrow('has no register at 07:30')
  })
  test('is found where its test does not exist', () => {
    const { text } = formulas.find(({ id }) => id === 'F-LEDGER-3')!
    expect([isShownByTest(text), isShownByTest(text.replace('one loop', 'two loops'))]).toEqual([true, false])
  })
})
