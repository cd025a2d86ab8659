import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** How a text may be stored: as it is, with its letters escaped as in JSON, or as bytes in hexadecimal digits. */
const formsOf = (text: string): string[] => [
  text,
  JSON.stringify(text).slice(1, -1),
  text.replaceAll(/[^\x20-\x7e]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`),
  Buffer.from(text, 'utf8').toString('hex'),
]

/** The texts that occur in `where`, each with the name of the place. */
export const textsIn = (place: string, where: string, texts: readonly string[]): string[] =>
  texts.filter((text) => formsOf(text).some((form) => where.includes(form))).map((text) => `${place}: ${text}`)

/** Where any of these texts is in a file below a folder. */
export const findInFiles = (folder: string, texts: readonly string[]): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      const path = join(entry.parentPath, entry.name)
      return textsIn(path, readFileSync(path, 'utf8'), texts)
    })
