import { platform, type Queryable, rowsOf } from '../storage/platform-tables.ts'

/** The mark of a person that an alarm was seen. A mark is the person's own: other people's bells still ring. */
export const markViewed = async (database: Queryable, { tenant, userId, alarmId }: { tenant: string; userId: number; alarmId: number }) => {
  await rowsOf(
    database,
    platform
      .insertInto('platform.alarm_marks')
      .values({ tenant, user_id: userId, alarm_id: alarmId, viewed_at: new Date() })
      .onConflict((conflict) => conflict.columns(['user_id', 'alarm_id']).doUpdateSet({ viewed_at: new Date() })),
  )
}

type Alarms = { tenant: string; userId: number; alarmIds: readonly number[] }

const markAll =
  (field: 'viewed_at' | 'cleared_at') =>
  async (database: Queryable, { tenant, userId, alarmIds }: Alarms) => {
    if (alarmIds.length === 0) return
    await rowsOf(
      database,
      platform
        .insertInto('platform.alarm_marks')
        .values(alarmIds.map((alarmId) => ({ tenant, user_id: userId, alarm_id: alarmId, [field]: new Date() })))
        .onConflict((conflict) => conflict.columns(['user_id', 'alarm_id']).doUpdateSet({ [field]: new Date() })),
    )
  }

/** Takes alarms out of a person's bell. */
export const markCleared = markAll('cleared_at')
/** Leaves them in the bell, as read. */
export const markAllViewed = markAll('viewed_at')
