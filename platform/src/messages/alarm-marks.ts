import { platform, type Queryable, rowsOf } from '../storage/platform-tables.ts'

/** What a person has seen of an alarm. A mark is the person's own: other people's bells still ring. */
export const markViewed = async (database: Queryable, { tenant, userId, alarmId }: { tenant: string; userId: number; alarmId: number }) => {
  await rowsOf(
    database,
    platform
      .insertInto('platform.alarm_marks')
      .values({ tenant, user_id: userId, alarm_id: alarmId, viewed_at: new Date() })
      .onConflict((conflict) => conflict.columns(['user_id', 'alarm_id']).doUpdateSet({ viewed_at: new Date() })),
  )
}

/** Takes alarms out of a person's bell. */
export const markCleared = async (
  database: Queryable,
  { tenant, userId, alarmIds }: { tenant: string; userId: number; alarmIds: readonly number[] },
) => {
  if (alarmIds.length === 0) return
  await rowsOf(
    database,
    platform
      .insertInto('platform.alarm_marks')
      .values(alarmIds.map((alarmId) => ({ tenant, user_id: userId, alarm_id: alarmId, cleared_at: new Date() })))
      .onConflict((conflict) => conflict.columns(['user_id', 'alarm_id']).doUpdateSet({ cleared_at: new Date() })),
  )
}
