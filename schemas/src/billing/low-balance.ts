import { z } from 'zod'
import { Language } from '../shared/language.ts'
import { PersonId } from '../shared/personal.ts'
import { AccountNo, Instant } from '../shared/values.ts'
import { billMinorMax } from './ledger.ts'
import { RestMinor } from './money.ts'

const ofAccount = { accountNo: AccountNo }
/** How the holder is informed; null where the holder cannot be reached or wants no messages. */
const way = { personId: PersonId, channel: z.enum(['email', 'sms']).nullable(), language: Language }

/** Whether the balance of a prepaid account is below its threshold. Without a threshold of its own that is zero. */
export const JudgeBalance = z.object({ type: z.literal('JudgeBalance'), ...ofAccount, ...way, thresholdMinor: RestMinor })
export type JudgeBalance = z.infer<typeof JudgeBalance>

const judged = { ...ofAccount, balanceMinor: z.int().min(-billMinorMax).max(billMinorMax), thresholdMinor: RestMinor, at: Instant }

export const lowBalanceEventTypes = {
  /** The holder is warned, once until the balance has recovered. */
  'billing.BalanceFellLow': { version: 1, data: z.object({ ...judged, ...way }) },
  'billing.BalanceRecovered': { version: 1, data: z.object(judged) },
} as const
