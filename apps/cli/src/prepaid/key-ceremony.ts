import { readFile, writeFile } from 'node:fs/promises'
import {
  keyCheckValue,
  openVendingKeys,
  sealVendingKeys,
  type TwoPassphrases,
  TypedVendingKey,
  vendingKeysMax,
} from '@nightflow/server/sealed-vending-keys'
import { CommandRefusal } from '../shared/command-refusal.ts'

const inputMax = 64 * 1024
const fileMax = 200_000
const passphraseMin = 12

const linesOf = async (input: AsyncIterable<Buffer | string>): Promise<string[]> => {
  let text = ''
  for await (const chunk of input) {
    text += chunk.toString()
    if (text.length > inputMax) throw new CommandRefusal('standard input is too long.')
  }
  return text.split(/\r?\n/).filter((line) => line.trim() !== '')
}

const keyOfLine = (line: string, place: number): TypedVendingKey => {
  try {
    return TypedVendingKey.parse(JSON.parse(line))
  } catch {
    // The line has a key, so that the refusal repeats nothing of it.
    throw new CommandRefusal(
      `key ${place + 1} is not as {"supplyGroupCode":"123457","keyRevisionNumber":1,"keyType":2,"derivation":"04","key":"…"} with 8 bytes for 02 and 20 for 04.`,
    )
  }
}

const describeKey = ({ supplyGroupCode, keyRevisionNumber, keyType, derivation, key }: TypedVendingKey): string =>
  `${supplyGroupCode} revision ${keyRevisionNumber} type ${keyType} DKGA${derivation} check value ${keyCheckValue(key)}`

const requirePassphrases = ([first = '', second = '']: readonly string[]): TwoPassphrases => {
  if (first.length < passphraseMin || second.length < passphraseMin || first === second)
    throw new CommandRefusal(
      `the first two lines of standard input are passphrases of two people, different and ${passphraseMin} characters or longer.`,
    )
  return [first, second]
}

/** Seals the keys of standard input into a new file that only its owner reads; returns one line for each, without the key. */
export const sealKeysOfInput = async (file: string, input: AsyncIterable<Buffer | string>): Promise<string[]> => {
  const [first, second, ...typed] = await linesOf(input)
  const passphrases = requirePassphrases([first ?? '', second ?? ''])
  if (typed.length === 0 || typed.length > vendingKeysMax)
    throw new CommandRefusal(`after the passphrases come 1 to ${vendingKeysMax} keys, one JSON object a line.`)
  const keys = typed.map(keyOfLine)
  const content = await sealVendingKeys(keys, passphrases)
  await writeFile(file, content, { flag: 'wx', mode: 0o600, flush: true }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? new CommandRefusal(`there is a file "${file}" already, and it stays as it is.`) : error
  })
  return keys.map(describeKey)
}

/** The keys of a sealed file, one line for each, without the key. */
export const describeSealedKeys = async (file: string, input: AsyncIterable<Buffer | string>): Promise<string[]> => {
  const content = await readFile(file, 'utf8').catch(() => {
    throw new CommandRefusal(`there is no readable file "${file}".`)
  })
  const keys = content.length > fileMax ? 'not-a-key-file' : await openVendingKeys(content, requirePassphrases(await linesOf(input)))
  if (keys === 'not-a-key-file') throw new CommandRefusal(`"${file}" is no file of sealed keys.`)
  if (keys === 'not-opened') throw new CommandRefusal('a passphrase is wrong, their order is, or the file was changed.')
  return keys.map(describeKey)
}
