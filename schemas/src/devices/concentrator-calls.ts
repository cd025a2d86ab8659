import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { RowId } from '../shared/lists.ts'
import type { NamedCommand } from '../shared/named-command.ts'
import { historyCallOf } from '../shared/recorded-calls.ts'
import type { RowOf } from '../shared/resource.ts'
import { AssociateMeters, concentrators } from './concentrator.ts'

export const listConcentratorHistory = historyCallOf(concentrators, '/api/v1/concentrators')

const associating = (verb: 'associate' | 'dissociate', summary: string) =>
  endpoint({
    method: 'PUT',
    path: `/prod-api/business/concentrator/${verb}/:concentratorId`,
    permission: 'devices:concentrator:associate',
    summary,
    request: z.object({ concentratorId: RowId, meters: AssociateMeters.shape.meters }),
    response: z.object({}),
  })

export const associateConcentratorMeters = associating('associate', 'Associate meters with a concentrator, all of them or none')
export const dissociateConcentratorMeters = associating('dissociate', 'Take meters from a concentrator, all of them or none')

/** Commands on concentrators. */
export const concentratorCommands: readonly NamedCommand<RowOf<typeof concentrators>>[] = [
  { name: 'associate', endpoint: associateConcentratorMeters, icon: 'move' },
  { name: 'dissociate', endpoint: dissociateConcentratorMeters, icon: 'undo', isOffered: ({ meterCount }) => meterCount > 0 },
]
