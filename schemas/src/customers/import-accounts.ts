import { z } from 'zod'
import { importEndpoints } from '../shared/import.ts'
import { MeterNumber } from '../shared/values.ts'
import { AccountForm, AccountNo } from './account.ts'

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
