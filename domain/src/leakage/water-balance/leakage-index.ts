import type { Infrastructure } from '@nightflow/schemas/leakage/infrastructure'
import { type Bounded, IliClass } from '@nightflow/schemas/leakage/water-balance'
import { ratioOf } from './iwa-balance.ts'

/** Pipes of which the unavoidable losses are known. */
export type Pipes = { mainsKilometres: number; connections: number; serviceKilometres: number }

export const pipesOf = ({ mainsMetres, serviceConnections, meanServiceMetres }: Infrastructure): Pipes | null =>
  mainsMetres === undefined || serviceConnections === undefined
    ? null
    : {
        mainsKilometres: mainsMetres / 1000,
        connections: serviceConnections,
        serviceKilometres: ((meanServiceMetres ?? 0) * serviceConnections) / 1000,
      }

/**
 * Unavoidable annual real losses, litres a day: (18 Lm + 0.8 Nc + 25 Lp) P, with pressure in metres (Lambert et al. 1999). Of an intermittent network the hours
 * under pressure count.
 */
export const unavoidableLosses = ({ mainsKilometres, connections, serviceKilometres }: Pipes, pressureMetres: number, hours = 24): number =>
  (18 * mainsKilometres + 0.8 * connections + 25 * serviceKilometres) * pressureMetres * (hours / 24)

/** The published formula is for networks of more than 5000 connections, 20 and more a kilometre, and 25 to 100 m. */
export const isWithinUarl = ({ mainsKilometres, connections }: Pipes, pressureMetres: number): boolean =>
  connections > 5000 && connections >= 20 * mainsKilometres && pressureMetres >= 25 && pressureMetres <= 100

/** How far an average zone pressure may be from the true one, with 95 %: of sensors and of a statement. */
export const pressureAccuracy = { measured: 0.05, declared: 0.1 } as const

/** Infrastructure leakage index: real losses over the unavoidable ones. */
export const leakageIndex = (carl: Bounded, uarl: number, accuracy: number): Bounded =>
  ratioOf(carl, { value: uarl, bound: uarl * accuracy })

/** Upper ends of the classes A to C; above is D. Of high-income countries; elsewhere twice as high. The figures are the World Bank's bands in common use. */
export const iliClassEnds = [2, 4, 8] as const

export const iliClassOf = (ili: number | null): IliClass | null => {
  if (ili === null || ili < 0) return null
  const place = iliClassEnds.findIndex((end) => ili < end)
  return IliClass.options.at(place) ?? null
}

/** Density from which losses are given by connection, below it by kilometre of mains. */
export const connectionsPerKilometreMin = 20
