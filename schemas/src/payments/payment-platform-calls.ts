import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { RowId } from '../shared/lists.ts'
import { verbatim } from '../shared/text.ts'
import { CredentialName } from './payment-platform.ts'

const credential = verbatim(4_000).optional()
const typedCredentials = {
  ...{ publicKey: credential, privateKey: credential, encryptionKey: credential, callbackKeyHash: credential },
  ...{ merchantCode: credential, paymentItemId: credential, dataIndex: credential, customerId: credential },
  ...{ merchantId: credential, alias: credential, notificationKey: credential },
} satisfies Record<CredentialName, z.ZodType>

export const setPlatformCredentials = endpoint({
  method: 'PUT',
  path: '/prod-api/business/paymentPlatform/credentials/:platformId',
  permission: 'payments:platform:credential',
  summary:
    'Set credentials of a payment platform. What is left out stays; what is replaced is good for 24 hours more. None is ever read again',
  request: z.object({
    platformId: RowId,
    /** Under this name the operation log keeps none of them. */
    credentials: z.object(typedCredentials),
  }),
  response: z.object({ credentialNames: z.array(CredentialName) }),
})
