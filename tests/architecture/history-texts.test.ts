import { projections } from '@nightflow/projections/projections'
import type { EntityProjection } from '@nightflow/projections/projector/entity'
import type { Projection } from '@nightflow/projections/projector/projection'
import { PartitionChangeType } from '@nightflow/schemas/leakage/partition-changes'
import { describe, expect, test } from 'vitest'
import { textOf } from './source-files.ts'

const languages = ['en', 'zh-CN', 'fr', 'id'] as const
type Texts = { [key: string]: string | Texts }

const isEntity = (projection: Projection): projection is EntityProjection => 'entity' in projection

/** The steps of each history, with the place of their sentences. Points of a cascade have their history from their stream. */
const histories: [sentences: string, steps: readonly string[]][] = [
  ...projections.filter(isEntity).flatMap(({ entity }): [string, string[]][] => {
    const steps = [...entity.history.values()].flat().map(({ step }) => step)
    return entity.sentences === undefined ? [] : [[entity.sentences, steps]]
  }),
  ['leakage:partition', PartitionChangeType.options.map((type) => type.replace('.', '-'))],
]

const lookUp = (texts: Texts, path: string): unknown =>
  path.split('.').reduce<unknown>((part, key) => (typeof part === 'object' && part !== null ? (part as Texts)[key] : undefined), texts)

test('there are histories', () => {
  expect(histories.map(([sentences]) => sentences)).toEqual(expect.arrayContaining(['alarms:alarm', 'devices:meters', 'platform:agent']))
})

describe.each(histories)('the history of %s', (sentences, steps) => {
  test.each(languages)('has a sentence for each of its steps in %s', (language) => {
    const [namespace, resource] = sentences.split(':')
    const texts = JSON.parse(textOf(`apps/web/locales/${language}/${namespace}.json`)) as Texts
    expect(steps.filter((step) => typeof lookUp(texts, `${resource}.history.${step}`) !== 'string')).toEqual([])
  })
})
