import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { importEndpoints, spreadsheetMediaType } from '../shared/import.ts'
import { Heads, RowId, YesNo } from '../shared/lists.ts'
import { RegisterLitres } from '../shared/quantity.ts'
import { lines, text } from '../shared/text.ts'
import { typedNumber } from '../shared/typed-number.ts'
import { Instant, MeterNumber } from '../shared/values.ts'
import { PreviousReading } from './manual-reading.ts'

/** The meters of a group are read together: a sheet with the previous registers, saved as one batch. */

/** Meters of one sheet and of one batch. */
export const groupReadingMax = 1000

export const GroupSheetRow = PreviousReading.extend({ number: MeterNumber, name: z.string().nullable(), address: z.string().nullable() })
export type GroupSheetRow = z.infer<typeof GroupSheetRow>

const path = '/prod-api/business/groupReading'
const permission = 'metering:manualReading:take'
/** The instant at which all of them were read; now where it is left out. */
const ofGroup = { meterGroupId: RowId, at: Instant.optional() }

export const findGroupSheet = endpoint({
  method: 'GET',
  path: `${path}/sheet/:meterGroupId`,
  permission,
  summary: `The meters of a group in the order of their numbers, ${groupReadingMax} at most, each with its previous register and the plausible one`,
  request: z.object({ ...ofGroup, limit: typedNumber().int().min(1).max(groupReadingMax).default(groupReadingMax) }),
  response: z.object({ rows: z.array(GroupSheetRow).max(groupReadingMax) }),
})

export const downloadGroupSheet = endpoint({
  method: 'POST',
  path: `${path}/sheetFile`,
  permission,
  summary: 'The same as a spreadsheet, whose column of registers is to be filled in',
  envelope: 'file',
  fileTypes: [spreadsheetMediaType],
  request: z.object({ ...ofGroup, heads: Heads.optional() }),
  response: z.object({}),
})

const note = lines(200).default('')
const Refused = z.object({ number: z.string(), reason: z.string(), message: z.string() })

export const takeGroupReadings = endpoint({
  method: 'POST',
  path,
  permission,
  summary:
    'Registers of meters of one group, read at one instant. A row that is refused holds up no other; the same batchId again has no further effect',
  request: z.object({
    batchId: z.uuid(),
    meterGroupId: RowId,
    at: Instant,
    rows: z
      .array(z.object({ number: MeterNumber, litres: RegisterLitres, note, isConfirmed: z.boolean().default(false) }))
      .min(1)
      .max(groupReadingMax),
  }),
  response: z.object({ taken: z.int(), refused: z.array(Refused).max(groupReadingMax) }),
})

/** One row of the filled sheet; a meter without a register was not read. `previousCubicMetres` is for the reader, and not imported. */
export const GroupReadingSheetRow = z.object({
  number: MeterNumber,
  place: text(300).optional(),
  previousCubicMetres: z.number().min(0).max(1e9).optional(),
  registerCubicMetres: z.number().min(0).max(1e9).optional(),
  note: note.optional(),
  /** The reader has looked again: an implausible register is taken as it is. */
  isConfirmed: YesNo.default(YesNo.enum.no),
})
export type GroupReadingSheetRow = z.infer<typeof GroupReadingSheetRow>

/** `about` names group and instant: `<meterGroupId>@<instant>`. */
export const { importTemplate: importGroupReadingsTemplate, importData: importGroupReadings } = importEndpoints({
  path,
  permission,
  noun: 'register of a meter group',
})
