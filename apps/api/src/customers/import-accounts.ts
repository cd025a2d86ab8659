import { AccountForm, accountDictionaries } from '@nightflow/schemas/customers/account'
import { AccountSheetRow, accountRowsMax, importAccounts, importAccountsTemplate } from '@nightflow/schemas/customers/import-accounts'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'
import type { Asked } from '../http/asked.ts'
import type { CheckedRow } from '../resource/check-import.ts'
import { type Choice, choosing } from '../resource/choices.ts'
import { importRoutes } from '../resource/import-routes.ts'
import { type AccountTenant, accountTenantOf } from './change-account.ts'
import { numbersOf, openAs, refuseOpening } from './open-account.ts'

type Row = CheckedRow<AccountSheetRow>

/** Enough to let the log write many accounts in one go, few enough to leave room for gateways. */
const atOnce = 128

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

/** What a sheet may not say twice, and what all of its rows share. */
const rulesOfSheet = () => {
  const accounts = new Set<string>()
  const meters = new Set<string>()
  let meterType: string | undefined
  return ({ accountNo, meterNo, waterUse, ...row }: AccountSheetRow): Rejection | undefined => {
    if (waterUse !== '0') return rejected('batch-domestic-only')
    meterType ??= row.meterType ?? ''
    if ((row.meterType ?? '') !== meterType) return rejected('batch-one-meter-type')
    if (accountNo !== undefined && accounts.has(accountNo)) return rejected('account-already-exists', { accountNo })
    if (meterNo !== undefined && meters.has(meterNo)) return rejected('meter-twice-in-sheet', { number: meterNo })
    if (accountNo !== undefined) accounts.add(accountNo)
    if (meterNo !== undefined) meters.add(meterNo)
    return undefined
  }
}

const prepare = async (asked: Asked) => {
  const tenant = await accountTenantOf(asked)
  return {
    reading: { customerTypeId: choosing(await customerTypesOf(asked)) },
    refuseEach: (database: PoolClient, rows: readonly Row[]) => refuseEach(database, rows, tenant),
    append: (rows: readonly Row[]) => openEach(rows, tenant, asked),
  }
}

/** The rows that break a rule of the sheet or of an account, or name an account or a meter that is taken. */
const refuseEach = async (database: PoolClient, rows: readonly Row[], tenant: AccountTenant): Promise<Map<Row, Rejection>> => {
  const refuseInSheet = rulesOfSheet()
  const taken = await takenOf(database, rows)
  const refusals = rows.map(({ values }) => refuseInSheet(values) ?? refuseOpening(formOf(values), tenant) ?? taken(values))
  return new Map(rows.flatMap((row, nth): [Row, Rejection][] => (refusals[nth] ? [[row, refusals[nth]]] : [])))
}

const takenOf = async (database: PoolClient, rows: readonly Row[]) => {
  const numbers = rows.flatMap(({ values: { accountNo } }) => accountNo ?? [])
  const meters = rows.flatMap(({ values: { meterNo } }) => meterNo ?? [])
  const accounts = await database.query<{ account_no: string }>(
    'select account_no from views.accounts where account_no = any($1::text[])',
    [numbers],
  )
  const registered = await database.query<{ number: string; account_no: string | null }>(
    `select number, account_no from views.meters left join views.accounts on accounts.tenant = meters.tenant and meter_no = number
     where number = any($1::text[])`,
    [meters],
  )
  const isTaken = new Set(accounts.rows.map(({ account_no }) => account_no))
  const holderOf = new Map(registered.rows.map(({ number, account_no }) => [number, account_no]))
  return ({ accountNo, meterNo }: AccountSheetRow): Rejection | undefined => {
    if (accountNo !== undefined && isTaken.has(accountNo)) return rejected('account-already-exists', { accountNo })
    if (meterNo === undefined) return undefined
    const holder = holderOf.get(meterNo)
    if (holder === undefined) return rejected('meter-not-registered', { number: meterNo })
    return holder === null ? undefined : rejected('meter-has-account', { number: meterNo, accountNo: holder })
  }
}

const formOf = ({ accountNo, meterNo, ...values }: AccountSheetRow) => ({ ...AccountForm.parse(values), accountNo, meterNo })

/** Each row opens one account. Numbers that are counted up follow the order of the rows as far as they are free. */
const openEach = async (rows: readonly Row[], tenant: AccountTenant, asked: Asked) => {
  const refusals = new Map<Row, Rejection>()
  const waiting = rows.values()
  const next = await numbersOf(asked)
  let position = 0
  const openNext = async (): Promise<void> => {
    for (const row of waiting) {
      const opened = await openAs(formOf(row.values), tenant, asked, next)
      if (isRejection(opened)) refusals.set(row, opened)
      else position = Math.max(position, opened.position)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, rows.length) }, openNext))
  return { refusals, position }
}

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
