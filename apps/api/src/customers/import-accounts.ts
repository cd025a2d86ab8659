import { AccountForm, accountDictionaries } from '@nightflow/schemas/customers/account'
import { AccountSheetRow, accountRowsMax, importAccounts, importAccountsTemplate } from '@nightflow/schemas/customers/import-accounts'
import { isRejection, type Rejection } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'
import type { Asked } from '../http/asked.ts'
import type { CheckedRow } from '../resource/check-import.ts'
import { type Choice, choosing } from '../resource/choices.ts'
import { importRoutes } from '../resource/import-routes.ts'
import { accountTenantOf } from './change-account.ts'
import { holdMeters } from './hold-meters.ts'
import type { Opening } from './open-account.ts'
import { openEach, positionOf, refuseBatch } from './open-batch.ts'

type Row = CheckedRow<AccountSheetRow>

/** Customer types that a sheet may name. */
const typesMax = 1_000

const customerTypesOf = (asked: Asked): Promise<Choice<number>[]> =>
  asked.read(async (database) => {
    const { rows } = await database.query<{ value: number; label: string }>(
      `select customer_type_id::float8 as value, customer_type_name as label from platform.customer_types where status = '0'
       order by customer_type_name limit ${typesMax}`,
    )
    return rows.map((row) => ({ ...row, names: [] }))
  })

const prepare = async (asked: Asked) => {
  const tenant = await accountTenantOf(asked)
  const recent = await holdMeters(asked, 'all')
  return {
    reading: { customerTypeId: choosing(await customerTypesOf(asked)) },
    refuseEach: async (database: PoolClient, rows: readonly Row[]) =>
      refusalsOf(rows, await refuseBatch(database, rows.map(openingOf), tenant, recent)),
    append: async (rows: readonly Row[]) => {
      const answers = await openEach(rows.map(openingOf), tenant, asked)
      return { refusals: refusalsOf(rows, answers), position: positionOf(answers) }
    },
  }
}

const openingOf = ({ values: { accountNo, meterNo, ...values } }: Row): Opening => ({ ...AccountForm.parse(values), accountNo, meterNo })

const refusalsOf = (rows: readonly Row[], answers: readonly unknown[]): Map<Row, Rejection> =>
  new Map(
    rows.flatMap((row, nth): [Row, Rejection][] => {
      const answer = answers[nth]
      return isRejection(answer) ? [[row, answer]] : []
    }),
  )

const { idType, waterUse, businessMode, payChannel } = accountDictionaries

/** Accounts by the spreadsheet: all rows are checked before the first account is opened. */
export const importAccountsRoutes = importRoutes(
  { importTemplate: importAccountsTemplate, importData: importAccounts },
  {
    noun: 'accounts',
    form: AccountSheetRow,
    dictionaries: { idType, waterUse, businessMode, payChannel },
    choices: async (asked) => ({ customerTypeId: await customerTypesOf(asked) }),
    rowsMax: accountRowsMax,
    prepare,
    columns: {
      'account-already-exists': 'accountNo',
      'account-no-missing': 'accountNo',
      'account-no-generated': 'accountNo',
      'meter-not-registered': 'meterNo',
      'meter-has-account': 'meterNo',
      'meter-twice-in-sheet': 'meterNo',
      'mobile-not-11-digits': 'telephone',
      'telephone-not-of-country': 'telephone',
      'identity-number-not-18': 'idNumber',
      'batch-domestic-only': 'waterUse',
      'batch-one-meter-type': 'meterType',
    },
  },
)
