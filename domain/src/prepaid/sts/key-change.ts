import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { type DecoderKey, decoderKeyBytes, type EncryptionAlgorithm } from './decoder-key.ts'
import { decodeToken, encodeToken } from './token-codec.ts'
import type { KeySection } from './token-content.ts'

/** The generation of the new key, as the tokens state it to the meter. */
export type KeyChange = {
  oldKey: DecoderKey
  newKey: DecoderKey
  /** 0 to 255; a meter refuses tokens later than it. 255 is never (KEN). */
  keyExpiryNumber: number
  /** 1 to 9 (KRN). */
  keyRevisionNumber: number
  /** 0 to 3 (KT). */
  keyType: number
  tariffIndex: string
  /** The base date changes too: the meter forgets the identifiers of its tokens and keeps its credit (RO). */
  isRollover: boolean
  /** 6 digits; keys of algorithm 11 state it. */
  supplyGroupCode?: string | undefined
}

/** The new key in parts of 32 bits, from high to low, as the sections of the set carry them. */
const keyParts = ({ algorithm, bytes }: DecoderKey): number[] => {
  const ordered = algorithm === '07' ? bytes.toReversed() : bytes
  const view = new DataView(ordered.buffer, ordered.byteOffset, ordered.byteLength)
  return Array.from({ length: ordered.byteLength / 4 }, (_, part) => view.getUint32(4 * part))
}

/** The subclasses in the order in which a person types the tokens, and the part of the key that each has. */
const sectionsOf: Record<EncryptionAlgorithm, readonly { subclass: KeySection['subclass']; part: number }[]> = {
  '07': [
    { subclass: 3, part: 0 },
    { subclass: 4, part: 1 },
  ],
  '11': [
    { subclass: 3, part: 0 },
    { subclass: 4, part: 3 },
    { subclass: 8, part: 1 },
    { subclass: 9, part: 2 },
  ],
}

const supplyGroupBits = 12

/**
 * The tokens of a key change in order: two for keys of algorithm 07, four for algorithm 11, all encrypted under the old key. The meter takes
 * the new key when it has all of them. Source: IEC 62055-41, 6.2.7 and following.
 */
export const keyChangeTokens = (change: KeyChange): string[] | Rejection => {
  const { oldKey, newKey } = change
  if (oldKey.algorithm !== newKey.algorithm) return rejected('sts-key-length', { bytes: decoderKeyBytes[oldKey.algorithm] })
  if (newKey.algorithm === '11' && change.supplyGroupCode === undefined) return rejected('sts-supply-group-missing')
  const parts = keyParts(newKey)
  return sectionsOf[newKey.algorithm].map(({ subclass, part }) => encodeToken(sectionOf(change, subclass, parts[part]!), oldKey))
}

const sectionOf = (change: KeyChange, subclass: KeySection['subclass'], newKeyPart: number): KeySection => {
  const { keyExpiryNumber, keyRevisionNumber, isRollover, keyType, tariffIndex } = change
  const supplyGroup = Number(change.supplyGroupCode ?? 0)
  switch (subclass) {
    case 3:
      return { tokenClass: 2, subclass, keyExpiryHigh: keyExpiryNumber >>> 4, keyRevisionNumber, isRollover, keyType, newKeyPart }
    case 4:
      return { tokenClass: 2, subclass, keyExpiryLow: keyExpiryNumber & 15, tariffIndex, newKeyPart }
    case 8:
      return { tokenClass: 2, subclass, supplyGroupPart: supplyGroup & ((1 << supplyGroupBits) - 1), newKeyPart }
    case 9:
      return { tokenClass: 2, subclass, supplyGroupPart: supplyGroup >>> supplyGroupBits, newKeyPart }
  }
}

/** The new key and its generation, as a meter takes them from a set. */
export type ReceivedKey = Omit<KeyChange, 'oldKey'>

/** The new key of a set in any order, as the meter reads it: the inverse of `keyChangeTokens`. Refused where a section is missing or damaged. */
export const keyOfTokens = (tokens: readonly string[], oldKey: DecoderKey): ReceivedKey | Rejection => {
  const sections = new Map<number, KeySection>()
  for (const token of tokens) {
    const decoded = decodeToken(token, oldKey)
    if (isRejection(decoded)) return decoded
    if (!decoded.isIntact) return rejected('sts-token-of-another-key')
    if ('newKeyPart' in decoded.content) sections.set(decoded.content.subclass, decoded.content)
  }
  const [first, second] = [sections.get(3), sections.get(4)]
  const wanted = sectionsOf[oldKey.algorithm]
  if (first?.subclass !== 3 || second?.subclass !== 4 || sections.size !== wanted.length) return rejected('sts-key-sections-missing')
  const bytes = new Uint8Array(4 * wanted.length)
  for (const { subclass, part } of wanted) new DataView(bytes.buffer).setUint32(4 * part, sections.get(subclass)!.newKeyPart)
  const { algorithm } = oldKey
  return {
    newKey: { algorithm, bytes: algorithm === '07' ? bytes.toReversed() : bytes },
    keyExpiryNumber: (first.keyExpiryHigh << 4) | second.keyExpiryLow,
    keyRevisionNumber: first.keyRevisionNumber,
    keyType: first.keyType,
    tariffIndex: second.tariffIndex,
    isRollover: first.isRollover,
    supplyGroupCode: algorithm === '11' ? supplyGroupOf(sections) : undefined,
  }
}

const supplyGroupOf = (sections: ReadonlyMap<number, KeySection>): string => {
  const [low, high] = [sections.get(8), sections.get(9)]
  if (low?.subclass !== 8 || high?.subclass !== 9) throw new Error('a set of four sections has both of the supply group')
  return String((high.supplyGroupPart << supplyGroupBits) | low.supplyGroupPart).padStart(6, '0')
}
