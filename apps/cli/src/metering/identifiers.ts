import { createHash } from 'node:crypto'
import { MeterNumber, PartitionId } from '@nightflow/schemas/shared/values'

/** Leaves room for what is put behind it: an identifier has 64 characters at most. */
const slugCharactersMax = 56
const suffixCharacters = 8

const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')

/** 40 bits of a hash, as letters and digits: it distinguishes names that have the same slug. */
const suffixOf = (name: string): string =>
  BigInt(`0x${createHash('sha256').update(name).digest('hex').slice(0, 10)}`)
    .toString(36)
    .padStart(suffixCharacters, '0')

const withSuffix = (name: string, fallback: string): string => {
  const slug =
    slugOf(name)
      .slice(0, slugCharactersMax - suffixCharacters - 1)
      .replace(/-+$/, '') || fallback
  return `${slug}-${suffixOf(name)}`
}

/**
 * A partition's identifier from its name. Latin letters and digits in words read as they are: `DMA 1` becomes `dma-1`. A name that a slug
 * would shorten or change (`Zone Süd`, `分区一`) gets a suffix made of the whole name, so two names never become one partition unless
 * they differ by nothing but case and separator.
 */
export const partitionIdOf = (name: string): string => {
  const whole = name.normalize('NFC').trim()
  const isKept = /^[a-z0-9]+(?:[ _-][a-z0-9]+)*$/i.test(whole) && whole.length <= slugCharactersMax
  return isKept ? slugOf(whole) : withSuffix(whole, 'partition')
}

/** A meter's number as the file writes it, or, where it cannot be one (`Kunde 12`, `水表三`), one that follows from it. */
export const meterNumberOf = (name: string): string => {
  const whole = name.normalize('NFC').trim()
  return MeterNumber.safeParse(whole).success ? whole : withSuffix(whole, 'meter')
}

export const isPartitionId = (text: string): boolean => PartitionId.safeParse(text).success
