import {
  CollectionSettings,
  defaultCollectionSettings,
  type LateFeeRule,
  type SetCollectionSettings,
} from '@nightflow/schemas/billing/collection-settings'
import { localDay } from '../shared/assigned-schemes.ts'
import type { Decider, EventIn } from '../shared/decider.ts'

type State = { readonly settings: CollectionSettings; readonly lateFeesSince: string | null }

const feeFields = ['lateFeeKind', 'lateFeeBasisPoints', 'lateFeeMinor', 'graceDays', 'lateFeeMaximumMinor'] as const

/** When a tenant's bills are due, its reminders and its late fees. A rule of late fees holds from the day on which it was set. */
export const collectionSettingsDecider: Decider<SetCollectionSettings, State, EventIn<'billing.CollectionSettingsSet'>> = {
  streamOf: () => 'billing-collection-settings',
  initialState: { settings: defaultCollectionSettings, lateFeesSince: null },
  evolve: (_, { data }) => ({ settings: CollectionSettings.parse(data), lateFeesSince: data.lateFeesSince }),
  decide: {
    SetCollectionSettings: ({ type: _, ...asked }, { settings, lateFeesSince }, { now, timeZone }) => {
      const isSame = (names: readonly (keyof CollectionSettings)[]) => names.every((name) => settings[name] === asked[name])
      if (isSame(Object.keys(CollectionSettings.shape) as (keyof CollectionSettings)[])) return []
      const since = isSame(feeFields) && lateFeesSince !== null ? lateFeesSince : localDay(now, timeZone)
      return [{ type: 'billing.CollectionSettingsSet', data: { ...asked, lateFeesSince: since, at: now } }]
    },
  },
}

export const lateFeeRuleOf = (settings: CollectionSettings, since: string): LateFeeRule => ({
  kind: settings.lateFeeKind,
  basisPoints: settings.lateFeeBasisPoints,
  amountMinor: settings.lateFeeMinor,
  graceDays: settings.graceDays,
  maximumMinor: settings.lateFeeMaximumMinor ?? null,
  since,
})
