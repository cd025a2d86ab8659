import type { ChargingItem } from '@nightflow/schemas/billing/charging-item'
import type { SurchargeSchemeCommand, surchargeSchemeCommands } from '@nightflow/schemas/billing/surcharge-calls'
import type { surchargeSchemeEventTypes } from '@nightflow/schemas/billing/surcharge-scheme'
import { rejected } from '@nightflow/schemas/shared/rejections'
import type { Context, Decider, EventIn } from '../shared/decider.ts'
import { refuseBeside, refuseItems, withoutUnused } from './charging-item-rules.ts'

export type SchemeEvent = EventIn<keyof typeof surchargeSchemeEventTypes | keyof typeof surchargeSchemeCommands.events>
type Scheme = {
  readonly schemeName: string
  readonly items: readonly ChargingItem[]
  readonly isEnabled: boolean
  readonly isUsed: boolean
}
export type Schemes = ReadonlyMap<string, Scheme>

export const surchargeSchemesStream = 'billing-surcharge-schemes'

/** Surcharge schemes of one tenant. */
export const schemesMax = 200

/**
 * All surcharge schemes of a tenant in one stream, because no two have one name. An account uses a scheme before it gets it, so a scheme that
 * an account has is never disabled, in whichever order two people act.
 */
export const surchargeSchemeDecider: Decider<SurchargeSchemeCommand, Schemes, SchemeEvent> = {
  streamOf: () => surchargeSchemesStream,
  initialState: new Map(),
  evolve,
  isKept: true,
  decide: {
    AddScheme: (command, schemes, context) => {
      if (schemes.has(command.schemeId)) return []
      if (schemes.size >= schemesMax) return rejected('surcharge-schemes-full', { max: schemesMax })
      return write(command, schemes, 'billing.SurchargeSchemeAdded', context)
    },
    ChangeScheme: (command, schemes, context) => {
      const seen = schemes.get(command.schemeId)
      if (!seen) return rejected('not-found')
      const { beside, ...typed } = command
      const written = write(typed, schemes, 'billing.SurchargeSchemeChanged', context)
      if ('rejected' in written) return written
      const refused = refuseBeside(typed.items, beside)
      if (refused) return refused
      const { schemeName, items } = written[0]!.data
      return JSON.stringify([seen.schemeName, seen.items]) === JSON.stringify([schemeName, items]) ? [] : written
    },
    RemoveScheme: ({ schemeId }, schemes, { now }) => {
      const seen = schemes.get(schemeId)
      if (!seen) return rejected('not-found')
      return seen.isUsed ? rejected('surcharge-scheme-kept') : [{ type: 'billing.SurchargeSchemeRemoved', data: { schemeId, at: now } }]
    },
    EnableScheme: ({ schemeId }, schemes, { now }) => {
      const seen = schemes.get(schemeId)
      if (!seen) return rejected('not-found')
      return seen.isEnabled ? [] : [{ type: 'billing.SurchargeSchemeEnabled', data: { schemeId, at: now } }]
    },
    DisableScheme: ({ schemeId }, schemes, { now }) => {
      const seen = schemes.get(schemeId)
      if (!seen) return rejected('not-found')
      if (seen.isUsed) return rejected('surcharge-scheme-used')
      return seen.isEnabled ? [{ type: 'billing.SurchargeSchemeDisabled', data: { schemeId, at: now } }] : []
    },
    UseScheme: ({ schemeId }, schemes, { now }) => {
      const seen = schemes.get(schemeId)
      if (!seen) return rejected('not-found')
      if (!seen.isEnabled) return rejected('surcharge-scheme-disabled')
      return seen.isUsed ? [] : [{ type: 'billing.SurchargeSchemeUsed', data: { schemeId, at: now } }]
    },
  },
}

type Written = Omit<Extract<SurchargeSchemeCommand, { items: unknown }>, 'beside'>
type WrittenType = 'billing.SurchargeSchemeAdded' | 'billing.SurchargeSchemeChanged'

function write({ type: _, items: typed, ...named }: Written, schemes: Schemes, type: WrittenType, { now }: Context) {
  const name = named.schemeName.toLowerCase()
  const isTaken = [...schemes].some(([schemeId, other]) => schemeId !== named.schemeId && other.schemeName.toLowerCase() === name)
  if (isTaken) return rejected('name-taken', { name: named.schemeName })
  const items = typed.map(withoutUnused)
  return refuseItems(items) ?? [{ type, data: { ...named, items, at: now } }]
}

function evolve(schemes: Schemes, { type, data }: SchemeEvent): Schemes {
  const { schemeId } = data
  const seen = schemes.get(schemeId)
  const withScheme = (change: Partial<Scheme>): Schemes => (seen ? new Map(schemes).set(schemeId, { ...seen, ...change }) : schemes)
  switch (type) {
    case 'billing.SurchargeSchemeAdded':
      return new Map(schemes).set(schemeId, { schemeName: data.schemeName, items: data.items, isEnabled: true, isUsed: false })
    case 'billing.SurchargeSchemeChanged':
      return withScheme({ schemeName: data.schemeName, items: data.items })
    case 'billing.SurchargeSchemeEnabled':
      return withScheme({ isEnabled: true })
    case 'billing.SurchargeSchemeDisabled':
      return withScheme({ isEnabled: false })
    case 'billing.SurchargeSchemeUsed':
      return withScheme({ isUsed: true })
    case 'billing.SurchargeSchemeRemoved':
      return new Map([...schemes].filter(([id]) => id !== schemeId))
  }
}
