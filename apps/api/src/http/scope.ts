import { type DataScope, dataScopeOfUser, unlimitedScope } from '@nightflow/platform/people/data-scope'
import { everything } from '@nightflow/schemas/shared/everything'
import type { RequestContext } from './request-context.ts'

export const holdsEverything = ({ caller }: RequestContext): boolean => caller.permissions.has(everything)

/** Whose rows the caller sees. A token of the command line has no user and is limited by its role alone. */
export const scopeOf = async (context: RequestContext): Promise<DataScope> => {
  const { userId } = context.caller
  return holdsEverything(context) || userId === null ? unlimitedScope : context.read((database) => dataScopeOfUser(database, userId))
}
