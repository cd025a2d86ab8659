import { Preferences } from '@nightflow/schemas/platform/preferences'

/** Preferences that an earlier version stored and this one does not understand count as absent. */
export const preferencesIn = (stored: unknown): Preferences => Preferences.catch({}).parse(stored)
