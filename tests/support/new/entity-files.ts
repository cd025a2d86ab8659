import { camel, capital, plural, words } from './words.ts'
import { languages, placeOf, titlesOf, type Wanted } from './write-resource.ts'

/** The files that are the entity's own, one in each layer. */
export const entityFiles = (wanted: Wanted): Record<string, string> => {
  const { name, context } = wanted
  const many = plural(name)
  return {
    [`schemas/src/${context}/${name}.ts`]: declarationOf(wanted),
    [`schemas/src/${context}/${name}-calls.ts`]: callsOf(wanted),
    [`domain/src/${context}/${name}-decider.ts`]: deciderOf(wanted),
    [`domain/src/${context}/${name}-decider.test.ts`]: testOf(wanted),
    [`projections/src/${context}/${many}.ts`]: readModelOf(wanted),
    [`apps/api/src/${context}/${many}.ts`]: routesOf(wanted),
    [`apps/web/src/${context}/${name}-resource.tsx`]: screenOf(wanted),
  }
}

const namesOf = ({ name, context }: Wanted) => {
  const own = camel(name)
  const type = capital(own)
  const event = (what: string): string => `${context}.${type}${what}`
  return { own, type, list: camel(plural(name)), key: `${own}No`, event, table: plural(name).replaceAll('-', '_') }
}

const declarationOf = (wanted: Wanted): string => {
  const { own, list, key, table } = namesOf(wanted)
  const { name, context } = wanted
  const { directory, audience, scope, path } = placeOf(wanted)
  const titles = titlesOf(wanted)
  const said = languages.map((language) => `${language === 'zh-CN' ? `'zh-CN'` : language}: '${titles[language].replaceAll("'", '’')}'`)
  return `import { recordedEvents } from '../shared/recorded-events.ts'
import { defineResource } from '../shared/resource.ts'
import { lines } from '../shared/text.ts'
import { MeterNumber } from '../shared/values.ts'

/** ${titles.en}. */
export const ${list} = defineResource({
  name: '${own}',
  texts: '${context}',
  noun: '${words(name)}',
  path: '/prod-api/${path}/${own}',
  permission: '${context}:${own}',
  id: '${own}Id',
  table: 'views.${table}',
  scope: '${scope}',
  fields: {
    /** As printed on it. */
    ${key}: { schema: MeterNumber, filter: 'contains', isUnique: true, isSetOnce: true },
    remark: { schema: lines(100).nullable().default(null) },
  },
  menu: {
    directory: '${directory}',
    place: 200,
    path: '${own}',
    component: '${context}/${name}',
    icon: 'list',
    titles: { ${said.join(', ')} },
    audience: '${audience}',
    shows: ['/api/v1/${plural(name)}'],
  },
})

export const ${own}Events = recordedEvents(${list}.form, '${key}')
`
}

/** Apart from the declaration: permissions derive from all resources, and calls need permissions. */
const callsOf = (wanted: Wanted): string => {
  const { own, type, list, key, event } = namesOf(wanted)
  const { name, context } = wanted
  return `import { commandsOn, type GivenTo } from '../shared/commands-on.ts'
import { historyCallOf } from '../shared/recorded-calls.ts'
import type { RowOf } from '../shared/resource.ts'
import { MeterNumber } from '../shared/values.ts'
import { ${own}Events, ${list} } from './${name}.ts'

export const list${type}History = historyCallOf(${list}, '/api/v1/${plural(name)}')

/** Commands besides those that add, change and remove one: \`npm run new command ${context} ${name} NAME\` adds to them. */
export const ${own}Commands = commandsOn<RowOf<typeof ${list}>>()(
  { entity: '${type}', id: '${own}Id', path: ${list}.path, permission: '${context}:${own}:edit', key: { ${key}: MeterNumber } },
  {},
)
export type ${type}Command = GivenTo<typeof ${own}Commands>

export const ${own}EventTypes = {
  '${event('Added')}': { version: 1, data: ${own}Events.added },
  '${event('Changed')}': { version: 1, data: ${own}Events.changed },
  '${event('Removed')}': { version: 1, data: ${own}Events.removed },
  ...${own}Commands.events,
} as const
`
}

const deciderOf = (wanted: Wanted): string => {
  const { own, type, key, event } = namesOf(wanted)
  const { name, context } = wanted
  const stream = `${context}-${name}`
  return `import type { ${type}Command as NamedCommand, ${own}EventTypes } from '@nightflow/schemas/${context}/${name}-calls'
import type { Decider, EventIn } from '../shared/decider.ts'
import { type RecordCommand, type Recorded, recordDecider } from '../shared/record-decider.ts'

type Values = { ${key}: string; remark: string | null }
export type ${type}Command = RecordCommand<Values> | NamedCommand
export type ${type}Event = EventIn<keyof typeof ${own}EventTypes>
export type ${type} = Recorded<Values>

const record = recordDecider<Values, '${event('Added')}', '${event('Changed')}', '${event('Removed')}'>({
  stream: '${stream}',
  key: '${key}',
  added: '${event('Added')}',
  changed: '${event('Changed')}',
  removed: '${event('Removed')}',
})

export const ${own}Decider: Decider<${type}Command, ${type}, ${type}Event> = {
  streamOf: (command: { key: string } | { ${key}: string }) => \`${stream}-\${'key' in command ? command.key : command.${key}}\`,
  initialState: record.initialState,
  evolve,
  decide: {
    ...record.decide,
  },
}

function evolve(${own}: ${type}, event: ${type}Event): ${type} {
  switch (event.type) {
    case '${event('Added')}':
    case '${event('Changed')}':
    case '${event('Removed')}':
      return { ...${own}, ...record.evolve(${own}, event) }
  }
}
`
}

const testOf = (wanted: Wanted): string => {
  const { own, key, event } = namesOf(wanted)
  const { name } = wanted
  return `import { describe, test } from 'vitest'
import { specificationOf } from '../shared/decider-specification.ts'
import { ${own}Decider } from './${name}-decider.ts'

const given = specificationOf(${own}Decider)
const at = '2026-03-02T08:00:00.000Z'
const values = { ${key}: '2023100001', remark: null }
const key = values.${key}
const added = { type: '${event('Added')}', data: { ...values, at } } as const
const removed = { type: '${event('Removed')}', data: { ${key}: key, at } } as const

describe('${words(name)}', () => {
  test('is added once; its number may be used again after its removal', () => {
    given([]).when({ type: 'AddRecord', key, values }).then([added])
    given([added]).when({ type: 'AddRecord', key, values }).refused('name-taken', { name: key })
    given([added, removed]).when({ type: 'AddRecord', key, values }).then([added])
  })
  test('is changed and removed; the same values again are no event', () => {
    const other = { ...values, remark: 'on the valve' }
    given([added])
      .when({ type: 'ChangeRecord', key, values: other })
      .then([{ type: '${event('Changed')}', data: { ...other, at } }])
    given([added]).when({ type: 'ChangeRecord', key, values }).then([])
    given([added]).when({ type: 'RemoveRecord', key }).then([removed])
  })
})
`
}

const readModelOf = (wanted: Wanted): string => {
  const { own, type, list, key, event, table } = namesOf(wanted)
  const { name, context } = wanted
  return `import { ${list} as resource } from '@nightflow/schemas/${context}/${name}'
import { ${own}Commands } from '@nightflow/schemas/${context}/${name}-calls'
import type { HistoryPage } from '@nightflow/schemas/shared/history'
import type { PoolClient } from 'pg'
import { casesOf, defineEntity } from '../projector/entity.ts'
import { readHistory } from '../projector/entity-history.ts'
import { recordRows } from '../projector/record-rows.ts'

const rows = recordRows(resource)
type Row = NonNullable<ReturnType<typeof rows.changed>>

/** Every ${words(name)}; one that was removed stays, marked, for its history. */
export const ${list} = defineEntity({
  name: '${context}/${plural(name)}',
  version: 1,
  table: '${table}',
  key: ['${key}'],
  row: rows.row,
  indexes: { id: '(tenant, ${name.replaceAll('-', '_')}_id)' },
  evolve: {
    '${event('Added')}': rows.added,
    '${event('Changed')}': rows.changed,
    '${event('Removed')}': (seen) => seen && { ...seen, isRemoved: true },
    ...casesOf(${own}Commands.becomes, (row: Row, change) => ({ ...row, ...change })),
  },
  history: {
    sentences: '${context}:${own}',
    steps: {
      '${event('Added')}': { step: 'added' },
      '${event('Changed')}': { step: 'changed', tell: rows.changes },
      '${event('Removed')}': { step: 'removed' },
      ...${own}Commands.steps,
    },
  },
})

/** The history of one ${words(name)}, newest first. */
export const find${type}History = (database: PoolClient, ${key}: string, page: HistoryPage) =>
  readHistory(database, ${list}.entity, { ${key} }, page)
`
}

const routesOf = (wanted: Wanted): string => {
  const { own, type, list, key } = namesOf(wanted)
  const { name, context } = wanted
  return `import { ${own}Decider } from '@nightflow/domain/${context}/${name}-decider'
import { recordedStoreOf } from '@nightflow/platform/storage/recorded-store'
import { find${type}History } from '@nightflow/projections/${context}/${plural(name)}'
import { list${type}History, ${own}Commands } from '@nightflow/schemas/${context}/${name}-calls'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { commandRoutes } from '../http/command-routes.ts'
import { pagesAfter } from '../http/pages.ts'
import { ask, type Route } from '../http/serve.ts'
import { findEach, recordedRoutes } from '../resource/recorded-routes.ts'

const store = recordedStoreOf(resources.${list})

export const ${own}ResourceRoutes = recordedRoutes(resourceCalls.${list}, store, { decider: ${own}Decider, key: '${key}' })

export const ${own}Routes: readonly Route[] = [
  ...commandRoutes({ commands: ${own}Commands, decider: ${own}Decider, find: findEach(store), logged: ['${key}'] }),
  ask(
    list${type}History,
    ({ ${own}Id, ...page }, { read }) =>
      read(async (database) => {
        const row = await store.find(database, ${own}Id)
        return row && find${type}History(database, row.${key}, page)
      }),
    pagesAfter(500, ({ position }) => ({ before: position as number })),
  ),
]
`
}

const screenOf = (wanted: Wanted): string => {
  const { own, type, list } = namesOf(wanted)
  const { name, context } = wanted
  return `import { list${type}History, ${own}Commands } from '@nightflow/schemas/${context}/${name}-calls'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { RowHistory } from '#shell/row-history.tsx'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { screenOf } from '#ui/resource/resource-screen.tsx'

const words = { texts: '${context}', name: '${own}', calls: {} }

export const Screen = screenOf(
  resourceOf(
    resources.${list},
    { ...resourceCalls.${list}, commands: ${own}Commands.list },
    {
      Detail: ({ row: { ${own}Id } }) => (
        <RowHistory resource={words} endpoint={list${type}History} queryKey={['${name}-history', ${own}Id]} of={{ ${own}Id }} />
      ),
      related: [['${name}-history']],
    },
  ),
)
`
}
