import type { PressureReading } from './pressure-state.ts'

/**
 * Pressures in kilopascal of what a sensor of the source YZJ sends: `ruler` is the tenant's factor (`yzjMeterRuler`). The readings in the log stay as they
 * came, so that a factor that was wrong is corrected for all of them by setting it right.
 */
export const withRuler = (readings: readonly PressureReading[], ruler: number): PressureReading[] =>
  ruler === 1 ? [...readings] : readings.map(({ at, kilopascal }) => ({ at, kilopascal: Math.round(kilopascal * ruler * 1000) / 1000 }))
