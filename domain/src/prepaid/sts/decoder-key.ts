import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { BaseDateYear } from './token-identifier.ts'

/** 07 is STA with keys of 64 bits, 11 is MISTY1 with keys of 128 bits (IEC 62055-41, EA). */
export type EncryptionAlgorithm = '07' | '11'

/** The key of one meter, its bytes in the order in which keys are printed. */
export type DecoderKey = { algorithm: EncryptionAlgorithm; bytes: Uint8Array }

export const decoderKeyBytes: Record<EncryptionAlgorithm, number> = { '07': 8, '11': 16 }

/** A decoder key of the right length. */
export const decoderKeyOf = (algorithm: EncryptionAlgorithm, bytes: Uint8Array): DecoderKey | Rejection =>
  bytes.length === decoderKeyBytes[algorithm] ? { algorithm, bytes } : rejected('sts-key-length', { bytes: decoderKeyBytes[algorithm] })

/** Ciphers that the domain takes from its caller, because the platform has them. Keys and blocks of DES have 8 bytes. */
export type KeyCiphers = {
  encryptDes(key: Uint8Array, block: Uint8Array): Uint8Array
  hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array
}

/** Derivation algorithms of IEC 62055-41 (DKGA), with the length of their vending keys. */
export type DerivationAlgorithm = '02' | '04'
const vendingKeyBytes: Record<DerivationAlgorithm, number> = { '02': 8, '04': 20 }

/** 1 is the default key of a group, 2 the unique key of a utility, 3 the key that all meters of a group have in common (KT). */
export type DerivedKeyType = 1 | 2 | 3

/** Of which meter a key is, and of which generation. */
export type KeyPurpose = {
  keyType: DerivedKeyType
  /** 6 digits (SGC). */
  supplyGroupCode: string
  /** 2 digits (TI). */
  tariffIndex: string
  /** 1 to 9 (KRN). */
  keyRevisionNumber: number
  /** 18 digits with a right check digit. */
  meterPan: string
  algorithm: EncryptionAlgorithm
  baseDate: BaseDateYear
}

const ascii = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const packedDecimal = (digits: string): Uint8Array => Uint8Array.from(digits.match(/../g)!, (pair) => Number.parseInt(pair, 16))
const exclusiveOr = (left: Uint8Array, right: Uint8Array): Uint8Array => Uint8Array.from(left, (byte, index) => byte ^ right[index]!)

const accountDigits = (meterPan: string): number => (meterPan.startsWith('0000') ? 13 : 11)

/** The last 16 digits before the check digit. A common key is of no single meter: zeros are in the place of the meter's account. */
const panBlock = ({ meterPan, keyType }: KeyPurpose): Uint8Array => {
  const digits = meterPan.slice(1, 17)
  const account = accountDigits(meterPan)
  return packedDecimal(keyType === 3 ? digits.slice(0, -account) + '0'.repeat(account) : digits)
}

const controlBlock = ({ keyType, supplyGroupCode, tariffIndex, keyRevisionNumber }: KeyPurpose): Uint8Array =>
  packedDecimal(`${keyType}${supplyGroupCode}${tariffIndex}${keyRevisionNumber}ffffff`)

/** `DES(X) xor X xor vending key`, the bytes reversed, where `X` is the PAN block xor the control block. */
const deriveByDes = (vendingKey: Uint8Array, purpose: KeyPurpose, { encryptDes }: KeyCiphers): Uint8Array => {
  const input = exclusiveOr(panBlock(purpose), controlBlock(purpose))
  return exclusiveOr(exclusiveOr(encryptDes(vendingKey, input), input), vendingKey).toReversed()
}

const withLength = (field: string): number[] => [field.length, ...ascii(field)]
const listOf = (...fields: readonly string[]): number[] => [fields.length, ...fields.flatMap(withLength)]

/**
 * The 49 bytes of which DKGA04 computes the HMAC, in the form of NIST SP 800-108: a label of four fields, a zero, a context of four fields, and
 * the length of the key in bits. Each list begins with its number of fields, each field with its length.
 */
const dataBlock = ({ baseDate, algorithm, tariffIndex, ...purpose }: KeyPurpose): Uint8Array => {
  const label = listOf('04', String(baseDate).slice(2), algorithm, tariffIndex)
  const context = listOf(purpose.supplyGroupCode, String(purpose.keyType), String(purpose.keyRevisionNumber), purpose.meterPan)
  return Uint8Array.from([...label, 0, ...context, 0, 0, 0, 8 * decoderKeyBytes[algorithm]])
}

/**
 * The decoder key of a meter by DKGA02 (a vending key of 8 bytes, keys of algorithm 07) or DKGA04 (20 bytes, keys of either algorithm).
 * Source: IEC 62055-41, 6.5.3; the order of bytes is that of the published key vectors.
 */
export const deriveDecoderKey = (
  vendingKey: Uint8Array,
  derivation: DerivationAlgorithm,
  purpose: KeyPurpose,
  ciphers: KeyCiphers,
): DecoderKey | Rejection => {
  const { algorithm } = purpose
  if (derivation === '02' && algorithm !== '07') return rejected('sts-derivation-algorithm')
  if (derivation === '04' && purpose.keyType === 3) return rejected('sts-derivation-key-type')
  if (vendingKey.length !== vendingKeyBytes[derivation]) return rejected('sts-key-length', { bytes: vendingKeyBytes[derivation] })
  if (derivation === '02') return { algorithm, bytes: deriveByDes(vendingKey, purpose, ciphers) }
  const digest = Uint8Array.from(ciphers.hmacSha256(vendingKey, dataBlock(purpose)).subarray(0, decoderKeyBytes[algorithm]))
  return { algorithm, bytes: algorithm === '07' ? digest.toReversed() : digest }
}
