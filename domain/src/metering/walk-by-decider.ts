import type { JoinWalkBy, PlanWalkBy, ReportNotRead, WalkByCommand, walkByEventTypes } from '@nightflow/schemas/metering/walk-by'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Context, Decider, EventIn } from '../shared/decider.ts'
import { isInFuture } from './manual-reading-decider.ts'

type WalkByEvent = EventIn<keyof typeof walkByEventTypes>
type Given<Type extends WalkByCommand['type']> = Extract<WalkByCommand, { type: Type }>

type Route = { readonly numbers: ReadonlySet<string>; readonly visits: ReadonlySet<string> }
export type WalkBy = { readonly status: 'none' } | ({ readonly status: 'planned' | 'cancelled' | 'closed' } & Route)

/** A reader's round: meters in the order of the route, between two days. */
export const walkByDecider: Decider<WalkByCommand, WalkBy, WalkByEvent> = {
  streamOf: ({ planId }) => `metering-walk-by-${planId.toLowerCase()}`,
  initialState: { status: 'none' },
  evolve: (plan, event) => {
    if (event.type === 'metering.WalkByPlanned') return { status: 'planned', numbers: new Set(event.data.numbers), visits: new Set() }
    if (plan.status === 'none') return plan
    if (event.type === 'metering.MeterNotRead') return { ...plan, visits: new Set(plan.visits).add(event.data.visitId) }
    return { ...plan, status: event.type === 'metering.WalkByCancelled' ? 'cancelled' : 'closed' }
  },
  decide: { PlanWalkBy: plan, CancelWalkBy: cancel, CloseWalkBy: close, ReportNotRead: reportNotRead, JoinWalkBy: join },
}

type Decision = readonly WalkByEvent[] | Rejection

function plan({ type: _, readerId, ...asked }: PlanWalkBy, state: WalkBy, { now }: Context): Decision {
  if (state.status !== 'none') return []
  if (asked.startDate >= asked.endDate) return rejected('walk-by-start-not-before-end')
  const twice = asked.numbers.find((number, index) => asked.numbers.indexOf(number) < index)
  if (twice !== undefined) return rejected('walk-by-meter-twice', { number: twice })
  return [{ type: 'metering.WalkByPlanned', data: { ...asked, readerId: readerId ?? null, at: now } }]
}

function cancel({ type: _, ...asked }: Given<'CancelWalkBy'>, { status }: WalkBy, { now }: Context): Decision {
  if (status === 'none') return rejected('walk-by-unknown')
  if (status === 'closed') return rejected('walk-by-closed')
  return status === 'cancelled' ? [] : [{ type: 'metering.WalkByCancelled', data: { ...asked, at: now } }]
}

function close({ type: _, ...asked }: Given<'CloseWalkBy'>, { status }: WalkBy, { now }: Context): Decision {
  if (status === 'none') return rejected('walk-by-unknown')
  if (status === 'cancelled') return rejected('walk-by-cancelled')
  return status === 'closed' ? [] : [{ type: 'metering.WalkByClosed', data: { ...asked, at: now } }]
}

/** A reading or a visit belongs to the plan while it is open, and where the meter is on its route. */
function join({ number }: JoinWalkBy, state: WalkBy): readonly [] | Rejection {
  if (state.status === 'none') return rejected('walk-by-unknown')
  if (state.status === 'cancelled') return rejected('walk-by-cancelled')
  if (state.status === 'closed') return rejected('walk-by-closed')
  return state.numbers.has(number) ? [] : rejected('walk-by-meter-foreign', { number })
}

function reportNotRead({ type: _, ...visit }: ReportNotRead, state: WalkBy, { now }: Context): Decision {
  // An accepted visit is answered alike, also after the plan was cancelled: the device may not have received the answer.
  if (state.status !== 'none' && state.visits.has(visit.visitId)) return []
  const refused = join({ type: 'JoinWalkBy', planId: visit.planId, number: visit.number }, state)
  if ('rejected' in refused) return refused
  if (isInFuture(visit.at, now)) return rejected('reading-in-future', { at: visit.at })
  return [{ type: 'metering.MeterNotRead', data: { ...visit, at: new Date(visit.at).toISOString(), reportedAt: now } }]
}
