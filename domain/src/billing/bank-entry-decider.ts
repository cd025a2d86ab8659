import type { BankEntryCommand } from '@nightflow/schemas/billing/bank-calls'
import type { BankPart } from '@nightflow/schemas/billing/bank-entry'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Context, Decider, EventIn } from '../shared/decider.ts'
import { unitsOf } from '../shared/units-of-money.ts'
import { openBooksGuard } from './closed-books.ts'
import { postingsOf } from './postings.ts'

type BankEntryEvent = EventIn<
  'billing.BankEntryRecorded' | 'billing.BankEntryAssigned' | 'billing.BankEntrySetAside' | 'billing.BankEntryReleased'
>
type Of<Type extends BankEntryCommand['type']> = Extract<BankEntryCommand, { type: Type }>
type Decision = readonly BankEntryEvent[] | Rejection

export type BankEntryState = {
  /** Above zero for money that came; undefined before the entry was imported. */
  readonly amountMinor: number | undefined
  readonly reference: string
  readonly parts: ReadonlyMap<string, BankPart>
  readonly assignments: ReadonlyMap<string, readonly BankPart[]>
  readonly setAsideMinor: number
}

/**
 * One entry of a bank's statement. Its stream is named after what identifies it at the bank, so that no file takes it twice. All of its money is in
 * clearing at first; payments of its parts take it from there.
 */
export const bankEntryDecider: Decider<BankEntryCommand, BankEntryState, BankEntryEvent> = {
  streamOf: ({ entryId }) => `billing-bank-entry-${entryId}`,
  initialState: { amountMinor: undefined, reference: '', parts: new Map(), assignments: new Map(), setAsideMinor: 0 },
  evolve,
  guard: openBooksGuard,
  decide: { RecordBankEntry: record, AssignBankEntry: assign, SetAsideBankEntry: setAside, ReleaseBankEntry: release },
}

function evolve(state: BankEntryState, event: BankEntryEvent): BankEntryState {
  switch (event.type) {
    case 'billing.BankEntryRecorded':
      return { ...state, amountMinor: event.data.amountMinor, reference: event.data.reference }
    case 'billing.BankEntryAssigned': {
      const { assignmentId, parts } = event.data
      const all = [...state.parts, ...parts.map((part): [string, BankPart] => [part.paymentId, part])]
      return { ...state, parts: new Map(all), assignments: new Map(state.assignments).set(assignmentId, parts) }
    }
    case 'billing.BankEntrySetAside':
      return { ...state, setAsideMinor: event.data.amountMinor }
    case 'billing.BankEntryReleased': {
      const { paymentId } = event.data
      if (paymentId === null) return { ...state, setAsideMinor: 0 }
      const parts = new Map(state.parts)
      parts.delete(paymentId)
      return { ...state, parts }
    }
  }
}

/** The part of an entry that is neither assigned nor set aside; never below zero. */
export const openOfEntry = ({ amountMinor = 0, parts, setAsideMinor }: BankEntryState): number =>
  [...parts.values()].reduce((open, part) => open - part.amountMinor, Math.abs(amountMinor) - setAsideMinor)

/** Customers get money that came in; money that went out takes a payment back. */
export const refuseDirection = (amountMinor: number, isReturn: boolean): Rejection | undefined => {
  if (isReturn) return amountMinor > 0 ? rejected('bank-entry-not-paid-out') : undefined
  return amountMinor < 0 ? rejected('bank-entry-not-received') : undefined
}

function record({ type: _, match, ...entry }: Of<'RecordBankEntry'>, state: BankEntryState, { now }: Context): Decision {
  if (state.amountMinor !== undefined) return []
  const { entryId, amountMinor } = entry
  const postings = postingsOf({ bank: amountMinor, clearing: 0 - amountMinor })
  const recorded: BankEntryEvent = { type: 'billing.BankEntryRecorded', data: { ...entry, postings, at: now } }
  if (!match) return [recorded]
  const { matchedBy, part } = match
  const assigned = {
    entryId,
    assignmentId: entryId,
    matchedBy,
    parts: [part],
    reason: '',
    isReturn: false,
    reference: entry.reference,
    at: now,
  }
  return [recorded, { type: 'billing.BankEntryAssigned', data: assigned }]
}

function assign({ type: _, ...asked }: Of<'AssignBankEntry'>, state: BankEntryState, { now }: Context): Decision {
  if (state.amountMinor === undefined) return rejected('not-found')
  const made = state.assignments.get(asked.assignmentId)
  if (made) return JSON.stringify(made) === JSON.stringify(asked.parts) ? [] : rejected('transaction-id-reused')
  const openMinor = openOfEntry(state)
  if (openMinor === 0) return rejected('bank-entry-not-open')
  const sumMinor = asked.parts.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  if (sumMinor !== openMinor) return rejected('bank-parts-differ', { sum: unitsOf(sumMinor), open: unitsOf(openMinor) })
  return [{ type: 'billing.BankEntryAssigned', data: { ...asked, isReturn: state.amountMinor < 0, reference: state.reference, at: now } }]
}

function setAside({ entryId, reason }: Of<'SetAsideBankEntry'>, state: BankEntryState, { now }: Context): Decision {
  if (state.amountMinor === undefined) return rejected('not-found')
  const openMinor = openOfEntry(state)
  if (openMinor === 0) return state.setAsideMinor > 0 ? [] : rejected('bank-entry-not-open')
  // The rest of an entry whose other parts are assigned may be set aside alone.
  const signedMinor = Math.sign(state.amountMinor) * openMinor
  const postings = postingsOf({ clearing: signedMinor, suspense: 0 - signedMinor })
  const amountMinor = state.setAsideMinor + openMinor
  return [{ type: 'billing.BankEntrySetAside', data: { entryId, amountMinor, reason, postings, at: now } }]
}

/** The reversal of the payment has moved the money back into clearing; what was set aside is moved here. */
function release({ entryId, paymentId, reason }: Of<'ReleaseBankEntry'>, state: BankEntryState, { now }: Context): Decision {
  if (state.amountMinor === undefined) return rejected('not-found')
  const amountMinor = paymentId === null ? state.setAsideMinor : (state.parts.get(paymentId)?.amountMinor ?? 0)
  if (amountMinor === 0) return []
  const signedMinor = paymentId === null ? Math.sign(state.amountMinor) * amountMinor : 0
  const postings = postingsOf({ clearing: 0 - signedMinor, suspense: signedMinor })
  return [{ type: 'billing.BankEntryReleased', data: { entryId, paymentId, amountMinor, reason, postings, at: now } }]
}
