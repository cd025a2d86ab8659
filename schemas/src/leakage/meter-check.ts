import { z } from 'zod'
import { text } from '../shared/text.ts'
import { MeterNumber, PartitionId } from '../shared/values.ts'
import { MemberDays } from './partition.ts'

/** Role of a meter at the metering point. */
export const MeterRole = z.enum(['summary', 'sub'])

/**
 * Whether a meter can be associated with a metering point. `problem` is the code of the refusal that associating it would answer, null where it
 * can be associated. `isHere`: it already is, so nothing would change. `elsewhere` names the points of other cascades it belongs to: its volume would
 * count there and here.
 */
export const MeterFit = z.object({
  number: z.string(),
  name: z.string().nullable(),
  address: z.string().nullable(),
  problem: z
    .enum([
      'meter-not-registered',
      'meter-zone-differs',
      'meter-already-in-partition',
      'membership-overlaps',
      'meter-in-other-cascade',
      'meter-without-account',
    ])
    .nullable(),
  details: z.record(z.string(), z.string()),
  isHere: z.boolean(),
  /** The account that the meter serves; null where it is not opened. */
  accountNo: z.string().nullable(),
  elsewhere: z.array(z.object({ id: PartitionId, name: z.string(), role: MeterRole })),
})
export type MeterFit = z.infer<typeof MeterFit>

/** Days of the membership as they will be commanded. */
export const CheckMeters = z.object({
  id: PartitionId,
  numbers: z.array(MeterNumber).min(1).max(1000),
  role: MeterRole,
  /** Meters without an account do not fit. */
  onlyOpened: z.boolean().default(false),
  ...MemberDays.shape,
})

export const FindMeterCandidates = z.object({ id: PartitionId, search: text(64).min(1), role: MeterRole })
