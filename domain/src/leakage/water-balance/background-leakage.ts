import type { Pipes } from './leakage-index.ts'

/** Litres an hour at 50 m: of a kilometre of mains and of a connection; the flow of a burst of a service pipe. Values in common use, to be set to one's own. */
export const backgroundRates = { perKilometre: 20, perConnection: 1.25, burst: 1600 } as const
const standardMetres = 50

/** Unavoidable background leakage at night, litres per hour (BABE): ICF (20 Lm + 1.25 Nc) (P/50)^1.5. */
export const backgroundLeakage = ({ mainsKilometres, connections }: Pipes, nightMetres: number, condition = 1): number =>
  condition *
  (backgroundRates.perKilometre * mainsKilometres + backgroundRates.perConnection * connections) *
  (nightMetres / standardMetres) ** 1.5

/** Net night flow above the background as a number of bursts of service pipes, each of 1.6 m3/h at 50 m. */
export const equivalentBursts = (excess: number, nightMetres: number): number =>
  excess / (backgroundRates.burst * Math.sqrt(nightMetres / standardMetres))
