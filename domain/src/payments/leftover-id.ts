import type { LeftoverSide } from '@nightflow/schemas/payments/payment-leftover'

/** The name of a leftover: the same money is one leftover, whether a callback or a report tells of it. */
export const nameOfLeftover = (associationId: number, side: LeftoverSide, reference: string): string =>
  `${associationId}/${side}/${reference}`

/** Namespace of the identifiers that follow from these names. It must never change, or a leftover would be found twice. */
export const leftoverNamespace = '8e1f6a5c2d934b07bb64c1d80f3a7e92'
