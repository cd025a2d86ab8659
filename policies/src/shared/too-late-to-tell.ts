const ageMillisecondsMax = 24 * 3_600_000

/** People get no message about what happened so long ago: the log of a restored or moved service is read from its beginning. */
export const isTooLateToTell = (at: string, now: Date): boolean => now.getTime() - Date.parse(at) > ageMillisecondsMax
