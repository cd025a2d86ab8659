import { z } from 'zod'
import { AccountStatus } from '../shared/account-status.ts'
import { DatedScheme } from '../shared/assigned-scheme.ts'
import { formatText } from '../shared/format-texts.ts'
import { ownerFilter, ownerOfRow } from '../shared/owner.ts'
import { PersonId, personal, personalInput } from '../shared/personal.ts'
import { lines, text } from '../shared/text.ts'
import { typedNumber } from '../shared/typed-number.ts'
import { Instant, MeterNumber } from '../shared/values.ts'

/** A statistical account counts water without a payer. */
export const NatureOfUse = z.enum({ individual: '0', enterprise: '1', statistical: '2' })
export const WaterUse = z.enum({ domestic: '0', commercial: '1', industrial: '2', publicInstitution: '3', other: '4' })
export const BusinessMode = z.enum({ postpaid: '0', prepaid: '1' })
export const PayChannel = z.enum({ mobileWallet1: '0', mobileWallet2: '1', bankCard: '2', cash: '3' })
/** The number of an identity card has 18 digits. */
export const IdType = z.enum({ identityCard: '0', otherDocument: '1' })

/** The dictionaries that say what is called how. */
export const accountDictionaries = {
  status: 'account_status',
  natureOfUse: 'nature_of_use',
  waterUse: 'water_use',
  businessMode: 'business_mode',
  payChannel: 'pay_channel',
  idType: 'id_type',
} as const

const Name = text(20).min(2)
const Telephone = text(20).min(1)
const IdentityNumber = text(30).min(1)
const Address = text(200).min(1)
const CompanyName = text(100).min(1)
const CreditCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[0-9A-Z]{18}$/, formatText('credit-code'))
const CustomerTypeId = z.int().positive().max(Number.MAX_SAFE_INTEGER)
const amountMax = 999_999
const minorPerUnit = 100

/** Doubles carry two decimals of a million exactly enough: what is left of the third is noise. */
export const minorOf = (amount: number): number => Number((amount * minorPerUnit).toFixed(6))
export const amountOf = (minor: number): number => minor / minorPerUnit

/** Money of the tenant's currency as people type it. */
const Amount = z
  .number()
  .min(0)
  .max(amountMax)
  .refine((amount) => Number.isInteger(minorOf(amount)), formatText('amount'))
const AmountMinor = z
  .int()
  .min(0)
  .max(amountMax * minorPerUnit)

/** The holder of the account, the enterprise of the holder, and the person who signed for the holder. */
export const holderForm = {
  customerName: personalInput(Name, 'name'),
  /** A mobile number of 11 digits in China, a possible number of the tenant's country elsewhere. */
  telephone: personalInput(Telephone, 'telephone'),
  idType: IdType.default(IdType.enum.identityCard),
  idNumber: personalInput(IdentityNumber, 'identityNumber').optional(),
  address: personalInput(Address, 'address'),
  email: personalInput(z.email().max(100), 'email').optional(),
  companyName: CompanyName.optional(),
  creditCode: CreditCode.optional(),
  legalRepresentative: personalInput(Name, 'name').optional(),
  agentName: personalInput(Name, 'name').optional(),
  agentTelephone: personalInput(Telephone, 'telephone').optional(),
  agentIdNumber: personalInput(IdentityNumber, 'identityNumber').optional(),
}

/** How the account's water is counted, billed and paid. */
export const settingsForm = {
  natureOfUse: NatureOfUse.default(NatureOfUse.enum.individual),
  customerTypeId: CustomerTypeId.optional(),
  waterUse: WaterUse.default(WaterUse.enum.domestic),
  businessMode: BusinessMode.default(BusinessMode.enum.postpaid),
  meterType: text(50).optional(),
  countsVolume: z.boolean().default(true),
  isBilled: z.boolean().default(true),
  priceScheme: text(64).optional(),
  payChannel: PayChannel.default(PayChannel.enum.cash),
  /** The most that is sold at once. */
  purchaseLimit: Amount.optional(),
  /** Arrears above this close the valve. */
  arrearsClosingThreshold: Amount.optional(),
  /** The customer gets a message when the balance falls below this. */
  balanceThreshold: Amount.optional(),
  remarks: lines(100).optional(),
}

export const AccountForm = z.object({ ...holderForm, ...settingsForm })
export type AccountForm = z.output<typeof AccountForm>

/** Persons in an account's events. */
export const Holder = z.object({
  personId: PersonId,
  name: personal(Name, 'name'),
  telephone: personal(Telephone, 'telephone'),
  idType: IdType,
  identityNumber: personal(IdentityNumber, 'identityNumber'),
  address: personal(Address, 'address'),
  email: personal(text(100), 'email'),
})
export type Holder = z.output<typeof Holder>

/** The legal representative is a person beside the holder, and is erased by itself. */
export const Enterprise = z.object({
  companyName: CompanyName,
  creditCode: CreditCode,
  personId: PersonId,
  legalRepresentative: personal(Name, 'name'),
})
export type Enterprise = z.output<typeof Enterprise>

/** The person who acted for the holder at the counter. */
export const AccountAgent = z.object({
  personId: PersonId,
  name: personal(Name, 'name'),
  telephone: personal(Telephone, 'telephone'),
  identityNumber: personal(IdentityNumber, 'identityNumber'),
})
export type AccountAgent = z.output<typeof AccountAgent>

/** All of it, as events state it: what is left out is not stated any more. */
export const BillingSettings = z.object({
  natureOfUse: NatureOfUse,
  customerTypeId: CustomerTypeId.nullable(),
  waterUse: WaterUse,
  businessMode: BusinessMode,
  meterType: text(50).nullable(),
  countsVolume: z.boolean(),
  isBilled: z.boolean(),
  priceScheme: text(64).nullable(),
  payChannel: PayChannel,
  purchaseLimitMinor: AmountMinor.nullable(),
  arrearsClosingThresholdMinor: AmountMinor.nullable(),
  balanceThresholdMinor: AmountMinor.nullable(),
  remarks: lines(100).nullable(),
})
export type BillingSettings = z.output<typeof BillingSettings>

/** An account in the list. Personal values are null once the person is erased. */
export const AccountRow = z.object({
  accountNo: z.string(),
  customerName: z.string().nullable(),
  status: AccountStatus,
  telephone: z.string().nullable(),
  address: z.string().nullable(),
  customerTypeId: z.int().nullable(),
  natureOfUse: NatureOfUse,
  waterUse: WaterUse,
  businessMode: BusinessMode,
  meterNo: z.string().nullable(),
  meterType: z.string().nullable(),
  companyName: z.string().nullable(),
  payChannel: PayChannel,
  priceScheme: z.string().nullable(),
  isBilled: z.boolean(),
  countsVolume: z.boolean(),
  openedAt: Instant,
  remarks: z.string().nullable(),
  ...ownerOfRow,
})
export type AccountRow = z.infer<typeof AccountRow>

/** The whole account: what the form of a change begins with, and what the account page shows. */
export const AccountDetail = AccountRow.extend({
  idType: IdType,
  idNumber: z.string().nullable(),
  email: z.string().nullable(),
  creditCode: z.string().nullable(),
  legalRepresentative: z.string().nullable(),
  agentName: z.string().nullable(),
  agentTelephone: z.string().nullable(),
  agentIdNumber: z.string().nullable(),
  purchaseLimit: z.number().nullable(),
  arrearsClosingThreshold: z.number().nullable(),
  balanceThreshold: z.number().nullable(),
  /** The price schemes that the account had, has and will have, by their first day. */
  priceSchemes: z.array(DatedScheme),
  /** The meters that the account had and has, oldest first; `to` is null for the present one. */
  meters: z.array(z.object({ meterNo: MeterNumber, from: Instant, to: Instant.nullable() })),
})
export type AccountDetail = z.infer<typeof AccountDetail>

/** Filters of a list of accounts. `search` covers number, name, telephone, address and meter. */
export const accountFilter = {
  search: text(64).optional(),
  status: AccountStatus.optional(),
  customerTypeId: typedNumber().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
  natureOfUse: NatureOfUse.optional(),
  waterUse: WaterUse.optional(),
  accountNo: text(32).optional(),
  customerName: text(20).optional(),
  telephone: text(20).optional(),
  address: text(100).optional(),
  meterNo: text(64).optional(),
  ...ownerFilter,
}
