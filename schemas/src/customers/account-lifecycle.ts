import { z } from 'zod'
import { AccountStatus } from '../shared/account-status.ts'
import { endpoint } from '../shared/endpoint.ts'
import type { NamedCommand } from '../shared/named-command.ts'
import { assignOwner, ownerFields } from '../shared/owner.ts'
import { RegisterLitres, registerLitresMax } from '../shared/quantity.ts'
import { lines, text } from '../shared/text.ts'
import { AccountNo, Instant, LocalDate, MeterNumber } from '../shared/values.ts'
import { AccountAgent, AccountForm, type AccountRow, BillingSettings, Enterprise, Holder, holderForm } from './account.ts'

const reason = lines(200).min(1)
const about = { accountNo: AccountNo }
/** Register of the meter when its account ended or was transferred. */
const Closing = z.object({ meterNo: MeterNumber, registerLitres: RegisterLitres })
const closingLitres = RegisterLitres.optional()
/** The local day from which it counts, in the period that is neither billed nor closed; today where it is left out. */
const effectiveOn = LocalDate.optional()
/** When it was recorded, where that is not the instant from which it counts. */
const recordedAt = Instant.optional()
/** Holders of one account, one after the other, from 1 on. */
const contractNo = z.int().min(2).max(1_000).optional()

export const OpenAccount = z.object({
  type: z.literal('OpenAccount'),
  ...about,
  ...AccountForm.shape,
  /** The number was counted up, so that the next one follows it. */
  isGenerated: z.boolean(),
  meterNo: MeterNumber.optional(),
  /** Now when absent; an account that was opened on paper has an earlier time. */
  openedAt: Instant.optional(),
  /** The valve of the meter is closed with the opening, by the setting of the tenant. */
  valveStaysClosed: z.boolean().optional(),
})
export type OpenAccount = z.infer<typeof OpenAccount>

/** Details and settings as they are from now on: what is left out is no longer stated. */
export const ChangeAccount = z.object({ type: z.literal('ChangeAccount'), ...about, ...AccountForm.shape, reason })
export type ChangeAccount = z.infer<typeof ChangeAccount>
export const FreezeAccount = z.object({ type: z.literal('FreezeAccount'), ...about, effectiveOn, closingLitres, reason })
export type FreezeAccount = z.infer<typeof FreezeAccount>
export const UnfreezeAccount = z.object({ type: z.literal('UnfreezeAccount'), ...about, reason })
export type UnfreezeAccount = z.infer<typeof UnfreezeAccount>
export const TransferAccount = z.object({
  type: z.literal('TransferAccount'),
  ...about,
  ...holderForm,
  effectiveOn,
  closingLitres,
  /** The holder's debt stays with the holder's contract. */
  leavesDebt: z.boolean().optional(),
  reason,
})
export type TransferAccount = z.infer<typeof TransferAccount>
export const CancelAccount = z.object({ type: z.literal('CancelAccount'), ...about, effectiveOn, closingLitres, reason })
export type CancelAccount = z.infer<typeof CancelAccount>
export const LinkMeter = z.object({ type: z.literal('LinkMeter'), ...about, meterNo: MeterNumber, reason })
export type LinkMeter = z.infer<typeof LinkMeter>
export const UnlinkMeter = z.object({ type: z.literal('UnlinkMeter'), ...about, closingLitres, reason })
export type UnlinkMeter = z.infer<typeof UnlinkMeter>

/** Another price scheme from the local midnight of a day on; what was assigned for a later day stays. */
export const AssignPriceScheme = z.object({
  type: z.literal('AssignPriceScheme'),
  ...about,
  priceScheme: text(64).min(1),
  effectiveFrom: LocalDate,
  reason,
})
export type AssignPriceScheme = z.infer<typeof AssignPriceScheme>

/** The meter at the account's place was replaced. A command of a policy. */
export const FollowReplacement = z.object({
  type: z.literal('FollowReplacement'),
  ...about,
  meterNo: MeterNumber,
  replacedBy: MeterNumber,
  replacedAt: Instant,
  finalLitres: RegisterLitres,
})
export type FollowReplacement = z.infer<typeof FollowReplacement>

const parties = { holder: Holder, enterprise: Enterprise.nullable(), agent: AccountAgent.nullable() }

/** The events of an account's stream; `events.ts` has those of all. */
export const accountEventTypes = {
  'customers.AccountOpened': {
    version: 1,
    data: z.object({ ...about, ...parties, settings: BillingSettings, isGenerated: z.boolean(), openedAt: Instant }),
  },
  'customers.AccountDetailsChanged': { version: 1, data: z.object({ ...about, ...parties, reason, changedAt: Instant }) },
  'customers.BillingSettingsChanged': {
    version: 1,
    data: z.object({ ...about, settings: BillingSettings, reason, changedAt: Instant }),
  },
  'customers.PriceSchemeAssigned': {
    version: 1,
    data: z.object({
      ...about,
      /** Null where the account has none any more. */
      priceScheme: text(64).nullable(),
      /** A local day of the tenant. */
      effectiveFrom: LocalDate,
      reason,
      assignedAt: Instant,
    }),
  },
  'customers.AccountFrozen': {
    version: 1,
    data: z.object({
      ...about,
      meterNo: MeterNumber.nullable(),
      /** Register of the meter, where it was read. */
      closing: Closing.nullable().optional(),
      reason,
      frozenAt: Instant,
      recordedAt,
    }),
  },
  'customers.AccountUnfrozen': {
    version: 1,
    data: z.object({ ...about, meterNo: MeterNumber.nullable(), reason, unfrozenAt: Instant }),
  },
  'customers.AccountTransferred': {
    version: 1,
    data: z.object({
      ...about,
      ...parties,
      closing: Closing.nullable(),
      /** Of the new holder. Earlier events leave it out. */
      contractNo,
      reason,
      transferredAt: Instant,
      recordedAt,
    }),
  },
  'customers.AccountCancelled': {
    version: 1,
    data: z.object({ ...about, closing: Closing.nullable(), reason, cancelledAt: Instant, recordedAt }),
  },
  'customers.MeterLinked': {
    version: 1,
    data: z.object({
      ...about,
      meterNo: MeterNumber,
      reason: reason.nullable(),
      /** The account is opened with its valve closed. */
      valveStaysClosed: z.boolean().optional(),
      /** The account is frozen, so that the valve of this meter is closed too. */
      isFrozen: z.boolean().optional(),
      linkedAt: Instant,
    }),
  },
  'customers.MeterUnlinked': {
    version: 1,
    data: z.object({
      ...about,
      meterNo: MeterNumber,
      registerLitres: RegisterLitres.nullable(),
      /** The account is frozen, so that the valve stays closed until a person opens it. */
      wasFrozen: z.boolean(),
      /** Null where a replaced meter was followed. */
      reason: reason.nullable(),
      unlinkedAt: Instant,
    }),
  },
} as const

const path = '/prod-api/business/customer'
const Accepted = z.object({ position: z.int() })
const litresPerCubicMetre = 1000

/** A register as the dial shows it, with the three decimals of a litre. */
const Register = z
  .number()
  .min(0)
  .max(registerLitresMax / litresPerCubicMetre)
/** Present register; required where the account has a meter. */
const closingRegisterCubicMetres = Register.optional()
export const litresOf = (cubicMetres: number | undefined): number | undefined =>
  cubicMetres === undefined ? undefined : Math.round(cubicMetres * litresPerCubicMetre)

export const openAccount = endpoint({
  method: 'POST',
  path,
  permission: 'customers:account:add',
  summary: 'Open an account; its number is typed or generated, as the tenant has set',
  request: z.object({
    accountNo: AccountNo.optional(),
    ...AccountForm.shape,
    meterNo: MeterNumber.optional(),
    openedAt: Instant.optional(),
    ...ownerFields,
  }),
  response: z.object({ accountNo: z.string(), position: z.int() }),
})

export const changeAccount = endpoint({
  method: 'PUT',
  path,
  permission: 'customers:account:edit',
  summary: 'Change details and billing settings of an account; what is left out is no longer stated',
  request: ChangeAccount.omit({ type: true }),
  response: Accepted,
})

const change = (verb: string, permission: 'freeze' | 'transfer' | 'cancel' | 'link', summary: string) =>
  ({
    method: 'PUT',
    path: `${path}/:accountNo/${verb}`,
    permission: `customers:account:${permission}`,
    summary,
    response: Accepted,
  }) as const

export const assignPriceScheme = endpoint({
  method: 'PUT',
  path: `${path}/:accountNo/priceScheme`,
  permission: 'customers:account:edit',
  summary: 'Change the price scheme of an account from a day on, with the reason',
  request: AssignPriceScheme.omit({ type: true }),
  response: Accepted,
})

export const freezeAccount = endpoint({
  ...change('freeze', 'freeze', 'Freeze an account; the valve of its meter is closed'),
  request: FreezeAccount.omit({ type: true, closingLitres: true, reason: true }).extend({ closingRegisterCubicMetres, reason }),
})

export const unfreezeAccount = endpoint({
  ...change('unfreeze', 'freeze', 'Unfreeze an account; the valve of its meter is opened'),
  request: UnfreezeAccount.omit({ type: true }),
})

export const transferAccount = endpoint({
  ...change('transfer', 'transfer', 'Transfer an account to another holder, with the closing register of its meter'),
  request: TransferAccount.omit({ type: true, closingLitres: true, leavesDebt: true, reason: true }).extend({
    closingRegisterCubicMetres,
    /** Without it the transfer of an account that owes is refused with what it owes. */
    leavesDebt: z.boolean().default(false),
    reason,
  }),
})

export const cancelAccount = endpoint({
  ...change('cancel', 'cancel', 'Cancel an account for good, with the closing register of its meter'),
  request: CancelAccount.omit({ type: true, closingLitres: true, reason: true }).extend({ closingRegisterCubicMetres, reason }),
})

export const linkMeter = endpoint({
  ...change('meter', 'link', 'Give an account without a meter the meter at its place'),
  request: LinkMeter.omit({ type: true }),
})

export const unlinkMeter = endpoint({
  ...change('meter/removal', 'link', 'Take the meter from an account, with its closing register'),
  request: UnlinkMeter.omit({ type: true, closingLitres: true, reason: true }).extend({ closingRegisterCubicMetres, reason }),
})

const assignedMax = 500

/** Several accounts: an array, or numbers separated by commas. */
const accountNumbers = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(/[\s,，;；、]+/).filter((word) => word !== '') : value),
  z.array(AccountNo).min(1).max(assignedMax),
)

export const assignAccountOwner = assignOwner(`${path}/owner`, {
  permission: 'customers:account:edit',
  noun: 'accounts',
  keys: { accountNo: accountNumbers },
})

const isOpen = ({ status }: Pick<AccountRow, 'status'>): boolean => status !== AccountStatus.enum.cancelled

/** Commands on accounts, in the order of their buttons. */
export const accountCommands: readonly NamedCommand<AccountRow>[] = [
  { name: 'changePriceScheme', endpoint: assignPriceScheme, icon: 'money', isOffered: isOpen },
  { name: 'assignOwner', endpoint: assignAccountOwner, icon: 'edit', isForMany: true },
  { name: 'freeze', endpoint: freezeAccount, icon: 'lock', isOffered: ({ status }) => status === AccountStatus.enum.active },
  { name: 'unfreeze', endpoint: unfreezeAccount, icon: 'unlock', isOffered: ({ status }) => status === AccountStatus.enum.frozen },
  { name: 'linkMeter', endpoint: linkMeter, icon: 'start', isOffered: (account) => isOpen(account) && account.meterNo === null },
  { name: 'unlinkMeter', endpoint: unlinkMeter, icon: 'undo', isOffered: (account) => isOpen(account) && account.meterNo !== null },
  { name: 'transfer', endpoint: transferAccount, icon: 'move', isOffered: ({ status }) => status === AccountStatus.enum.active },
  { name: 'cancel', endpoint: cancelAccount, icon: 'cancel', isOffered: isOpen, isDanger: true },
]
