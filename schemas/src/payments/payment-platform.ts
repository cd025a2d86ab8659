import { z } from 'zod'
import { formatText } from '../shared/format-texts.ts'
import { InUse } from '../shared/lists.ts'
import { defineResource, editVerbs } from '../shared/resource.ts'
import { lines, text } from '../shared/text.ts'
import { type GenericProtocol, readProtocol } from './generic-protocol.ts'

/** The protocol that a platform speaks. */
export const PlatformType = z.enum({ sandbox: '0', generic: '1', mpesa: '2', stripe: '3' })
export type PlatformType = z.infer<typeof PlatformType>

/** Where customers pay: on a page, in an application, or at the counter. */
export const ApplicationType = z.enum({ web: '0', mobile: '1', counter: '2' })

/** Credential fields of all platforms. Each is sealed before it is stored, and no answer has it. */
export const CredentialName = z.enum([
  ...['publicKey', 'privateKey', 'encryptionKey', 'callbackKeyHash', 'merchantCode', 'paymentItemId'],
  ...['dataIndex', 'customerId', 'merchantId', 'alias', 'notificationKey'],
] as const)
export type CredentialName = z.infer<typeof CredentialName>

/** The credentials that a platform needs before an order goes to it: those of its type, and of a configured protocol those of its signature. */
export const neededCredentials = ({ platformType, protocol }: { platformType: PlatformType; protocol?: string | null | undefined }) => {
  const signature = platformType === PlatformType.enum.generic ? signatureIn(protocol ?? null) : undefined
  // Calls are signed with our key, callbacks checked with that of the platform.
  return signature === 'RSA-SHA256' ? (['privateKey', 'publicKey'] as const) : neededOfType[platformType]
}

const neededOfType: Readonly<Record<PlatformType, readonly CredentialName[]>> = {
  [PlatformType.enum.sandbox]: ['notificationKey'],
  [PlatformType.enum.generic]: ['notificationKey'],
  // Consumer key, consumer secret, passkey, short code, initiator, its sealed password, and the secret part of the callback address.
  [PlatformType.enum.mpesa]: ['publicKey', 'privateKey', 'encryptionKey', 'merchantCode', 'alias', 'customerId', 'notificationKey'],
  // Secret key, and the secret of the webhook's signature.
  [PlatformType.enum.stripe]: ['privateKey', 'notificationKey'],
}

const signatureIn = (protocol: string | null): GenericProtocol['signature'] | undefined => {
  const read = readProtocol(protocol)
  return 'wrong' in read ? undefined : read.signature
}

/** ISO 4217, such as `KES`. */
export const Currency = z.string().regex(/^[A-Z]{3}$/, formatText('currency'))

/** An address of HTTP, a text as others: an answer may have one that an earlier version took. */
export const HttpAddress = text(300).refine((typed) => /^https?:\/\/[^\s/?#]+[^\s]*$/.test(typed), formatText('http-address'))

export const paymentPlatforms = defineResource({
  name: 'paymentPlatform',
  texts: 'payments',
  noun: 'payment platform',
  path: '/prod-api/business/paymentPlatform',
  permission: 'payments:platform',
  verbs: [...editVerbs, 'import', 'credential'],
  id: 'platformId',
  table: 'platform.payment_platforms',
  scope: 'own',
  fields: {
    platformName: { schema: text(50).min(1), filter: 'contains', isUnique: true },
    platformType: { schema: PlatformType, filter: 'equals', dictionary: 'payment_platform_type', isHalf: true },
    applicationType: { schema: ApplicationType, filter: 'equals', dictionary: 'payment_application_type', isHalf: true },
    currencyUnit: { schema: Currency, isHalf: true, placeholder: 'KES' },
    status: { schema: InUse.default(InUse.enum.enabled), filter: 'equals', dictionary: 'sys_normal_disable', isHalf: true },
    baseAddress: { schema: HttpAddress, shown: z.string(), placeholder: 'https://api.example.org' },
    relatedInfo: { schema: text(200).min(1), shown: z.string() },
    /** Templates of the generic protocol, as JSON. */
    protocol: { schema: lines(8_000).nullable().default(null), shown: z.string().nullable().optional(), isLong: true, lines: 8 },
    credentialNames: { schema: z.array(CredentialName), isReadOnly: true, isJson: true, isUnsortable: true },
  },
  menu: {
    directory: 'payment',
    place: 20,
    path: 'paymentPlatform',
    component: 'payments/payment-platform',
    icon: 'building',
    titles: { en: 'Payment platforms', 'zh-CN': '支付平台', fr: 'Plateformes de paiement', id: 'Platform pembayaran' },
    audience: 'tenant',
  },
  screen: {
    columns: ['platformName', 'platformType', 'applicationType', 'currencyUnit', 'status', 'credentialNames', 'relatedInfo', 'createTime'],
    onPhone: ['platformName', 'platformType', 'currencyUnit', 'status'],
    moreColumns: ['baseAddress', 'createBy', 'updateBy', 'updateTime'],
    filters: ['platformName', 'platformType', 'status'],
    form: ['platformName', 'platformType', 'applicationType', 'currencyUnit', 'status', 'baseAddress', 'relatedInfo', 'protocol'],
  },
})
