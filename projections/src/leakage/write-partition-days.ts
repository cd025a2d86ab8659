import type { ClientBase } from 'pg'
import type { Shard } from '../projector/shard.ts'
import { CopyBuffer, copyRows, upsertRows } from '../storage/copy-rows.ts'
import { ensurePartitions } from '../storage/day-partitions.ts'
import { longSpanDays } from '../storage/day-spans.ts'
import { MarkMoves, markOf } from './day-marks.ts'
import { isEmpty, type PartitionSums, sharedOf } from './partition-sums.ts'

/** Columns of a row as the projection writes it. */
const rowColumns = [
  ['tenant', 'text'],
  ['partition_key', 'int8'],
  ['day', 'date'],
  ['shard', 'int2'],
  ['supply_sums', 'int8[]'],
  ['supply_known', 'int4[]'],
  ['supply_day', 'int8'],
  ['supply_day_known', 'int4'],
  ['supply_stated', 'int4'],
  ['supply_stated_day', 'int8'],
  ['supply_shared', 'int4[]'],
  ['consumption_sums', 'int8[]'],
  ['consumption_known', 'int4[]'],
  ['consumption_day', 'int8'],
  ['consumption_day_known', 'int4'],
  ['consumption_stated', 'int4'],
  ['consumption_stated_day', 'int8'],
  ['consumption_shared', 'int4[]'],
] as const

/** Stores days of points whose sums moved, with their marks. A day of which nothing is known any more has no row. */
export const writePartitionDays = async (client: ClientBase, shard: Shard, changed: ReadonlySet<PartitionSums>): Promise<void> => {
  const fresh = new CopyBuffer(rowColumns)
  const kept = new CopyBuffer(rowColumns)
  const gone: PartitionSums[] = []
  const marks = new MarkMoves()
  for (const sums of changed) {
    const isGone = isEmpty(sums)
    const mark = isGone ? 0 : markOf(sums)
    marks.move(sums, mark - sums.mark)
    sums.mark = mark
    if (isGone) {
      if (sums.isStored) gone.push(sums)
      sums.isStored = false
      continue
    }
    const { supply, consumption } = sums
    const target = sums.isStored ? kept : fresh
    target.add(
      sums.tenant,
      sums.partitionKey,
      sums.day,
      shard.index,
      supply.sums,
      supply.known,
      supply.day,
      supply.dayKnown,
      supply.stated,
      supply.statedDay,
      sharedOf(supply),
      consumption.sums,
      consumption.known,
      consumption.day,
      consumption.dayKnown,
      consumption.stated,
      consumption.statedDay,
      sharedOf(consumption),
    )
    sums.isStored = true
  }
  const days = [...changed].map(({ day }) => day)
  await ensurePartitions(client, 'partition_days', days, longSpanDays)
  await copyRows(client, 'partition_days', fresh)
  await upsertRows(client, 'partition_days', ['partition_key', 'day', 'shard'], kept)
  await marks.write(client, shard)
  if (gone.length > 0)
    // The join says which rows. The two conditions after it say nothing new, but a columnstore decompresses by conditions on columns
    // alone: without them it would decompress every row of every chunk for each delete.
    await client.query(
      `delete from partition_days using unnest($1::bigint[], $2::int[]) as gone (key, gone_day)
         where partition_key = key and day = date '1970-01-01' + gone_day
           and partition_key = any ($1) and day between date '1970-01-01' + $3::int and date '1970-01-01' + $4::int and shard = $5`,
      [
        gone.map(({ partitionKey }) => partitionKey),
        gone.map(({ day }) => day),
        gone.reduce((first, { day }) => Math.min(first, day), Number.MAX_SAFE_INTEGER),
        gone.reduce((last, { day }) => Math.max(last, day), Number.MIN_SAFE_INTEGER),
        shard.index,
      ],
    )
}
