import { namedCommands } from '@nightflow/schemas/named-commands'
import type { NamedCommand } from '@nightflow/schemas/shared/named-command'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'

const dangerous = namedCommands.flatMap(({ resource, commands }) =>
  commands.filter(({ isDanger }) => isDanger).map((command) => [`${resource}.${command.name}`, command] as const),
)

/** The field of the reason; `reason` everywhere but for alarms, whose answers have a note. */
const reasonOf = ({ endpoint }: NamedCommand<never>): z.ZodType | undefined => {
  const { reason, note } = endpoint.request.shape as Record<string, z.ZodType>
  return reason ?? note
}

test('there are commands whose effect cannot be taken back', () => expect(dangerous.length).toBeGreaterThan(0))

describe.each(dangerous)('%s cannot be taken back', (_, command) => {
  test.each([
    ['is missing', undefined],
    ['is empty', ''],
    ['is blank', '   '],
  ])('and is refused where its reason %s', (_, value) => {
    expect(reasonOf(command)?.safeParse(value).success ?? true).toBe(false)
  })
})
