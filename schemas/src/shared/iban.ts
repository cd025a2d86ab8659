import { z } from 'zod'
import { formatText } from './format-texts.ts'

const inDigits = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))

/** The remainder of ISO 7064 over digits and letters; 1 where the check digits are right. */
export const remainderOf97 = (text: string): number => [...inDigits(text)].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0)

const isIban = (iban: string): boolean =>
  /^[A-Z]{2}\d\d[0-9A-Z]{11,30}$/.test(iban) && remainderOf97(iban.slice(4) + iban.slice(0, 4)) === 1

/** An account at a bank by ISO 13616, typed with spaces or without. */
export const Iban = z
  .string()
  .max(50)
  .overwrite((typed) => typed.replaceAll(/\s/g, '').toUpperCase())
  .refine(isIban, formatText('iban'))
