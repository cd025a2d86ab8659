import { type DataScope, dataScopeOfUser, unlimitedScope } from '@nightflow/platform/people/data-scope'
import { everything } from '@nightflow/schemas/shared/permissions'
import type { Asked } from './asked.ts'

export const holdsEverything = ({ caller }: Asked): boolean => caller.permissions.has(everything)

/** Whose rows the caller sees. A token of the command line has no user and is limited by its role alone. */
export const scopeOf = async (asked: Asked): Promise<DataScope> => {
  const { userId } = asked.caller
  return holdsEverything(asked) || userId === null ? unlimitedScope : asked.read((database) => dataScopeOfUser(database, userId))
}
