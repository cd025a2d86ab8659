import { InvalidArgumentError } from 'commander'

/** A parser for an option that is a whole number within limits. */
export const parseBetween =
  (least: number, most: number) =>
  (value: string): number => {
    const count = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN
    if (!(count >= least && count <= most)) throw new InvalidArgumentError(`a whole number from ${least} to ${most}`)
    return count
  }
