import { healthSettingsDecider } from '@nightflow/domain/metering/health-settings-decider'
import { scanMeterHealth } from '@nightflow/projections/metering/health-queries'
import { setHealthSettings } from '@nightflow/schemas/metering/health-settings'
import { type exportMeterHealth as exportEndpoint, MeterHealthRow } from '@nightflow/schemas/metering/meter-health'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { commandsOf } from '../http/commands-of.ts'
import type { RequestContext } from '../http/request-context.ts'
import { wordingOf } from '../resource/choices.ts'
import type { Export } from '../resource/export-routes.ts'

export const exportMeterHealth = async (request: RequestOf<typeof exportEndpoint>, context: RequestContext): Promise<Export> => ({
  fileName: 'meter-health.xlsx',
  wording: await wordingOf({}, request, context),
  row: MeterHealthRow,
  rows: (database) => scanMeterHealth(database, request),
})

const settings = commandsOf(healthSettingsDecider, (state) => state.settings)

export const setHealthSettingsRoute = settings(setHealthSettings, { command: (request) => ({ type: 'SetHealthSettings', ...request }) })
