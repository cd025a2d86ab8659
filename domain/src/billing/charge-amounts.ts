import type { Tariff } from '@nightflow/schemas/billing/tariff'
import { roundedShare } from './exact.ts'

/** Without VAT, and the VAT. */
export type Amounts = { amountMinor: number; vatMinor: number }

/** Fields of a charge without a volume. */
export const withoutVolume = { step: null, litres: 0, dividedBy: null, unitPriceMinor: null }

const basisPoints = 10_000

export const vatOf = (amountMinor: number, { vatBasisPoints }: Tariff): number => roundedShare(amountMinor, vatBasisPoints, basisPoints)

export const isSomething = ({ amountMinor, vatMinor }: Amounts): boolean => amountMinor !== 0 || vatMinor !== 0
