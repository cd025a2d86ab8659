import {
  type AccountAgent,
  type AccountForm,
  type BillingSettings,
  type Enterprise,
  type Holder,
  IdType,
  minorOf,
  NatureOfUse,
} from '@nightflow/schemas/customers/account'
import { phoneOfCountry } from '@nightflow/schemas/platform/phone-number'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'

/** The persons and the enterprise of an account. */
export type Parties = { readonly holder: Holder; readonly enterprise: Enterprise | null; readonly agent: AccountAgent | null }

/**
 * A command with what its caller knows of the tenant. `country` decides what a telephone number is; the identifiers are for persons whom the
 * account does not have yet.
 */
export type OfTenant<Command> = Command & {
  country: string
  newPersonIds: { holder: string; legalRepresentative: string; agent: string }
}

/** Facts of the price scheme that a command names; null where there is none of the name. */
export type KnownScheme = { status: 'drafted' | 'published' | 'retired'; firstDay: string | null } | null
export type WithScheme<Command> = Command & { knownScheme?: KnownScheme }

/** Whether an account may be given a price scheme. */
export const refuseScheme = (name: string, known: KnownScheme = null): Rejection | undefined => {
  if (known === null) return rejected('price-scheme-unknown', { name })
  if (known.status === 'retired') return rejected('price-scheme-retired', { name })
  return known.status === 'drafted' ? rejected('price-scheme-not-published', { name }) : undefined
}

type Typed = OfTenant<Omit<AccountForm, keyof BillingSettings | 'purchaseLimit' | 'arrearsClosingThreshold' | 'balanceThreshold'>> &
  Pick<AccountForm, 'natureOfUse'>

/** Identity cards have 18 digits; the last one may be the letter X, which is the digit 10 of its check (GB 11643-1999). */
const identityCard = /^\d{17}[\dX]$/

/**
 * The parties as they are typed, or the first rule that they break. A person stays the same one where its data are corrected; one who was erased
 * gets no further data, so that another one takes its place.
 */
export const partiesOf = (typed: Typed, present: Parties | undefined): Parties | Rejection => {
  const holder = holderOf(typed, present?.holder)
  if (isRejection(holder)) return holder
  const enterprise = enterpriseOf(typed, present?.enterprise ?? null)
  if (isRejection(enterprise)) return enterprise
  const agent = agentOf(typed, present?.agent ?? null)
  if (isRejection(agent)) return agent
  return { holder, enterprise, agent }
}

const holderOf = (typed: Typed, present: Holder | undefined): Holder | Rejection => {
  const { customerName, idType, address, email = null, country, newPersonIds } = typed
  const telephone = telephoneOf(typed.telephone, country)
  if (isRejection(telephone)) return telephone
  const identityNumber = typed.idNumber?.toUpperCase() ?? null
  if (identityNumber !== null && idType === IdType.enum.identityCard && !identityCard.test(identityNumber))
    return rejected('identity-number-not-18')
  const personId = present && present.name !== null ? present.personId : newPersonIds.holder
  return { personId, name: customerName, telephone, idType, identityNumber, address, email }
}

const enterpriseOf = (typed: Typed, present: Enterprise | null): Enterprise | null | Rejection => {
  const { natureOfUse, companyName, creditCode, legalRepresentative, newPersonIds } = typed
  if (natureOfUse !== NatureOfUse.enum.enterprise) return null
  if (companyName === undefined || creditCode === undefined || legalRepresentative === undefined) return rejected('enterprise-incomplete')
  const isKnown = present !== null && present.legalRepresentative === legalRepresentative
  return { companyName, creditCode, personId: isKnown ? present.personId : newPersonIds.legalRepresentative, legalRepresentative }
}

const agentOf = (typed: Typed, present: AccountAgent | null): AccountAgent | null | Rejection => {
  const { agentName: name, agentTelephone, agentIdNumber, country, newPersonIds } = typed
  if (name === undefined) return agentTelephone === undefined && agentIdNumber === undefined ? null : rejected('agent-without-name')
  const telephone = agentTelephone === undefined ? null : telephoneOf(agentTelephone, country)
  if (isRejection(telephone)) return telephone
  const isKnown = present !== null && present.name === name
  return { personId: isKnown ? present.personId : newPersonIds.agent, name, telephone, identityNumber: agentIdNumber ?? null }
}

const telephoneOf = (typed: string, country: string): string | Rejection =>
  phoneOfCountry(country, typed) ?? rejected(country === 'CN' ? 'mobile-not-11-digits' : 'telephone-not-of-country', { country })

/** The settings as they are typed; money in hundredths. */
export const settingsOf = (typed: AccountForm): BillingSettings => {
  const { natureOfUse, waterUse, businessMode, countsVolume, isBilled, payChannel } = typed
  const minor = (amount: number | undefined): number | null => (amount === undefined ? null : minorOf(amount))
  return {
    natureOfUse,
    customerTypeId: typed.customerTypeId ?? null,
    waterUse,
    businessMode,
    meterType: typed.meterType || null,
    countsVolume,
    isBilled,
    priceScheme: typed.priceScheme || null,
    payChannel,
    purchaseLimitMinor: minor(typed.purchaseLimit),
    arrearsClosingThresholdMinor: minor(typed.arrearsClosingThreshold),
    balanceThresholdMinor: minor(typed.balanceThreshold),
    remarks: typed.remarks || null,
  }
}

type Flat = Readonly<Record<string, string | null>>

export const sameParties = (one: Parties, other: Parties): boolean =>
  same(one.holder, other.holder) && same(one.enterprise, other.enterprise) && same(one.agent, other.agent)

const same = (one: Flat | null, other: Flat | null): boolean =>
  one === null || other === null ? one === other : [...Object.keys(one), ...Object.keys(other)].every((key) => one[key] === other[key])
