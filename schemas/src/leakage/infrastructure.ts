import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { importEndpoints } from '../shared/import.ts'
import { registerLitresMax } from '../shared/quantity.ts'
import { Instant, LocalDate, PartitionId } from '../shared/values.ts'

/** `intermittent`: the network is under pressure for a part of the day alone. */
export const SystemKind = z.enum(['continuous', 'intermittent'])

const Share = z.number().min(0).max(1)
const LitresPerDay = z.number().min(0).max(registerLitresMax)

/**
 * The pipes of a metering point, and what its water balance assumes, from a day on. An absent field is not known: the balance then says which value of
 * the trade it took, or leaves a figure out.
 */
export const Infrastructure = z.object({
  /** Mains, without service pipes. */
  mainsMetres: z.number().min(0).max(1e9).optional(),
  serviceConnections: z.int().min(0).max(100_000_000).optional(),
  /** Mean length of a private service pipe, from the property line to the meter. */
  meanServiceMetres: z.number().min(0).max(1_000).optional(),
  systemKind: SystemKind.optional(),
  /** Hours a day under pressure. */
  hoursPressurised: z.number().min(0.5).max(24).optional(),
  /** Average zone pressure in metres of water, where no pressure meter of the area measures it. */
  pressureMetres: z.number().min(1).max(1_000).optional(),
  /** How leakage follows pressure: 0.5 holes of a fixed area, 1.5 of one that pressure widens. */
  pressureExponent: z.number().min(0.3).max(2.5).optional(),
  /** How far a volume may be from the true one, as a share, with 95 %. */
  supplyAccuracy: Share.optional(),
  meteredAccuracy: Share.optional(),
  unmeteredAccuracy: Share.optional(),
  /** Share of the supply that is taken without authorisation. */
  unauthorisedShare: Share.optional(),
  /** Share of the true use that customers' meters do not count. */
  underRegistration: z.number().min(0).max(0.9).optional(),
  /** Share of the metered use that is lost in data handling. */
  dataErrorShare: Share.optional(),
  billedUnmeteredLitresPerDay: LitresPerDay.optional(),
  /** Flushing, fire fighting, own use. */
  unbilledUnmeteredLitresPerDay: LitresPerDay.optional(),
  /** People whose use no meter counts. */
  unmeteredPeople: z.int().min(0).max(1_000_000_000).optional(),
  /** A customer's meter above this in the hour of the night minimum is listed. */
  exceptionalLitresPerHour: z.number().min(1).max(1e9).optional(),
  /** Share of the water that is read at households. */
  householdShare: Share.optional(),
  /** Yearly mean pressure where water leaves the works. */
  outletMegapascal: z.number().min(0).max(10).optional(),
  /** Greatest depth of frost in the ground. */
  frostMetres: z.number().min(0).max(20).optional(),
})
export type Infrastructure = z.infer<typeof Infrastructure>

/** Days from which other data hold, of one metering point. */
export const infrastructureDaysMax = 200

const about = { partitionId: PartitionId, from: LocalDate.meta({ description: 'first day of which the data are true' }) }

/** All data of a day: what is absent is no longer known from then on. A further command about the same day replaces it. */
export const SetInfrastructure = z.object({ type: z.literal('SetInfrastructure'), ...about, ...Infrastructure.shape })
export type SetInfrastructure = z.infer<typeof SetInfrastructure>
/** Takes the data of a day back: those of the day before it hold on. */
export const RemoveInfrastructure = z.object({ type: z.literal('RemoveInfrastructure'), ...about })
export type RemoveInfrastructure = z.infer<typeof RemoveInfrastructure>

export const infrastructureEventTypes = {
  'leakage.InfrastructureSet': { version: 1, data: z.object({ ...about, ...Infrastructure.shape }) },
  'leakage.InfrastructureRemoved': { version: 1, data: z.object(about) },
} as const

const byId = { id: PartitionId }
const Accepted = z.object({ position: z.int() })

export const InfrastructureRow = z.object({ from: LocalDate, recordedAt: Instant, ...Infrastructure.shape })
export type InfrastructureRow = z.infer<typeof InfrastructureRow>

export const findInfrastructure = endpoint({
  method: 'GET',
  path: '/api/v1/partitions/:id/infrastructure',
  permission: 'leakage:partition:read',
  summary: 'Pipes, pressure and assumptions of a metering point, by the day from which they hold, newest first',
  request: z.object(byId),
  response: z.object({ rows: z.array(InfrastructureRow).max(infrastructureDaysMax) }),
  row: InfrastructureRow,
})

export const setInfrastructure = endpoint({
  method: 'PUT',
  path: '/api/v1/partitions/:id/infrastructure',
  permission: 'leakage:partition:manage',
  summary: 'State pipes, pressure and assumptions of a metering point from a day on; what is absent is not known',
  request: SetInfrastructure.omit({ type: true, partitionId: true }).extend(byId),
  response: Accepted,
})

export const removeInfrastructure = endpoint({
  method: 'DELETE',
  path: '/api/v1/partitions/:id/infrastructure',
  permission: 'leakage:partition:manage',
  summary: 'Take back what was stated of a metering point from a day on',
  request: RemoveInfrastructure.omit({ type: true, partitionId: true }).extend(byId),
  response: Accepted,
})

/** One row of a spreadsheet: a metering point from a day on, in the units of its heads. An empty cell is absent. */
export const InfrastructureSheetRow = SetInfrastructure.omit({ type: true })
export type InfrastructureSheetRow = z.infer<typeof InfrastructureSheetRow>

export const { importTemplate: importInfrastructureTemplate, importData: importInfrastructure } = importEndpoints({
  path: '/prod-api/business/partitionInfrastructure',
  permission: 'leakage:partition:manage',
  noun: 'pipes of metering points',
})
