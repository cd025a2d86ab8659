import { z } from 'zod'
import { Actor } from '../shared/actors.ts'
import { endpoint } from '../shared/endpoint.ts'
import { boundedTotal, fromEnd } from '../shared/list-page.ts'
import { createdWithin, paging, wording } from '../shared/lists.ts'
import { text } from '../shared/text.ts'
import { Instant, MeterNumber } from '../shared/values.ts'
import { MeterState } from './meter-life.ts'
import { ReplaceMeter } from './replace-meter.ts'

export const MeterReplacementRow = z.object({
  /** The meter that left. */
  number: MeterNumber,
  replacedBy: MeterNumber,
  meterTypeName: z.string().nullable(),
  newMeterTypeName: z.string().nullable(),
  address: z.string().nullable(),
  accountNo: z.string().nullable(),
  /** Null for a reader who may not see customers. */
  customerName: z.string().nullable(),
  replacedAt: Instant,
  finalLitres: z.number(),
  initialLitres: z.number(),
  /** The last reading of the meter that left, up to the replacement. */
  lastReadAt: Instant.nullable(),
  lastRegisterLitres: z.number().nullable(),
  reason: z.string().nullable(),
  recordedBy: Actor,
  recordedAt: Instant,
})
export type MeterReplacementRow = z.infer<typeof MeterReplacementRow>

export const meterReplacementFilter = {
  /** Either meter, or the address. */
  search: text(64).optional(),
  reason: text(64).optional(),
}

const path = '/prod-api/business/meterReplacement'
const filter = { ...meterReplacementFilter, ...createdWithin }

export const listMeterReplacements = endpoint({
  method: 'GET',
  path: `${path}/list`,
  permission: 'devices:meter:read',
  summary: 'A page of meter replacements, newest first; the span of days is that of the replacement',
  envelope: 'rows',
  sorts: ['replacedAt', 'number', 'replacedBy', 'recordedAt'],
  request: z.object({ ...filter, ...paging, ...fromEnd }),
  response: z.object({ rows: z.array(MeterReplacementRow), ...boundedTotal }),
})

export const exportMeterReplacements = endpoint({
  method: 'POST',
  path: `${path}/export`,
  permission: 'devices:meter:read',
  summary: 'All meter replacements that the filter leaves, as a spreadsheet',
  envelope: 'file',
  request: z.object({ ...filter, orderByColumn: paging.orderByColumn, isAsc: paging.isAsc, ...wording }),
  response: z.object({}),
})

/** The state before a replacement. */
export const findReplacementMeters = endpoint({
  method: 'GET',
  path: `${path}/meters`,
  permission: 'devices:meter:read',
  summary: 'What is known of both meters before a replacement: state, last read time and recent reading',
  request: z.object({ number: text(64).default(''), replacedBy: text(64).default('') }),
  response: z.object({
    old: z
      .object({
        number: MeterNumber,
        state: MeterState,
        timeZone: z.string(),
        address: z.string().nullable(),
        lastReadAt: Instant.nullable(),
        lastRegisterLitres: z.number().nullable(),
        isReplaced: z.boolean(),
      })
      .nullable(),
    new: z.object({ number: MeterNumber, state: MeterState }).nullable(),
  }),
})

export const addMeterReplacement = endpoint({
  method: 'POST',
  path,
  permission: 'devices:meter:replace',
  summary: 'Replace a meter; the new one is taken from storage, or registered at the old one’s place where it is not known',
  request: ReplaceMeter.omit({ type: true, reason: true }).extend({
    /** The type of a new meter that is not registered yet; otherwise without effect. */
    meterTypeId: z.int().positive().optional(),
    reason: text(200).min(1),
  }),
  response: z.object({ position: z.int(), isRegistered: z.boolean() }),
})
