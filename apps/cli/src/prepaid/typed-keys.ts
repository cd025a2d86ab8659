import { bytesOfHex } from '@nightflow/domain/prepaid/sts/token-bits'
import { CommandRefusal } from '../shared/command-refusal.ts'

const fromStandardInput = '-'
const charactersMax = 4_096

/** Lines of standard input, as many as are needed. */
const readLines = async (input: AsyncIterable<Buffer | string>, count: number): Promise<string[]> => {
  let text = ''
  for await (const chunk of input) {
    text += chunk.toString()
    if (text.split('\n').length > count || text.length > charactersMax) break
  }
  return text.split(/\r?\n/, count).map((line) => line.trim())
}

/**
 * The bytes of keys by their options, in order; `-` takes the next line of standard input, so that a key need not be in the list of processes.
 * No refusal repeats a key.
 */
export const readKeys = async (typed: Readonly<Record<string, string>>, input: AsyncIterable<Buffer | string>): Promise<Uint8Array[]> => {
  const options = Object.entries(typed)
  const wanted = options.filter(([, value]) => value === fromStandardInput).length
  const lines = wanted === 0 ? [] : await readLines(input, wanted)
  return options.map(([option, value]) => {
    const hex = value === fromStandardInput ? (lines.shift() ?? '') : value
    const bytes = hex.length <= charactersMax ? bytesOfHex(hex) : undefined
    if (!bytes || bytes.length === 0) throw new CommandRefusal(`${option} must be a key in hexadecimal digits, two for each byte.`)
    return bytes
  })
}
