import { PlatformType } from '@nightflow/schemas/payments/payment-platform'
import { genericAdapter, sandboxAdapter } from './adapters/generic-adapter.ts'
import { mpesaAdapter } from './adapters/mpesa-adapter.ts'
import { stripeAdapter } from './adapters/stripe-adapter.ts'
import type { PaymentAdapter } from './payment-adapter.ts'

/** The adapter for platforms of a type. */
export const adapterOf: Readonly<Record<PlatformType, PaymentAdapter>> = {
  [PlatformType.enum.sandbox]: sandboxAdapter,
  [PlatformType.enum.generic]: genericAdapter,
  [PlatformType.enum.mpesa]: mpesaAdapter,
  [PlatformType.enum.stripe]: stripeAdapter,
}
