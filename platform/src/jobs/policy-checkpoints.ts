import { firstRowOf, platform, type Queryable, rowsOf } from '../storage/platform-tables.ts'

/** The position up to which a policy has reacted; 0 when it never ran. */
export const loadPolicyCheckpoint = async (database: Queryable, name: string): Promise<number> => {
  const row = await firstRowOf(database, platform.selectFrom('platform.policy_checkpoints').select('position').where('name', '=', name))
  return row ? Number(row.position) : 0
}

/** Never moves back: of two processes that run the same policy the one behind does not pull the other's checkpoint down. */
export const savePolicyCheckpoint = async (database: Queryable, name: string, position: number): Promise<void> => {
  await rowsOf(
    database,
    platform
      .insertInto('platform.policy_checkpoints')
      .values({ name, position })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet({ position, saved_at: new Date() })
          .where('policy_checkpoints.position' as 'position', '<', position as never),
      ),
  )
}
