import {
  defaultHealthSettings,
  HealthSettings,
  type RecordHealthDay,
  type SetHealthSettings,
} from '@nightflow/schemas/metering/health-settings'
import type { Context, Decider, EventIn } from '../shared/decider.ts'

type HealthSettingsEvent = EventIn<'metering.HealthSettingsSet' | 'metering.HealthDayRecorded'>
type State = { readonly settings: HealthSettings; readonly assessedUntil: string | null }

/** A tenant's limits of meter health, and the day up to which its meters were looked at. */
export const healthSettingsDecider: Decider<SetHealthSettings | RecordHealthDay, State, HealthSettingsEvent> = {
  streamOf: () => 'metering-health-settings',
  initialState: { settings: defaultHealthSettings, assessedUntil: null },
  evolve: (state, event) =>
    event.type === 'metering.HealthSettingsSet'
      ? { ...state, settings: HealthSettings.parse(event.data) }
      : { ...state, assessedUntil: event.data.day },
  decide: { SetHealthSettings: set, RecordHealthDay: record },
}

function set({ type: _, ...asked }: SetHealthSettings, { settings }: State, { now }: Context) {
  const isSame = (Object.keys(HealthSettings.shape) as (keyof HealthSettings)[]).every((name) => settings[name] === asked[name])
  return isSame ? [] : [{ type: 'metering.HealthSettingsSet' as const, data: { ...asked, at: now } }]
}

function record({ type: _, ...asked }: RecordHealthDay, { assessedUntil }: State, { now }: Context) {
  if (asked.day <= (assessedUntil ?? '')) return []
  return [{ type: 'metering.HealthDayRecorded' as const, data: { ...asked, at: now } }]
}
