import { namedCommands } from '@nightflow/schemas/named-commands'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { type NamedCommand, typedFieldsOf } from '@nightflow/schemas/shared/named-command'
import { describe, expect, test } from 'vitest'
import { textOf } from './source-files.ts'

const languages = ['en', 'zh-CN', 'fr', 'id'] as const
type Texts = { [key: string]: string | Texts }

const lookUp = (texts: Texts, path: string): unknown =>
  path.split('.').reduce<unknown>((part, key) => (typeof part === 'object' && part !== null ? (part as Texts)[key] : undefined), texts)

/** Texts of a command in its button, its dialog, the message after it and the operation log. The dialog of several rows has plural forms; `other` is in every language. */
const keysOf = ({ name, isForMany }: { name: string; isForMany?: true }): string[] => [
  ...['short', 'one', 'text', 'done'].map((part) => `command.${name}.${part}`),
  ...(isForMany ? [`command.${name}.many_other`] : []),
]

/** The identifier of a row, which no dialog asks for, is named as its resource says. */
const fieldsOf = (resource: string, command: NamedCommand<never>): string[] => {
  const id = Object.values(resources).find(({ name }) => name === resource)?.id ?? `${resource}Id`
  return typedFieldsOf(command, id)
}

const declared = namedCommands.flatMap(({ texts, resource, commands }) => commands.map((command) => [texts, resource, command] as const))

describe.each(declared)('%s: a command of %s', (texts, resource, command) => {
  test.each(languages)(`has its texts in %s: ${command.name}`, (language) => {
    const own = JSON.parse(textOf(`apps/web/locales/${language}/${texts}.json`)) as Texts
    expect(keysOf(command).filter((key) => typeof lookUp(own, `${resource}.${key}`) !== 'string')).toEqual([])
  })
  test.each(languages)(`names the fields that people fill in, in %s: ${command.name}`, (language) => {
    const own = JSON.parse(textOf(`apps/web/locales/${language}/${texts}.json`)) as Texts
    const shared = JSON.parse(textOf(`apps/web/locales/${language}/shared.json`)) as Texts
    const isNamed = (field: string): boolean =>
      [lookUp(own, `${resource}.field.${field}`), lookUp(own, `field.${field}`), lookUp(shared, `resource.field.${field}`)].some(
        (text) => typeof text === 'string',
      )
    expect(fieldsOf(resource, command).filter((field) => !isNamed(field))).toEqual([])
  })
})

/** Made by tools of their own, whose buttons and messages carry figures. */
const byTools: readonly string[] = ['deduction', 'bill', 'payment', 'billRun', 'bookClose']

/** The texts of creating a resource name the created thing, never "Create" and "Created" alone. */
const made = Object.entries(resourceCalls).flatMap(([key, calls]) => {
  const { texts, name } = resources[key as keyof typeof resources]
  return 'create' in calls && !byTools.includes(name) ? [[texts, name] as const] : []
})

describe.each(made)('%s: what makes a row of %s', (texts, name) => {
  test.each(languages)('has a verb and a message of its own in %s', (language) => {
    const own = JSON.parse(textOf(`apps/web/locales/${language}/${texts}.json`)) as Texts
    expect(['create', 'created'].filter((key) => typeof lookUp(own, `${name}.${key}`) !== 'string')).toEqual([])
  })
})

test('no button of a form says “Create” for all of them, and no message “Created”', () => {
  for (const language of languages) {
    const shared = JSON.parse(textOf(`apps/web/locales/${language}/shared.json`)) as Texts
    expect([lookUp(shared, 'action.create'), lookUp(shared, 'done.created')], language).toEqual([undefined, undefined])
  }
})
