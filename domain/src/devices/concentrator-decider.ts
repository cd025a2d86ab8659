import { type ChangeConcentratorState, CommunicationState } from '@nightflow/schemas/devices/concentrator'
import type { ConcentratorCommand as NamedCommand } from '@nightflow/schemas/devices/concentrator-calls'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Context, Decider, EventIn } from '../shared/decider.ts'
import { type RecordCommand, type Recorded, recordDecider } from '../shared/record-decider.ts'

type Values = { concentratorNo: string; manufacturer: string; gateway: string | null; remark: string | null }
export type ConcentratorCommand = RecordCommand<Values> | NamedCommand | ChangeConcentratorState
export type ConcentratorEvent = EventIn<
  | 'devices.ConcentratorAdded'
  | 'devices.ConcentratorChanged'
  | 'devices.ConcentratorRemoved'
  | 'devices.ConcentratorMetersAssociated'
  | 'devices.ConcentratorMetersDissociated'
  | 'devices.ConcentratorStateChanged'
>
export type Concentrator = Recorded<Values> & { readonly meters: ReadonlySet<string>; readonly state: CommunicationState }

const record = recordDecider<Values, 'devices.ConcentratorAdded', 'devices.ConcentratorChanged', 'devices.ConcentratorRemoved'>({
  stream: 'devices-concentrator',
  key: 'concentratorNo',
  added: 'devices.ConcentratorAdded',
  changed: 'devices.ConcentratorChanged',
  removed: 'devices.ConcentratorRemoved',
})

/** Meters of one concentrator; a radio network of more is divided among several. */
export const concentratorMetersMax = 5000

/** A concentrator with its meters. While it has any, it is neither changed nor removed. */
export const concentratorDecider: Decider<ConcentratorCommand, Concentrator, ConcentratorEvent> = {
  streamOf: (command) => `devices-concentrator-${'key' in command ? command.key : command.concentratorNo}`,
  initialState: { values: undefined, meters: new Set(), state: CommunicationState.enum.offline },
  evolve,
  decide: {
    AddRecord: record.decide.AddRecord,
    ChangeRecord: (command, state, context) => refusal(state) ?? record.decide.ChangeRecord(command, state, context),
    RemoveRecord: (command, state, context) => refusal(state) ?? record.decide.RemoveRecord(command, state, context),
    AssociateMeters: associate,
    DissociateMeters: dissociate,
    ChangeConcentratorState: changeState,
  },
}

const refusal = ({ meters }: Concentrator): Rejection | undefined =>
  meters.size > 0 ? rejected('concentrator-has-meters', { count: meters.size }) : undefined

function evolve(state: Concentrator, event: ConcentratorEvent): Concentrator {
  switch (event.type) {
    case 'devices.ConcentratorMetersAssociated':
      return { ...state, meters: new Set([...state.meters, ...event.data.meters]) }
    case 'devices.ConcentratorMetersDissociated':
      return { ...state, meters: without(state.meters, new Set(event.data.meters)) }
    case 'devices.ConcentratorStateChanged':
      return { ...state, state: event.data.communicationState }
    case 'devices.ConcentratorAdded':
      return { ...record.evolve(state, event), meters: new Set(), state: CommunicationState.enum.offline }
    default:
      return { ...state, ...record.evolve(state, event) }
  }
}

type Asked = Omit<NamedCommand, 'type'>

/** Meters that the concentrator has already are no part of the event. */
function associate({ concentratorNo, meters }: Asked, state: Concentrator, { now }: Context) {
  if (!state.values) return rejected('not-found')
  const added = [...without(new Set(meters), state.meters)]
  if (added.length === 0) return []
  if (state.meters.size + added.length > concentratorMetersMax) return rejected('concentrator-full', { max: concentratorMetersMax })
  return [{ type: 'devices.ConcentratorMetersAssociated' as const, data: { concentratorNo, meters: added, at: now } }]
}

function dissociate({ concentratorNo, meters }: Asked, state: Concentrator, { now }: Context) {
  if (!state.values) return rejected('not-found')
  const missing = meters.find((number) => !state.meters.has(number))
  if (missing !== undefined) return rejected('concentrator-lacks-meter', { number: missing })
  const data = { concentratorNo, meters: [...new Set(meters)], at: now }
  return [{ type: 'devices.ConcentratorMetersDissociated' as const, data }]
}

function changeState({ type: _, ...change }: ChangeConcentratorState, state: Concentrator) {
  if (!state.values || state.state === change.communicationState) return []
  return [{ type: 'devices.ConcentratorStateChanged' as const, data: change }]
}

const without = (meters: ReadonlySet<string>, others: ReadonlySet<string>): Set<string> =>
  new Set([...meters].filter((number) => !others.has(number)))
