import type { ClosingReason } from '@nightflow/schemas/devices/operate-valve'
import type { RejectionCode } from '@nightflow/schemas/shared/rejections'

/** A person who opens a valve removes the person's own reason. Each of the others has its own end, and the refusal names it. */
const refusalOf = new Map<ClosingReason, RejectionCode>([
  ['emergency', 'valve-closed-in-emergency'],
  ['freeze', 'valve-closed-for-freeze'],
  ['arrears', 'valve-closed-for-arrears'],
])

/** Why a person cannot open a valve with these closing reasons; undefined where a person can. */
export const openingRefusal = (holding: ReadonlySet<ClosingReason>): RejectionCode | undefined =>
  [...refusalOf].find(([closingReason]) => holding.has(closingReason))?.[1]
