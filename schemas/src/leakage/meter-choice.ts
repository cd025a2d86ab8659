import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { importEndpoints } from '../shared/import.ts'
import { listPage, pageOfList } from '../shared/list-page.ts'
import { RowId, YesNo } from '../shared/lists.ts'
import { text } from '../shared/text.ts'
import { Boundary, MeterNumber, PartitionId } from '../shared/values.ts'
import { MeterFit, MeterRole } from './meter-check.ts'
import { AssociateSubMeters, MemberDays } from './partition.ts'

/** Meters of one selection, of one command and of one spreadsheet. */
export const metersPerImportMax = 1000

/** Whether a meter has an account that is not cancelled. */
export const AccountFilter = z.enum(['opened', 'none'])
/** `free`: a member of no metering point on the days that are asked for. */
export const MembershipFilter = z.enum(['free', 'taken'])

/** A meter that can be ticked, with its place for the map. */
export const MeterChoice = MeterFit.extend({
  meterType: z.string().nullable(),
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
})
export type MeterChoice = z.infer<typeof MeterChoice>

export const ListMeterChoices = z.object({
  id: PartitionId,
  role: MeterRole,
  search: text(64).default(''),
  account: AccountFilter.optional(),
  membership: MembershipFilter.optional(),
  meterType: RowId.optional(),
  meterGroup: RowId.optional(),
  deptId: RowId.optional(),
  regionId: RowId.optional(),
  /** Meters whose place is inside the line that was drawn. */
  area: Boundary.optional(),
  /** Meters without an account do not fit. */
  onlyOpened: z.boolean().default(false),
  ...MemberDays.shape,
  ...listPage(metersPerImportMax),
})

export const listMeterChoices = endpoint({
  method: 'POST',
  path: '/api/v1/partitions/:id/meter-choices',
  permission: 'leakage:partition:manage',
  summary: 'Meters to choose from, by filters or inside a line drawn on the map, each with whether it can be associated',
  request: ListMeterChoices,
  response: z.object({ rows: z.array(MeterChoice), ...pageOfList }),
})

/** Further fields of an association of customers' meters: only opened meters, with the exceptions named one by one. */
export const openedOnly = {
  onlyOpened: z.boolean().default(false).meta({ description: 'Refuses meters without an account' }),
  bulk: z
    .array(MeterNumber)
    .max(metersPerImportMax)
    .optional()
    .meta({ description: 'Bulk meters among the numbers: they need no account' }),
}

const { from, to } = AssociateSubMeters.shape

/** One row of a spreadsheet of customers' meters. An empty cell is absent. */
export const SubMeterSheetRow = z.object({
  number: MeterNumber,
  from,
  to,
  /** A bulk meter needs no account. */
  isBulk: YesNo.default(YesNo.enum.no),
})
export type SubMeterSheetRow = z.infer<typeof SubMeterSheetRow>

export const { importTemplate: importSubMetersTemplate, importData: importSubMeters } = importEndpoints({
  path: '/prod-api/business/partitionSubMeter',
  permission: 'leakage:partition:manage',
  noun: 'sub-meter of a metering point',
})
