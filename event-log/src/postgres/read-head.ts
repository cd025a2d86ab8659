import type { Pool } from 'pg'

export const readHead = async (pool: Pool): Promise<number> => {
  const { rows } = await pool.query<{ position: string }>({ name: 'log-head', text: 'select position::text from log.head' })
  const head = rows[0]
  if (!head) throw new Error('the table log.head is empty: the log was not migrated, or its head was deleted')
  return Number(head.position)
}
