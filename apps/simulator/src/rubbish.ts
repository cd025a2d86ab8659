import type { Gateway } from './city-model.ts'
import { chance, topics } from './seeded-chance.ts'

/** Invalid readings that real gateways send now and then; each kind must end in the quarantine with its reason. */
const kinds: readonly ((at: number, meter: string) => unknown)[] = [
  (at, meter) => ({ meter, at, litres: -4_211 }),
  (at, meter) => ({ meter, at: at + 400 * 86_400_000, litres: 81_244 }),
  (at, meter) => ({ meter, at, litres: 'NaN' }),
  (at) => ({ meter: '??/17', at, litres: 12 }),
  (at, meter) => ({ meter, at, valve: 'ajar' }),
  (at, meter) => ({ meter, at, deltaLitres: 12 }),
  (_, meter) => ({ meter, at: '0000-00-00 00:00', litres: 3 }),
  (at, meter) => ({ meter, at }),
]

/** The rubbish of one gateway in [from, to): nothing most of the time, about one reading every three days. */
export function rubbishOf(seed: number, gateway: Gateway, from: number, to: number): unknown[] {
  const share = ((to - from) / 86_400_000) * 0.35
  const key = Math.floor(from / 1000)
  if (chance(seed, topics.rubbish, gateway.index, key) >= share) return []
  const kind = kinds[Math.floor(chance(seed, topics.rubbish, gateway.index, key, 1) * kinds.length)]
  return kind ? [kind(from, '861001000001')] : []
}
