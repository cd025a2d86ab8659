import { routes } from '@nightflow/api/routes'
import { freezeAccount } from '@nightflow/schemas/customers/account-lifecycle'
import { namedCommands } from '@nightflow/schemas/named-commands'
import type { Endpoint } from '@nightflow/schemas/shared/endpoint'
import type { NamedCommand } from '@nightflow/schemas/shared/named-command'
import { describe, expect, test } from 'vitest'

type Named = { resource: string; commands: readonly NamedCommand<never>[] }

/** Commands whose declaration has no event although their route derives: nothing could decide them. */
const undeclared = (named: readonly Named[]): string[] =>
  named.flatMap(({ resource, commands }) =>
    commands
      .filter(({ event, command, ownRoute }) => ownRoute === undefined && !(event && command))
      .map(({ name }) => `${resource}.${name}`),
  )

/** Commands with a route that is written although their declaration has no reason for it. */
const written = (named: readonly Named[], served: readonly { endpoint: Endpoint; isDeclared?: true }[]): string[] =>
  named.flatMap(({ resource, commands }) =>
    commands
      .filter(
        ({ ownRoute, endpoint }) => ownRoute === undefined && !served.some((route) => route.endpoint === endpoint && route.isDeclared),
      )
      .map(({ name }) => `${resource}.${name}`),
  )

const reasons = Object.fromEntries(
  namedCommands.flatMap(({ resource, commands }) =>
    commands.flatMap(({ name, ownRoute }) => (ownRoute === undefined ? [] : [[`${resource}.${name}`, ownRoute]])),
  ),
)

test('each command is declared with its event and what its decider takes', () => {
  expect(undeclared(namedCommands)).toEqual([])
})

test('the route of each command derives, unless the declaration says why it is written', () => {
  expect(written(namedCommands, Object.values(routes).flat())).toEqual([])
})

test('the routes that are written, each with its reason', () => {
  expect(reasons).toEqual({
    'account.assignOwner': 'The owner of an account is a column of a plain table: no event, and no stream to decide.',
    'account.cancel': 'Two streams decide it: that of the money closes first, and opens again where the account refuses.',
    'agent.recharge': 'Recharges of before agents had a float are in streams of their own, where a repeated request is looked for first.',
    'meters.assignOwner': 'The owner of a meter is a column of a plain table: no event, and no stream to decide.',
  })
})

describe('is refused by its name:', () => {
  const endpoint = { ...freezeAccount }
  const planted = { resource: 'voucher', commands: [{ name: 'redeem', endpoint, icon: 'money' as const }] }

  test('a command without an event', () => expect(undeclared([planted])).toEqual(['voucher.redeem']))

  test('a command whose route is written', () => {
    expect(written([planted], [{ endpoint }])).toEqual(['voucher.redeem'])
    expect(written([planted], [{ endpoint, isDeclared: true }])).toEqual([])
  })
})
