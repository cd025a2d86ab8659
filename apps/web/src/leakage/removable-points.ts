import type { removePartitions } from '@nightflow/schemas/leakage/cascade-changes'
import type { PartitionRow } from '@nightflow/schemas/leakage/night-flow'
import type { ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { isRejectionCode } from '@nightflow/schemas/shared/rejections'
import { textOfRejection } from '#api/rejection-texts.ts'

export type Refused = ResponseOf<typeof removePartitions>['refused'][number]

/** Whether a point could be removed with the chosen ones: no root, without sub-meters, and with all points below it chosen too. */
export const isRemovable = (
  { id, parentId, subMeterCount }: PartitionRow,
  rows: readonly PartitionRow[],
  chosen: readonly string[],
): boolean => parentId !== null && subMeterCount === 0 && rows.every((row) => row.parentId !== id || chosen.includes(row.id))

export const refusedText = ({ code, details }: Refused): string =>
  isRejectionCode(code) ? textOfRejection({ rejected: code, details }) : code
