import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { type MeterTokens, yearOf } from './meter-tokens.ts'
import { isAfterKeyExpiry, nextTokenIdentifier } from './sts/token-identifier.ts'

/** So many identifiers that the meter takes, one after the other. No token changes a key: an expired one, and one that is being changed, are refused. */
export const nextIdentifiers = (
  { registered, lastIdentifiers, pendingChange }: MeterTokens,
  count: number,
  now: string,
): number[] | Rejection => {
  if (!registered) return rejected('sts-meter-unknown')
  if (pendingChange !== undefined) return rejected('sts-key-change-pending')
  const { baseDate, keyExpiryNumber } = registered
  const identifiers: number[] = []
  let last = lastIdentifiers.get(baseDate)
  for (let nth = 0; nth < count; nth++) {
    const next = nextTokenIdentifier(yearOf(baseDate), Date.parse(now), last)
    if (isRejection(next)) return next
    if (isAfterKeyExpiry(next, keyExpiryNumber)) return rejected('sts-key-expired')
    identifiers.push(next)
    last = next
  }
  return identifiers
}
