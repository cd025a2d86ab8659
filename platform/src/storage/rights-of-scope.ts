import { requestRole } from '@nightflow/event-log/postgres/database'
import type { AnyResource, DataScope } from '@nightflow/schemas/shared/resource'

export type RowCommand = 'select' | 'insert' | 'update' | 'delete'
type Scoped = Pick<AnyResource, 'table' | 'scope' | 'verbs' | 'tenantColumn'>

/** The names of the policies, as every table of the platform has them. */
const policyOf: Record<RowCommand, string> = { select: 'seen', insert: 'made', update: 'changed', delete: 'removed' }
const verbOf: Record<RowCommand, string> = { select: 'list', insert: 'add', update: 'edit', delete: 'remove' }
const commands = ['select', 'insert', 'update', 'delete'] as const

const caller = `current_setting('nightflow.tenant', true)`
const isPlatform = `${caller} = 'platform'`

/** Which rows of a table a request reads, and which it writes. */
const conditionsOf = (scope: DataScope, column: string): { read: string; write: string } => {
  const own = `${column} = ${caller}`
  switch (scope) {
    case 'own':
      return { read: own, write: own }
    case 'shared':
      return { read: `${own} or ${column} = 'platform'`, write: own }
    case 'watched':
      return { read: `${own} or ${isPlatform}`, write: `${own} or ${isPlatform}` }
    case 'visited':
      return { read: `${own} or ${isPlatform} and ${column} is null`, write: own }
    case 'common':
      return { read: 'true', write: isPlatform }
  }
}

/** Commands of a request on the rows of a resource, by its verbs: a file that is uploaded makes a row as a form does. */
export const commandsOf = ({ verbs }: Pick<Scoped, 'verbs'>): RowCommand[] =>
  commands.filter((command) => verbs.includes(verbOf[command]) || (command === 'insert' && verbs.includes('upload')))

/** The grants and the row-level policies of a resource's scope and verbs, for its migration. */
export const rightsOfScope = (resource: Scoped): string[] => {
  const { table, scope, tenantColumn = 'tenant' } = resource
  const { read, write } = conditionsOf(scope, tenantColumn)
  const clauses: Record<RowCommand, string> = {
    select: `using (${read})`,
    insert: `with check (${write})`,
    update: `using (${write}) with check (${write})`,
    delete: `using (${write})`,
  }
  const allowed = commandsOf(resource)
  return [
    `alter table ${table} enable row level security;`,
    `revoke all on ${table} from ${requestRole};`,
    `grant ${allowed.join(', ')} on ${table} to ${requestRole};`,
    ...allowed.map((command) => `create policy ${policyOf[command]} on ${table} for ${command} to ${requestRole} ${clauses[command]};`),
  ]
}
