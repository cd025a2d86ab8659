import { valueIn } from '@nightflow/schemas/shared/object-of'

/** Equal as facts: the same keys and values in any order of keys. */
export const sameValue = (left: unknown, right: unknown): boolean => {
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return left === right
  const keys = new Set([...Object.keys(left), ...Object.keys(right)])
  return [...keys].every((key) => sameValue(valueIn(left, key), valueIn(right, key)))
}
