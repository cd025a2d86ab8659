import { formatTexts } from '@nightflow/schemas/shared/format-texts'
import { languages } from '@nightflow/schemas/shared/language'
import { rejectionTexts } from '@nightflow/schemas/shared/rejection-texts'
import type { RejectionCode } from '@nightflow/schemas/shared/rejections'
import { describe, expect, test } from 'vitest'
import { alarmRules } from '../support/rules/alarm-rules.ts'
import { cascadeRules } from '../support/rules/cascade-rules.ts'
import { namedMessages, quotedMessages } from '../support/rules/money-messages.ts'
import { rulesOfMoney } from '../support/rules/money-rules.ts'
import { languagesOfRule, type MessageKey, type Rule } from '../support/rules/rule.ts'
import { workRules } from '../support/rules/work-rules.ts'
import { textOf } from './source-files.ts'

const rules: readonly Rule[] = [...cascadeRules, ...alarmRules, ...workRules, ...rulesOfMoney, ...quotedMessages, ...namedMessages]

type Texts = { [key: string]: string | Texts }

/** A text of the screens; of one with a number its plural. */
const screenText = (language: string, key: string): unknown => {
  const [file = '', ...path] = key.split('.')
  const texts = JSON.parse(textOf(`apps/web/locales/${language}/${file}.json`)) as Texts
  return path.reduce<unknown>((found, step) => {
    const at = found as Texts
    return at[step] ?? at[`${step}_other`]
  }, texts)
}

const messageIn = (language: (typeof languagesOfRule)[number], message: MessageKey): unknown => {
  const [source, key = ''] = message.split(/:(.*)/s)
  if (source === 'refusal') return rejectionTexts[language][key as RejectionCode]
  if (source === 'field') return formatTexts[language][key as keyof (typeof formatTexts)['en']]
  return screenText(language, key)
}

/** As it is written in a test: quotes within a name are escaped there. */
const hasName = (path: string, name: string): boolean => textOf(path).replaceAll("\\'", "'").includes(name)

describe('rules of the specification about cascades, alarms, work orders, reports and money', () => {
  // requirement of Money proof: Every rule and transition of the specification about money has its place and its test | – | –
  test('each is enforced by the code that the table names', () => {
    expect(rules.filter(({ enforced: [path, code] }) => !textOf(path).includes(code ?? '')).map(({ words }) => words)).toEqual([])
  })

  test('each is reached by a test of the name that the table has', () => {
    expect(rules.filter(({ test: [path, name] }) => !hasName(path, name)).map(({ words }) => words)).toEqual([])
  })

  test.each(rules.filter(({ message }) => message !== undefined))(
    'section $section, $words: its message is said in four languages',
    ({ message, says }) => {
      const said = languagesOfRule.map((language) => messageIn(language, message!))
      if (says !== undefined) expect(said).toEqual(says.split(' | '))
      // A short word such as `Documents` may be the same in two languages, a sentence is not.
      expect(new Set(said).size).toBeGreaterThanOrEqual(3)
      expect([...languagesOfRule].sort()).toEqual([...languages].sort())
    },
  )

  test('messages that the specification quotes are its words in English', () => {
    const quoted = rules
      .filter(({ section, message }) => section === 8 && message !== undefined)
      .filter((rule) => !namedMessages.some((named) => named === rule))
    expect(quoted.length).toBeGreaterThan(0)
    for (const { words, message } of quoted) expect(messageIn('en', message!)).toBe(words)
  })

  test('each of money is written once', () => {
    const words = rulesOfMoney.map((rule) => `${rule.section} ${rule.words}`)
    expect(words.filter((each, place) => words.indexOf(each) !== place)).toEqual([])
  })
})
