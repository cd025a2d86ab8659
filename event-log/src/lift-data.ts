import type { JsonObject, Upcasters } from './event-log.ts'

/** Lifts data step by step to the newest shape its upcasters know; data without an upcaster is already new. */
export const liftData = (
  upcasters: Upcasters,
  type: string,
  schemaVersion: number,
  data: JsonObject,
): { schemaVersion: number; data: JsonObject } => {
  const steps = upcasters[type]
  if (!steps) return { schemaVersion, data }
  let version = schemaVersion
  let lifted = data
  for (let step = steps[version]; step; step = steps[version]) {
    lifted = step(lifted)
    version += 1
  }
  return { schemaVersion: version, data: lifted }
}
