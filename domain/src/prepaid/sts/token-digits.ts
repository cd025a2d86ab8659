import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'

/** Token and class bits before they are written as digits. */
export type ClassedBlock = { tokenClass: number; block: bigint }

const digits = 20
const blockBits = 64n
const blockMask = (1n << blockBits) - 1n
/** The class takes the places of these two bits of the block, which move to the two highest places of the token. */
const classPlace = 27n
const classMask = 3n << classPlace

/** The 20 digits of a block. Source: IEC 62055-41, 6.4.2 (transposition). */
export const digitsOf = ({ tokenClass, block }: ClassedBlock): string => {
  const moved = (block & classMask) >> classPlace
  const token = (moved << blockBits) | (block & ~classMask & blockMask) | (BigInt(tokenClass) << classPlace)
  return token.toString().padStart(digits, '0')
}

/** The block of 20 digits, typed with blanks or hyphens between them or without. */
export const blockOfDigits = (typed: string): ClassedBlock | Rejection => {
  const bare = typed.replaceAll(/[\s-]/g, '')
  if (!/^\d{20}$/.test(bare)) return rejected('sts-token-digits')
  const token = BigInt(bare)
  if (token >> (blockBits + 2n) !== 0n) return rejected('sts-token-digits')
  const tokenClass = Number((token & classMask) >> classPlace)
  return { tokenClass, block: (token & blockMask & ~classMask) | ((token >> blockBits) << classPlace) }
}

/** The digits as they are printed and typed: five groups of four. */
export const inGroups = (token: string): string => token.match(/\d{4}/g)!.join(' ')
