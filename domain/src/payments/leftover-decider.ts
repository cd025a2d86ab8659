import type { LeftoverCommand } from '@nightflow/schemas/payments/leftover-calls'
import { LeftoverSide } from '@nightflow/schemas/payments/payment-leftover'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Context, Decider, EventIn } from '../shared/decider.ts'
import { heldAtPlatform } from './order-decider.ts'

export type LeftoverEvent = EventIn<
  | 'payments.LeftoverFound'
  | 'payments.LeftoverMatched'
  | 'payments.LeftoverReopened'
  | 'payments.LeftoverTaken'
  | 'payments.LeftoverCredited'
  | 'payments.LeftoverExplained'
>
type Found = Extract<LeftoverEvent, { type: 'payments.LeftoverFound' }>['data']
type Of<Type extends LeftoverCommand['type']> = Extract<LeftoverCommand, { type: Type }>
type Decision = readonly LeftoverEvent[] | Rejection

type Leftover = {
  readonly found: Found | undefined
  readonly isOpen: boolean
  readonly credits: number
  readonly owner: string | null
}

/** Money that one side has and the other has not. Its identifier follows from association, side and reference, so that each is found once. */
export const leftoverDecider: Decider<LeftoverCommand, Leftover, LeftoverEvent> = {
  streamOf: ({ leftoverId }) => `payments-leftover-${leftoverId}`,
  initialState: { found: undefined, isOpen: false, credits: 0, owner: null },
  evolve,
  decide: {
    FindLeftover: ({ type: _, ...found }, state, { now }) =>
      state.found ? [] : [{ type: 'payments.LeftoverFound', data: { ...found, at: now } }],
    MatchLeftover: ({ leftoverId }, { isOpen }, { now }) =>
      isOpen ? [{ type: 'payments.LeftoverMatched', data: { leftoverId, at: now } }] : [],
    ReopenLeftover: reopen,
    TakeLeftover: ({ type: _, ...asked }, state, { now }) =>
      refuseClosed(state) ?? (state.owner === asked.owner ? [] : [{ type: 'payments.LeftoverTaken', data: { ...asked, at: now } }]),
    CreditLeftover: credit,
    ExplainLeftover: ({ type: _, ...asked }, state, { now }) =>
      refuseClosed(state) ?? [{ type: 'payments.LeftoverExplained', data: { ...asked, at: now } }],
  },
}

function evolve(state: Leftover, event: LeftoverEvent): Leftover {
  switch (event.type) {
    case 'payments.LeftoverFound':
      return { ...state, found: event.data, isOpen: true }
    case 'payments.LeftoverTaken':
      return { ...state, owner: event.data.owner }
    case 'payments.LeftoverCredited':
      return { ...state, isOpen: false, credits: state.credits + 1 }
    case 'payments.LeftoverReopened':
      return { ...state, isOpen: true }
    case 'payments.LeftoverMatched':
    case 'payments.LeftoverExplained':
      return { ...state, isOpen: false }
  }
}

const refuseClosed = ({ found, isOpen }: Leftover): Rejection | undefined => {
  if (!found) return rejected('not-found')
  return isOpen ? undefined : rejected('leftover-not-open')
}

/** Money without an order is at the platform, and waits for the account that a person names. */
function credit({ leftoverId, accountNo, reason }: Of<'CreditLeftover'>, state: Leftover, { now }: Context): Decision {
  const refused = refuseClosed(state)
  if (refused) return refused
  const { side, reference, amountMinor } = state.found!
  if (side === LeftoverSide.enum.ours) return rejected('leftover-not-theirs')
  const paymentId = `${leftoverId.slice(0, 24)}${(BigInt(`0x${leftoverId.slice(24)}`) ^ BigInt(state.credits)).toString(16).padStart(12, '0')}`
  const postings = heldAtPlatform(amountMinor)
  return [
    {
      type: 'payments.LeftoverCredited',
      data: { leftoverId, payerAccountNo: accountNo, paymentId, reference, amountMinor, reason, postings, at: now },
    },
  ]
}

function reopen({ leftoverId, detail }: Of<'ReopenLeftover'>, { found, isOpen, credits }: Leftover, { now }: Context): Decision {
  if (!found) return rejected('not-found')
  if (isOpen || credits === 0) return []
  return [{ type: 'payments.LeftoverReopened', data: { leftoverId, detail, postings: heldAtPlatform(0 - found.amountMinor), at: now } }]
}
