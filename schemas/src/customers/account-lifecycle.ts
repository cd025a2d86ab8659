import { z } from 'zod'
import { AccountStatus } from '../shared/account-status.ts'
import { commandsOn, type GivenTo } from '../shared/commands-on.ts'
import { endpoint } from '../shared/endpoint.ts'
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
export const accountCommands = commandsOn<AccountRow>()(
  {
    entity: 'Account',
    id: 'accountNo',
    ids: { one: AccountNo, many: accountNumbers },
    path,
    address: (verb) => `${path}/:accountNo/${verb}`,
    permission: 'customers:account:link',
    key: about,
    response: Accepted,
  },
  {
    changePriceScheme: {
      // From the local midnight of a day on; what was assigned for a later day stays.
      command: 'AssignPriceScheme',
      call: 'assignPriceScheme',
      verb: 'priceScheme',
      summary: 'Change the price scheme of an account from a day on, with the reason',
      permission: 'customers:account:edit',
      typed: { priceScheme: text(64).min(1), effectiveFrom: LocalDate, reason },
      event: 'customers.PriceSchemeAssigned',
      /** Null where the account has none any more. The day is one of the tenant. */
      recorded: { priceScheme: text(64).nullable(), effectiveFrom: LocalDate, reason },
      instant: 'assignedAt',
      icon: 'money',
      isOffered: isOpen,
    },
    assignOwner: {
      endpoint: assignAccountOwner,
      ownRoute: 'The owner of an account is a column of a plain table: no event, and no stream to decide.',
      icon: 'edit',
      isForMany: true,
    },
    freeze: {
      summary: 'Freeze an account; the valve of its meter is closed',
      permission: 'customers:account:freeze',
      typed: { effectiveOn, closingRegisterCubicMetres, reason },
      given: { effectiveOn, closingLitres, reason },
      event: 'customers.AccountFrozen',
      /** The register of the meter, where it was read. */
      recorded: { meterNo: MeterNumber.nullable(), closing: Closing.nullable().optional(), reason, frozenAt: Instant, recordedAt },
      instant: 'frozenAt',
      icon: 'lock',
      isOffered: ({ status }) => status === AccountStatus.enum.active,
    },
    unfreeze: {
      summary: 'Unfreeze an account; the valve of its meter is opened',
      permission: 'customers:account:freeze',
      typed: { reason },
      event: 'customers.AccountUnfrozen',
      recorded: { meterNo: MeterNumber.nullable(), reason },
      instant: 'unfrozenAt',
      icon: 'unlock',
      isOffered: ({ status }) => status === AccountStatus.enum.frozen,
    },
    linkMeter: {
      command: 'LinkMeter',
      call: 'linkMeter',
      verb: 'meter',
      summary: 'Give an account without a meter the meter at its place',
      typed: { meterNo: MeterNumber, reason },
      event: 'customers.MeterLinked',
      recorded: {
        meterNo: MeterNumber,
        reason: reason.nullable(),
        /** The account is opened with its valve closed. */
        valveStaysClosed: z.boolean().optional(),
        /** The account is frozen, so that the valve of this meter is closed too. */
        isFrozen: z.boolean().optional(),
      },
      instant: 'linkedAt',
      icon: 'start',
      isOffered: (account) => isOpen(account) && account.meterNo === null,
    },
    unlinkMeter: {
      command: 'UnlinkMeter',
      call: 'unlinkMeter',
      verb: 'meter/removal',
      summary: 'Take the meter from an account, with its closing register',
      typed: { closingRegisterCubicMetres, reason },
      given: { closingLitres, reason },
      event: 'customers.MeterUnlinked',
      recorded: {
        meterNo: MeterNumber,
        registerLitres: RegisterLitres.nullable(),
        /** The account is frozen, so that the valve stays closed until a person opens it. */
        wasFrozen: z.boolean(),
        /** Null where a replaced meter was followed. */
        reason: reason.nullable(),
      },
      instant: 'unlinkedAt',
      icon: 'undo',
      isOffered: (account) => isOpen(account) && account.meterNo !== null,
    },
    transfer: {
      summary: 'Transfer an account to another holder, with the closing register of its meter',
      permission: 'customers:account:transfer',
      /** Without `leavesDebt` the transfer of an account that owes is refused with what it owes. */
      typed: { ...holderForm, effectiveOn, closingRegisterCubicMetres, leavesDebt: z.boolean().default(false), reason },
      /** With it the holder's debt stays with the holder's contract. */
      given: { ...holderForm, effectiveOn, closingLitres, leavesDebt: z.boolean().optional(), reason },
      event: 'customers.AccountTransferred',
      /** The contract is that of the new holder. Earlier events leave it out. */
      recorded: { ...parties, closing: Closing.nullable(), contractNo, reason, transferredAt: Instant, recordedAt },
      instant: 'transferredAt',
      icon: 'move',
      isOffered: ({ status }) => status === AccountStatus.enum.active,
    },
    cancel: {
      summary: 'Cancel an account for good, with the closing register of its meter',
      permission: 'customers:account:cancel',
      typed: { effectiveOn, closingRegisterCubicMetres, reason },
      given: { effectiveOn, closingLitres, reason },
      event: 'customers.AccountCancelled',
      recorded: { closing: Closing.nullable(), reason, cancelledAt: Instant, recordedAt },
      instant: 'cancelledAt',
      ownRoute: 'Two streams decide it: that of the money closes first, and opens again where the account refuses.',
      icon: 'cancel',
      isOffered: isOpen,
      isDanger: true,
    },
  },
)
export const { assignPriceScheme, freezeAccount, unfreezeAccount, transferAccount, cancelAccount, linkMeter, unlinkMeter } =
  accountCommands.calls

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
  ...accountCommands.events,
} as const

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

/** Commands on the row of an account, as the decider takes them. */
export type AccountRowCommand = GivenTo<typeof accountCommands>
