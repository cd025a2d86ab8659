/**
 * Every process learns changed rights of a session at once: sooner than its cached session expires, which takes
 * five seconds.
 */
export const knownMillisecondsMax = 4_000
