import type { PriceSchemeVersion, priceSchemeEventTypes } from '@nightflow/schemas/billing/price-scheme'
import type { PriceSchemeCommand, priceSchemeCommands } from '@nightflow/schemas/billing/price-scheme-calls'
import { rejected } from '@nightflow/schemas/shared/rejections'
import type { Context, Decider, EventIn } from '../shared/decider.ts'
import { type RecordCommand, type Recorded, recordDecider } from '../shared/record-decider.ts'
import { type PriceSchemeValues, refusePriceScheme, refusePublishing, tariffOf } from './price-scheme-tariff.ts'

type Of<Type extends PriceSchemeCommand['type']> = Extract<PriceSchemeCommand, { type: Type }>
type Command = RecordCommand<PriceSchemeValues> | PriceSchemeCommand
export type PriceSchemeEvent = EventIn<keyof typeof priceSchemeEventTypes | keyof typeof priceSchemeCommands.events>
/** The draft, what was published of it, and whether it is retired. */
export type PriceScheme = Recorded<PriceSchemeValues> & { readonly versions: readonly PriceSchemeVersion[]; readonly isRetired: boolean }

const record = recordDecider<PriceSchemeValues, 'billing.PriceSchemeDrafted', 'billing.PriceSchemeChanged', 'billing.PriceSchemeRemoved'>({
  stream: 'billing-tariff',
  key: 'priceSchemeName',
  added: 'billing.PriceSchemeDrafted',
  changed: 'billing.PriceSchemeChanged',
  removed: 'billing.PriceSchemeRemoved',
  refuse: refusePriceScheme,
})

/**
 * A price scheme is a draft that may change, and versions of it that may not: publishing copies the draft. A version holds from its first day
 * until the next one's, so a published version is never edited, only followed.
 */
export const priceSchemeDecider: Decider<Command, PriceScheme, PriceSchemeEvent> = {
  // A name is free text; what separates the parts of a stream's name is not free in it.
  streamOf: (command) => `billing-tariff-${encodeURIComponent('key' in command ? command.key : command.priceSchemeName)}`,
  initialState: { values: undefined, versions: [], isRetired: false },
  evolve,
  decide: {
    AddRecord: record.decide.AddRecord,
    ChangeRecord: (command, state, context) =>
      state.isRetired ? rejected('price-scheme-retired', nameOf(command.key)) : record.decide.ChangeRecord(command, state, context),
    RemoveRecord: (command, state, context) =>
      state.versions.length > 0
        ? rejected('price-scheme-published', nameOf(command.key))
        : record.decide.RemoveRecord(command, state, context),
    PublishPriceScheme: publish,
    RetirePriceScheme: retire,
  },
}

const nameOf = (name: string) => ({ name })

function evolve(state: PriceScheme, event: PriceSchemeEvent): PriceScheme {
  switch (event.type) {
    case 'billing.PriceSchemePublished': {
      const { version, effectiveFrom, tariff } = event.data
      return { ...state, versions: [...state.versions, { version, effectiveFrom, tariff }] }
    }
    case 'billing.PriceSchemeRetired':
      return { ...state, isRetired: true }
    default:
      return { ...state, ...record.evolve(state, event) }
  }
}

/** Versions that one scheme may have: a change each month for decades. */
export const versionsMax = 500

function publish(
  { priceSchemeName, customerTypeIds }: Of<'PublishPriceScheme'>,
  { values, versions, isRetired }: PriceScheme,
  { now }: Context,
) {
  if (!values) return rejected('not-found')
  if (isRetired) return rejected('price-scheme-retired', nameOf(priceSchemeName))
  const refused = refusePublishing(values.steps, customerTypeIds)
  if (refused) return refused
  const last = versions.at(-1)
  const tariff = tariffOf(values, versions[0]?.tariff.firstMonth)
  const effectiveFrom = values.startTime
  if (last && last.effectiveFrom === effectiveFrom && JSON.stringify(last.tariff) === JSON.stringify(tariff)) return []
  if (last && effectiveFrom <= last.effectiveFrom) return rejected('price-version-not-later', { day: last.effectiveFrom })
  if (versions.length >= versionsMax) return rejected('price-versions-full', { max: versionsMax })
  const data = { priceSchemeName, version: versions.length + 1, effectiveFrom, tariff, at: now }
  return [{ type: 'billing.PriceSchemePublished' as const, data }]
}

function retire({ priceSchemeName, reason }: Of<'RetirePriceScheme'>, { values, versions, isRetired }: PriceScheme, { now }: Context) {
  if (!values) return rejected('not-found')
  if (isRetired) return []
  if (versions.length === 0) return rejected('price-scheme-not-published', nameOf(priceSchemeName))
  return [{ type: 'billing.PriceSchemeRetired' as const, data: { priceSchemeName, reason, at: now } }]
}
