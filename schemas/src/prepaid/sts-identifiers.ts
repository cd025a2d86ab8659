import { z } from 'zod'
import { formatText } from '../shared/format-texts.ts'

/** Digits of which the last one makes their sum by ISO/IEC 7812-1 (Luhn) a multiple of ten. */
const hasCheckDigit = (digits: string): boolean =>
  [...digits].toReversed().reduce((sum, digit, place) => {
    const weighted = Number(digit) * (place % 2 === 0 ? 1 : 2)
    return sum + (weighted > 9 ? weighted - 9 : weighted)
  }, 0) %
    10 ===
  0

/** The primary account number of a meter: issuer (4 or 6 digits), account of the meter (13 or 11) and a check digit. */
export const MeterPan = z
  .string()
  .max(18)
  .refine((pan) => /^\d{18}$/.test(pan) && hasCheckDigit(pan), formatText('meter-pan'))

/** The group of meters that a utility supplies under one vending key. */
export const SupplyGroupCode = z
  .string()
  .max(6)
  .regex(/^\d{6}$/, formatText('digits-6'))

/** The tariff of a meter in its group. */
export const TariffIndex = z
  .string()
  .max(2)
  .regex(/^\d{2}$/, formatText('digits-2'))
