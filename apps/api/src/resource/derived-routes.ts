import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import type { AnyResource } from '@nightflow/schemas/shared/resource'
import type { Route } from '../http/serve.ts'
import { type DerivedCalls, plainRoutes } from './resource-routes.ts'

/**
 * The routes of resources beyond the written ones. Lists derive unless one of their routes is written, and so do changes. Rows of a read model come
 * from events: commands alone change them.
 */
export const derivedRoutes = (written: readonly Route[]): Route[] => {
  const taken = new Set<unknown>(written.map(({ endpoint }) => endpoint))
  return Object.entries<{ id: string }>(resourceCalls).flatMap(([name, calls]) => {
    const resource: AnyResource = resources[name as keyof typeof resources]
    return isDerivable(calls) ? plainRoutes(resource, unwritten(resource, calls, taken)) : []
  })
}

const isDerivable = (calls: { id: string }): calls is DerivedCalls => 'noun' in calls && 'form' in calls && 'dictionaries' in calls

const unwritten = ({ table }: AnyResource, calls: DerivedCalls, taken: ReadonlySet<unknown>): DerivedCalls => {
  const { id, noun, form, dictionaries, list, find, exportRows, totals, create, change, remove, importTemplate, importData } = calls
  const reading = { list, find, exportRows, totals }
  const changing = { create, change, remove, importTemplate, importData }
  const isFree = (part: object): boolean => !Object.values(part).some((call) => taken.has(call))
  return {
    ...{ id, noun, form, dictionaries },
    ...(isFree(reading) && reading),
    ...(isFree(changing) && !table.startsWith('views.') && changing),
  }
}
