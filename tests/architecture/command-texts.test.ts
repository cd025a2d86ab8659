import { namedCommands } from '@nightflow/schemas/named-commands'
import { describe, expect, test } from 'vitest'
import { textOf } from './source-files.ts'

const languages = ['en', 'zh-CN', 'fr', 'id'] as const
type Texts = { [key: string]: string | Texts }

const lookUp = (texts: Texts, path: string): unknown =>
  path.split('.').reduce<unknown>((part, key) => (typeof part === 'object' && part !== null ? (part as Texts)[key] : undefined), texts)

/** What a button, a dialog and the operation log show of a command. The dialog of several rows has plural forms; `other` is in every language. */
const keysOf = ({ name, isForMany }: { name: string; isForMany?: true }): string[] => [
  ...['short', 'one', 'text'].map((part) => `command.${name}.${part}`),
  ...(isForMany ? [`command.${name}.many_other`] : []),
]

const declared = namedCommands.flatMap(({ texts, resource, commands }) => commands.map((command) => [texts, resource, command] as const))

describe.each(declared)('%s: a command of %s', (texts, resource, command) => {
  test.each(languages)(`has its texts in %s: ${command.name}`, (language) => {
    const own = JSON.parse(textOf(`apps/web/locales/${language}/${texts}.json`)) as Texts
    expect(keysOf(command).filter((key) => typeof lookUp(own, `${resource}.${key}`) !== 'string')).toEqual([])
  })
})
