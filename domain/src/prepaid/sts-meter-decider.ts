import type { StsMeterForm } from '@nightflow/schemas/prepaid/sts-meter'
import type { stsMeterEventTypes } from '@nightflow/schemas/prepaid/sts-meter-calls'
import type { Decider, EventIn } from '../shared/decider.ts'
import { type RecordCommand, type Recorded, recordDecider } from '../shared/record-decider.ts'

type Values = StsMeterForm
export type StsMeterCommand = RecordCommand<Values>
export type StsMeterEvent = EventIn<keyof typeof stsMeterEventTypes>
export type StsMeter = Recorded<Values>

const record = recordDecider<Values, 'prepaid.StsMeterAdded', 'prepaid.StsMeterChanged', 'prepaid.StsMeterRemoved'>({
  stream: 'prepaid-sts-meter',
  key: 'meterNo',
  added: 'prepaid.StsMeterAdded',
  changed: 'prepaid.StsMeterChanged',
  removed: 'prepaid.StsMeterRemoved',
})

/** The registration of a meter that takes STS tokens. Its tokens are decided in the same stream (`meter-tokens-decider.ts`). */
export const stsMeterDecider: Decider<StsMeterCommand, StsMeter, StsMeterEvent> = record
