import { z } from 'zod'
import { formatText } from './format-texts.ts'

/** Control characters (Unicode category Cc), and those of them that a text of several lines may not carry. */
const control = /\p{Cc}/u
const controlWithinLines = /[^\P{Cc}\n\t]/u

/** Whether a log and a database can store it: valid Unicode without control characters, so neither NUL nor half a surrogate pair. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !control.test(text)

const isStorableInLines = (text: string): boolean => text.isWellFormed() && !controlWithinLines.test(text)

const storable = formatText('characters-storable')

/**
 * A text of one line that a person writes, or looks for: trimmed, in Unicode's composed form (NFC), of at most `max` UTF-16 units. Every
 * text of a command, an event, a query or a form is one of the three here, or has a pattern that admits no other characters.
 */
export const text = (max: number) => z.string().normalize('NFC').trim().refine(isStorable, storable).max(max)

/** The same of several lines: line feeds and tabs stay, carriage returns become line feeds. */
export const lines = (max: number) =>
  z
    .string()
    .overwrite((typed) => typed.replaceAll(/\r\n?/g, '\n'))
    .normalize('NFC')
    .trim()
    .refine(isStorableInLines, storable)
    .max(max)

/** A received text, kept for people to read: any characters that can be stored, control characters other than NUL too. */
export const recorded = (max: number) => z.string().max(max).refine(isRecordable, storable)

const isRecordable = (sent: string): boolean => sent.isWellFormed() && !sent.includes('\0')

/** A text that must stay as it came because it is compared bit by bit, such as a password or an identifier that a client chose. */
export const verbatim = (max: number) => z.string().max(max).refine(isStorable, storable)
