import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { importEndpoints } from '../shared/import.ts'
import { AccountNo, LocalDate, MeterNumber } from '../shared/values.ts'
import { AccountForm } from './account.ts'
import { openAccount } from './account-lifecycle.ts'

const { waterUse, businessMode, payChannel, meterType, priceScheme, customerTypeId } = AccountForm.shape
const { purchaseLimit, arrearsClosingThreshold, balanceThreshold, remarks } = AccountForm.shape
const { customerName, telephone, idType, idNumber, address, email } = AccountForm.shape

/** One row of a spreadsheet of accounts. The holders of a batch are individuals with domestic use, and their meters are of one type. */
export const AccountSheetRow = z.object({
  /** Empty where the utility counts its numbers up. */
  accountNo: AccountNo.optional(),
  customerName,
  telephone,
  address,
  meterNo: MeterNumber.optional(),
  /** Day of an account that was opened before, from which its use counts; now when absent. */
  openedOn: LocalDate.optional(),
  idType,
  idNumber,
  email,
  waterUse,
  meterType,
  customerTypeId,
  businessMode,
  payChannel,
  priceScheme,
  purchaseLimit,
  arrearsClosingThreshold,
  balanceThreshold,
  remarks,
})
export type AccountSheetRow = z.output<typeof AccountSheetRow>

/** Rows of one spreadsheet of accounts. */
export const accountRowsMax = 10_000

export const { importTemplate: importAccountsTemplate, importData: importAccounts } = importEndpoints({
  path: '/prod-api/business/customer',
  permission: 'customers:account:import',
  noun: 'account',
})

const openedMax = 200

/** Accounts of one form: all of them are opened, or none where one is refused. */
export const openAccounts = endpoint({
  method: 'POST',
  path: '/prod-api/business/customer/batch',
  permission: 'customers:account:import',
  summary: 'Open several accounts of individuals with meters of one type; the answer names the refused rows',
  request: z.object({ accounts: z.array(openAccount.request).min(1).max(openedMax) }),
  response: z.object({
    opened: z.int(),
    refused: z.array(z.object({ row: z.int(), code: z.string(), details: z.record(z.string(), z.union([z.string(), z.number()])) })),
    position: z.int(),
  }),
})
