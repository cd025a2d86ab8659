import { z } from 'zod'
import { formatText } from './format-texts.ts'

const parts = ['KIND', 'YEAR', 'NUMBER']

/** How numbers are written: the words `KIND`, `YEAR` and `NUMBER`, each once, with digits, lower case letters and signs between them. */
export const Numbering = z
  .string()
  .max(40)
  .refine(
    (written) => /^[0-9A-Za-z\-./ ]+$/.test(written) && parts.every((part) => written.split(part).length === 2),
    formatText('numbering'),
  )
export const defaultNumbering = 'KIND-YEAR-NUMBER'
