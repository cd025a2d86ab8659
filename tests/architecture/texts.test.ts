import { defaultMenus } from '@nightflow/schemas/default-menus'
import { ValveOperationStatus, ValvePosition } from '@nightflow/schemas/devices/operate-valve'
import { DayFlag } from '@nightflow/schemas/metering/readings'
import { QuarantineReason } from '@nightflow/schemas/metering/report-readings'
import { defaultDictionaries } from '@nightflow/schemas/platform/default-dictionaries'
import { defaultParameters } from '@nightflow/schemas/platform/default-parameters'
import { formatTexts } from '@nightflow/schemas/shared/format-texts'
import { Role } from '@nightflow/schemas/shared/permissions'
import { rejectionTexts } from '@nightflow/schemas/shared/rejection-texts'
import { type RejectionCode, rejections } from '@nightflow/schemas/shared/rejections'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { untranslatedMark } from '../support/new/resource-texts.ts'
import { filesLike, linesLike, textOf } from './source-files.ts'

const languages = ['zh-CN', 'en', 'fr', 'id'] as const
const reference = 'en'

type Texts = { [key: string]: string | Texts }

const flattened = (texts: Texts, path = ''): [key: string, text: string][] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value] as [string, string]] : flattened(value, `${path}${key}.`),
  )

/** Texts of one language by `<context>.<path>`. */
const textsOf = (language: string): Map<string, string> =>
  new Map(
    filesLike(`apps/web/locales/${language}/*.json`).flatMap((path) =>
      flattened(JSON.parse(textOf(path)) as Texts, `${path.split('/').at(-1)!.replace('.json', '')}.`),
    ),
  )

const texts = Object.fromEntries(languages.map((language) => [language, textsOf(language)])) as Record<
  (typeof languages)[number],
  Map<string, string>
>
const referenceTexts = texts[reference]

/** A plural form belongs to the language: Chinese has one, French three. */
const withoutPlural = (key: string): string => key.replace(/_(zero|one|two|few|many|other)$/, '')
const keysOf = (language: (typeof languages)[number]): Set<string> => new Set([...texts[language].keys()].map(withoutPlural))
const placeholdersOf = (text: string): string[] => [...text.matchAll(/\{\{\s*([\w.]+)/g)].map((match) => match[1]!).sort()

describe('the four languages', () => {
  test('there are texts', () => {
    expect(referenceTexts.size).toBeGreaterThan(100)
  })

  test.each(languages)('%s has the same texts as English, no more and no fewer', (language) => {
    const here = keysOf(language)
    const there = keysOf(reference)
    expect({ missing: [...there].filter((key) => !here.has(key)), surplus: [...here].filter((key) => !there.has(key)) }).toEqual({
      missing: [],
      surplus: [],
    })
  })

  test.each(languages)('%s leaves no text empty', (language) => {
    expect([...texts[language]].filter(([, text]) => text.trim() === '').map(([key]) => key)).toEqual([])
  })

  const englishForms = Map.groupBy(referenceTexts, ([key]) => withoutPlural(key))
  test.each(languages)('%s fills in what English fills in', (language) => {
    const odd = [...texts[language]].filter(([key, text]) => {
      const here = placeholdersOf(text)
      const there = (englishForms.get(withoutPlural(key)) ?? []).flatMap(([, english]) => placeholdersOf(english))
      // A plural form may leave the number out: "one meter".
      const mayLeaveOut = key !== withoutPlural(key)
      return here.some((name) => !there.includes(name)) || (!mayLeaveOut && there.some((name) => !here.includes(name)))
    })
    expect(odd.map(([key, text]) => `${key}: ${text}`)).toEqual([])
  })
})

describe('the words of the four languages', () => {
  /** Every text that a person reads, by its place. */
  const allTexts = (language: (typeof languages)[number]): [key: string, text: string][] => [
    ...texts[language],
    ...Object.entries(rejectionTexts[language]).map(([code, text]): [string, string] => [`refusal ${code}`, text]),
    ...Object.entries(formatTexts[language]).map(([rule, text]): [string, string] => [`rule ${rule}`, text]),
    ...[...defaultMenus, ...defaultDictionaries.map(({ dictType, dictName }) => ({ key: dictType, titles: dictName }))].map(
      ({ key, titles }): [string, string] => [`default ${key}`, titles[language]],
    ),
    ...defaultDictionaries.flatMap(({ dictType, entries }) =>
      entries.map(({ value, labels }): [string, string] => [`default ${dictType} ${value}`, labels[language]]),
    ),
    ...defaultParameters.map(({ key, name }): [string, string] => [`default ${key}`, name[language]]),
  ]
  const oddOf = (language: (typeof languages)[number], isOdd: (text: string) => boolean): string[] =>
    allTexts(language).flatMap(([key, text]) => (isOdd(text) ? [`${key}: ${text}`] : []))

  test.each(languages)('%s fills in with two braces: one brace would be shown as it is', (language) => {
    expect(oddOf(language, (text) => /(?<!\{)\{[A-Za-z]{2,}\}(?!\})/.test(text))).toEqual([])
  })

  test.each(languages)('%s leaves no text untranslated', (language) => {
    expect(oddOf(language, (text) => text.includes(untranslatedMark))).toEqual([])
  })

  test('English uses the standard term where there is one', () => {
    const odd =
      /\b(who|whoever|somebody|nobody|everybody|stands?|told|tells|says|said|kinds? of|look|made (by|at)|make|asked|usual|at once|take in hand)\b/i
    expect(oddOf('en', (text) => odd.test(text))).toEqual([])
  })

  test('English sentences have their subject first', () => {
    expect(oddOf('en', (text) => /(?:^|[.:!] )(?:What|Who|Whoever|Whatever)\b(?![^.?!]*\?)/.test(text))).toEqual([])
  })

  test('Chinese and French name the historical data by the term of the trade', () => {
    expect(oddOf('zh-CN', (text) => /历史时点|超过即为缺数/.test(text))).toEqual([])
    expect(oddOf('fr', (text) => text.includes('Chiffres à une date'))).toEqual([])
  })

  /** A person reads one word for one thing, whatever the screen. The words are those of the glossary of each language. */
  test.each([
    ['zh-CN', /客户(?!端)|暂缓|压力计|块水表|复位/],
    ['fr', /locataire|\bgel(er|é|ée)?\b|dégel|manomètre|(facture|abonnement)s? suspendue?s? avec|numéros? de compte\b/i],
    ['id', /penyewa|nomor (akun|rekening)|meter (aliran|tekanan)|putaran|tertahan|\bditahan/i],
  ] as const)('%s has one word for tenant, customer, account number, held bill, freeze and pressure sensor', (language, other) => {
    expect(oddOf(language, (text) => other.test(text))).toEqual([])
  })

  test.each(languages)('%s names a diameter without its unit, which the column adds', (language) => {
    expect(texts[language].get('devices.meterType.field.caliberMillimetres')).not.toMatch(/mm/)
  })

  test('French keeps its signs and its thousands on the line of the word before', () => {
    expect(oddOf('fr', (text) => / [:;?!%»](?!\w)|« |\d \d{3}\b/.test(text))).toEqual([])
  })
})

describe('every word of the schemas has a text', () => {
  const plain = (word: string): string => word.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

  /** The group of texts that speaks about the most of the words, and what it leaves out. */
  const bestGroup = (words: readonly string[]): { group: string; missing: string[] } => {
    const groups = new Map<string, Set<string>>()
    for (const key of referenceTexts.keys()) {
      const parts = key.split('.')
      for (let depth = 1; depth < parts.length; depth += 1) {
        const group = parts.slice(0, depth).join('.')
        groups.set(group, (groups.get(group) ?? new Set()).add(plain(parts.slice(depth).join('.'))))
      }
    }
    const candidates = [...groups].map(([group, said]) => ({ group, missing: words.filter((word) => !said.has(plain(word))) }))
    return (
      candidates.sort((left, right) => left.missing.length - right.missing.length || right.group.length - left.group.length)[0] ?? {
        group: '(none)',
        missing: [...words],
      }
    )
  }

  test.each([
    ['roles', Role.options],
    ['flags of a day', DayFlag.options],
    ['reasons of the quarantine', QuarantineReason.options],
    ['states of a valve operation', ValveOperationStatus.options],
    ['positions of a valve', ValvePosition.options],
  ] as [string, readonly string[]][])('%s', (_, words) => {
    const { group, missing } = bestGroup(words)
    expect(missing, `the nearest group of texts is ${group}`).toEqual([])
  })

  test.each(languages)('every refusal has a text in %s, and no text is left over', (language) => {
    expect(Object.keys(rejectionTexts[language]).toSorted()).toEqual(Object.keys(rejections).toSorted())
  })

  test.each(languages)('%s fills in of a refusal what English fills in', (language) => {
    const codes = Object.keys(rejections) as RejectionCode[]
    const odd = codes.filter(
      (code) => placeholdersOf(rejectionTexts[language][code]).join() !== placeholdersOf(rejectionTexts[reference][code]).join(),
    )
    expect(odd).toEqual([])
  })
})

describe('rules of fields', () => {
  test.each(languages)('is said in %s, as in English', (language) => {
    expect(Object.keys(formatTexts[language])).toEqual(Object.keys(formatTexts[reference]))
    expect(Object.values(formatTexts[language]).filter((text) => text.trim() === '')).toEqual([])
  })

  test.each(languages)('names in %s the bound that English names', (language) => {
    const bounded = (said: Record<string, string>) =>
      Object.entries(said).flatMap(([rule, text]) => (placeholdersOf(text).length > 0 ? [[rule, placeholdersOf(text)]] : []))
    expect(bounded(formatTexts[language])).toEqual(bounded(formatTexts[reference]))
  })

  test('is in the four files, and no schema has a message of its own', () => {
    const ownWords = /\.(regex|refine)\((?:[^()]|\([^()]*\))*,\s*(?:\{\s*message:\s*)?['"`]/
    expect(filesLike('schemas/src/**/*.ts').filter((path) => ownWords.test(textOf(path)))).toEqual([])
  })
})

describe('components speak through the texts', () => {
  const components = filesLike('apps/web/src/**/*.tsx').filter((path) => !path.endsWith('.test.tsx'))
  const spokenAttributes = new Set(['label', 'placeholder', 'title', 'description', 'aria-label', 'alt', 'error', 'nothingFoundMessage'])
  /** The name of the product and units of the SI are the same in every language. */
  const sameEverywhere = /^(Nightflow|l\/h|m³|m3|kPa|mV|°C|KL|CSV|UTC|zh-CN|en|fr|id|[\d\s\p{P}\p{S}]*)$/u

  const literalsIn = (path: string): string[] => {
    const source = ts.createSourceFile(path, textOf(path), ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
    const found: string[] = []
    const say = (node: ts.Node, text: string) => {
      if (!sameEverywhere.test(text.trim()))
        found.push(`${path}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}: ${text.trim()}`)
    }
    const visit = (node: ts.Node): void => {
      if (ts.isJsxText(node)) say(node, node.text)
      if (ts.isJsxExpression(node) && node.expression && ts.isStringLiteralLike(node.expression) && !ts.isJsxAttribute(node.parent))
        say(node, node.expression.text)
      if (
        ts.isJsxAttribute(node) &&
        spokenAttributes.has(node.name.getText(source)) &&
        node.initializer &&
        ts.isStringLiteral(node.initializer)
      ) {
        say(node, node.initializer.text)
      }
      ts.forEachChild(node, visit)
    }
    visit(source)
    return found
  }

  test('no component holds a text of its own', () => {
    expect(components.flatMap(literalsIn)).toEqual([])
  })

  test('there are components', () => {
    expect(components.length).toBeGreaterThan(10)
  })

  test('an event without a name of its own is shown by its type, not by the key of a text', () => {
    const named = linesLike(components, /t\(`eventType\./)
    expect(named.length).toBeGreaterThan(3)
    expect(named.filter((line) => !line.includes('defaultValue: '))).toEqual([])
  })

  test('every text that a screen uses is there', () => {
    const said = keysOf(reference)
    const missing = filesLike('apps/web/src/**/*.{ts,tsx}')
      .filter((path) => !/\.test\.tsx?$/.test(path))
      .flatMap((path) => {
        const text = textOf(path)
        const contexts = [...text.matchAll(/useTranslation\(\s*(?:\[\s*)?'([^']+)'/g)].map((match) => match[1]!)
        const asked = [...text.matchAll(/\bt\(\s*'([^'$]+)'/g)].map((match) => match[1]!)
        const isSaid = (key: string) =>
          key.includes(':')
            ? said.has(key.replace(':', '.'))
            : [...contexts, ...(contexts.length === 0 ? ['shared'] : [])].some((context) => said.has(`${context}.${key}`))
        return asked.filter((key) => !isSaid(key)).map((key) => `${path} asks for ${key}`)
      })
    expect([...new Set(missing)]).toEqual([])
  })
})
