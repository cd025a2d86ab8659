import { z } from 'zod'
import { commandsOn, type GivenTo } from '../shared/commands-on.ts'
import { historyCallOf } from '../shared/recorded-calls.ts'
import type { RowOf } from '../shared/resource.ts'
import { MeterNumber } from '../shared/values.ts'
import { concentrators } from './concentrator.ts'

export const listConcentratorHistory = historyCallOf(concentrators, '/api/v1/concentrators')

/** Meters of one request. */
const associatedMax = 1000
const meters = z.array(MeterNumber).min(1).max(associatedMax)
const withMeters = { typed: { meters }, recorded: { meters } }

/** Commands on concentrators. */
export const concentratorCommands = commandsOn<RowOf<typeof concentrators>>()(
  {
    entity: 'Concentrator',
    id: 'concentratorId',
    path: concentrators.path,
    permission: 'devices:concentrator:associate',
    key: { concentratorNo: MeterNumber },
  },
  {
    associate: {
      command: 'AssociateMeters',
      call: 'associateConcentratorMeters',
      ...withMeters,
      summary: 'Associate meters with a concentrator, all of them or none',
      event: 'devices.ConcentratorMetersAssociated',
      icon: 'move',
    },
    dissociate: {
      command: 'DissociateMeters',
      call: 'dissociateConcentratorMeters',
      ...withMeters,
      summary: 'Take meters from a concentrator, all of them or none',
      event: 'devices.ConcentratorMetersDissociated',
      icon: 'undo',
      isOffered: ({ meterCount }) => meterCount > 0,
    },
  },
)
export const { associateConcentratorMeters, dissociateConcentratorMeters } = concentratorCommands.calls
export type ConcentratorCommand = GivenTo<typeof concentratorCommands>
