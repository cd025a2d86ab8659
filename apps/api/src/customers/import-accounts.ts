import { createHash } from 'node:crypto'
import { calendarOf, dayOfDate } from '@nightflow/domain/shared/local-time'
import { PriceSchemeStatus } from '@nightflow/schemas/billing/price-scheme'
import { AccountForm, accountDictionaries } from '@nightflow/schemas/customers/account'
import { AccountSheetRow, accountRowsMax, importAccounts, importAccountsTemplate } from '@nightflow/schemas/customers/import-accounts'
import type { ImportMode } from '@nightflow/schemas/shared/import'
import { InUse } from '@nightflow/schemas/shared/lists'
import { isRejection, type Rejection } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'
import { giveNew, ownerOfNew } from '../http/owners.ts'
import type { RequestContext } from '../http/request-context.ts'
import { tenantOfCaller } from '../http/tenant-of-caller.ts'
import type { CheckedRow } from '../resource/check-import.ts'
import { type Choice, choosing } from '../resource/choices.ts'
import type { JobOfImport } from '../resource/import-job.ts'
import { importRoutes } from '../resource/import-routes.ts'
import { accountTenantOf } from './change-account.ts'
import { holdMeters } from './hold-meters.ts'
import type { Opened, Opening } from './open-account.ts'
import { openEach, positionOf, refuseBatch } from './open-batch.ts'

type Row = CheckedRow<AccountSheetRow>

const lookedUpAtOnce = 8

/** Customer types that a sheet may name. */
const typesMax = 1_000

const customerTypesOf = (context: RequestContext): Promise<Choice<number>[]> =>
  context.read(async (database) => {
    const { rows } = await database.query<{ value: number; label: string }>(
      `select customer_type_id::float8 as value, customer_type_name as label from platform.customer_types where status = '${InUse.enum.enabled}'
       order by customer_type_name limit ${typesMax}`,
    )
    return rows.map((row) => ({ ...row, names: [] }))
  })

/** Published price schemes that the template offers. */
const schemesMax = 1_000
const priceSchemesOf = (context: RequestContext): Promise<Choice<string>[]> =>
  context.read(async (database) => {
    const { rows } = await database.query<{ value: string; label: string }>(
      `select price_scheme_name as value, price_scheme_name as label from views.price_schemes where status = '${PriceSchemeStatus.enum.published}' and not is_removed
       order by price_scheme_name limit ${schemesMax}`,
    )
    return rows.map((row) => ({ ...row, names: [] }))
  })

/** An exported list has the time of day beside the day. */
const dayAlone = (text: string): string => /^(\d{4}-\d{2}-\d{2}) \d/.exec(text)?.[1] ?? text

const prepare = async (context: RequestContext, { mode, job }: { mode: ImportMode; job: JobOfImport | undefined }) => {
  const tenant = await accountTenantOf(context)
  const { startOf } = calendarOf((await tenantOfCaller(context)).timeZone)
  const openingOf = (row: Row): Opening => openingAt(row, startOf)
  const recent = mode === 'preview' ? new Map() : await holdMeters(context, 'all')
  const written = job?.isResumed ? writtenBy(job, context) : async () => new Map<Row, Opened>()
  let before: ReadonlyMap<Row, Opened> = new Map()
  return {
    reading: { customerTypeId: choosing(await customerTypesOf(context)), openedOn: dayAlone },
    refuseEach: async (database: PoolClient, rows: readonly Row[]) => {
      before = await written(rows)
      const others = rows.filter((row) => !before.has(row))
      return refusalsOf(others, await refuseBatch(database, others.map(openingOf), tenant, recent))
    },
    append: async (rows: readonly Row[], onRow: () => void) => {
      const written = rows.flatMap((row) => before.get(row)?.response.accountNo ?? [])
      const owner = await ownerOfNew(noOwner, context)
      // The process may have stopped between the account and its owner.
      if (!isRejection(owner)) await giveNew('account', written, owner, context)
      const others = rows.filter((row) => !before.has(row))
      const ids = job && others.map((row) => eventIdOf(job, row))
      const answers = await openEach(others.map(openingOf), tenant, context, { ids, onRow })
      return { refusals: refusalsOf(others, answers), position: Math.max(positionOf(answers), positionOf([...before.values()])) }
    },
  }
}

/** The event that opens the account of a row has the same identifier whenever the job is at it. */
const eventIdOf = ({ id }: JobOfImport, { number }: Row): string => {
  const digest = createHash('sha256').update(`${id}/${number}`).digest('hex')
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`
}

/** Rows that the job had written before it was cut off. */
const writtenBy =
  (job: JobOfImport, { log }: RequestContext) =>
  async (rows: readonly Row[]): Promise<ReadonlyMap<Row, Opened>> => {
    const found = new Map<Row, Opened>()
    const waiting = rows.values()
    const look = async (): Promise<void> => {
      for (const row of waiting) {
        const event = await log.findEvent(eventIdOf(job, row))
        if (event)
          found.set(row, { position: event.position, response: { accountNo: String(event.data.accountNo), position: event.position } })
      }
    }
    await Promise.all(Array.from({ length: lookedUpAtOnce }, look))
    return found
  }

/** A sheet names none: the accounts belong to the owner of what the person makes. */
const noOwner = { deptId: null, regionId: null }

const openingAt = ({ values: { accountNo, meterNo, openedOn, ...values } }: Row, startOf: (day: number) => number): Opening => ({
  ...AccountForm.parse(values),
  accountNo,
  meterNo,
  ...(openedOn !== undefined && { openedAt: new Date(startOf(dayOfDate(openedOn))).toISOString() }),
  ...noOwner,
})

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
    choices: async (context) => ({ customerTypeId: await customerTypesOf(context), priceScheme: await priceSchemesOf(context) }),
    rowsMax: accountRowsMax,
    prepare,
    columns: {
      'account-already-exists': 'accountNo',
      'account-no-missing': 'accountNo',
      'account-no-generated': 'accountNo',
      'meter-not-registered': 'meterNo',
      'meter-has-account': 'meterNo',
      'meter-twice-in-sheet': 'meterNo',
      'opening-in-future': 'openedOn',
      'mobile-not-11-digits': 'telephone',
      'telephone-not-of-country': 'telephone',
      'identity-number-not-18': 'idNumber',
      'price-scheme-unknown': 'priceScheme',
      'price-scheme-not-published': 'priceScheme',
      'price-scheme-retired': 'priceScheme',
      'batch-domestic-only': 'waterUse',
      'batch-one-meter-type': 'meterType',
    },
  },
)
