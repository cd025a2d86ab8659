import { NetworkFigures } from '@nightflow/projections/leakage/network-figures'

type Kept = { network: NetworkFigures; turn: Promise<unknown> }

/** The figures of the networks of so many tenants, those asked last. One question of a tenant at a time: the others then find what it computed. */
export const keepNetworks = (tenantsMax: number) => {
  const kept = new Map<string, Kept>()
  return <Answer>(tenant: string, ask: (network: NetworkFigures) => Promise<Answer>): Promise<Answer> => {
    const known = kept.get(tenant) ?? { network: new NetworkFigures(), turn: Promise.resolve() }
    kept.delete(tenant)
    if (kept.size >= tenantsMax) kept.delete(kept.keys().next().value!)
    kept.set(tenant, known)
    const answer = known.turn.then(() => ask(known.network))
    known.turn = answer.catch(() => undefined)
    return answer
  }
}
