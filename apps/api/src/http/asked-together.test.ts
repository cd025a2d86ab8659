import type { RowScope } from '@nightflow/event-log/postgres/database'
import type { Pool, PoolClient } from 'pg'
import { expect, test } from 'vitest'
import { askedTogether } from './asked-together.ts'
import type { RequestContext } from './request-context.ts'

const servicePool = {} as Pool
const part: RowScope = { departments: [1], regions: [], userId: 7 }

/** The context of a caller, whose reads are noted under a name. */
const callerOf = (tenant: string, scope: RowScope | undefined, reads: string[]) => {
  const read: RequestContext['read'] = (work) => {
    reads.push(`${tenant} ${scope ? 'in part' : 'whole'}`)
    return work({} as PoolClient)
  }
  return { servicePool, read, caller: { tenant, scope } as RequestContext['caller'] }
}

test('callers who see the same part of a tenant share a read, and no others do', async () => {
  const groups: (readonly string[])[] = []
  const ask = askedTogether<string, string>(async (_, asked) => {
    groups.push(asked)
    return asked.map((each) => `${each}!`)
  })
  const reads: string[] = []
  const answers = await Promise.all([
    ask(callerOf('north', undefined, reads), 'a'),
    ask(callerOf('north', undefined, reads), 'b'),
    ask(callerOf('north', part, reads), 'c'),
    ask(callerOf('north', { ...part, userId: 8 }, reads), 'd'),
    ask(callerOf('south', undefined, reads), 'e'),
  ])
  expect(answers).toEqual(['a!', 'b!', 'c!', 'd!', 'e!'])
  expect(groups).toEqual([['a', 'b'], ['c'], ['d'], ['e']])
  expect(reads).toEqual(['north whole', 'north in part', 'north in part', 'south whole'])
})
