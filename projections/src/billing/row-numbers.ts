import type { PoolClient } from 'pg'

type Named<Id extends string> = { accountNo: string } & Record<Id, string>

/**
 * The two names of a row of an account's money: the number that lists and addresses know it by, and the identifier that the caller chose, by which
 * a repeated request is recognised. `table`, `number` and `identifier` are those of a declaration, never of a request.
 */
export const rowNumbers = <Id extends string>(names: { table: string; number: string; identifier: Id; column: string }) => {
  const { table, number, identifier, column } = names
  return {
    /** The number of the row that a caller's identifier names. */
    numberOf: async (database: PoolClient, accountNo: string, id: string): Promise<number | undefined> => {
      const { rows } = await database.query<{ number: number }>(
        `select ${number}::float8 as number from views.${table} where account_no = $1 and ${column} = $2`,
        [accountNo, id],
      )
      return rows[0]?.number
    },
    /** Account and identifier of the row with this number. */
    namedBy: async (database: PoolClient, rowNumber: number): Promise<Named<Id> | undefined> => {
      const { rows } = await database.query<Named<Id>>(
        `select account_no as "accountNo", ${column} as "${identifier}" from views.${table} where ${number} = $1`,
        [rowNumber],
      )
      return rows[0]
    },
  }
}
