import type { CancelWalkBy, PlanWalkBy } from '@nightflow/schemas/metering/walk-by'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Context, Decider, EventIn } from '../shared/decider.ts'

type WalkByEvent = EventIn<'metering.WalkByPlanned' | 'metering.WalkByCancelled'>
export type WalkBy = 'none' | 'planned' | 'cancelled'

/** A reader's round: meters in the order of the route, between two days. */
export const walkByDecider: Decider<PlanWalkBy | CancelWalkBy, WalkBy, WalkByEvent> = {
  streamOf: ({ planId }) => `metering-walk-by-${planId.toLowerCase()}`,
  initialState: 'none',
  evolve: (_, { type }) => (type === 'metering.WalkByPlanned' ? 'planned' : 'cancelled'),
  decide: { PlanWalkBy: plan, CancelWalkBy: cancel },
}

function plan({ type: _, readerId, ...asked }: PlanWalkBy, state: WalkBy, { now }: Context): readonly WalkByEvent[] | Rejection {
  if (state !== 'none') return []
  if (asked.startDate >= asked.endDate) return rejected('walk-by-start-not-before-end')
  const twice = asked.numbers.find((number, index) => asked.numbers.indexOf(number) < index)
  if (twice !== undefined) return rejected('walk-by-meter-twice', { number: twice })
  return [{ type: 'metering.WalkByPlanned', data: { ...asked, readerId: readerId ?? null, at: now } }]
}

function cancel({ type: _, ...asked }: CancelWalkBy, state: WalkBy, { now }: Context): readonly WalkByEvent[] | Rejection {
  if (state === 'none') return rejected('walk-by-unknown')
  return state === 'cancelled' ? [] : [{ type: 'metering.WalkByCancelled', data: { ...asked, at: now } }]
}
