/**
 * What a session may do is known to every process at once: sooner than a process forgets by itself what it remembers of one, which takes
 * five seconds.
 */
export const knownMillisecondsMax = 4_000
