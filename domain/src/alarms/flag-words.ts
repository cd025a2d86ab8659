/** Events that a meter itself reports, with a word in a reading. */
export const flagEvents = ['battery-low', 'tamper', 'meter-leak', 'burst', 'reverse-flow'] as const
export type FlagEvent = (typeof flagEvents)[number]

/** Words of meters, as the decoders of `network-servers` write them, and what they mean here. Words that say less raise nothing. */
const eventOfWord: Readonly<Record<string, FlagEvent>> = {
  'low-battery': 'battery-low',
  'battery-low': 'battery-low',
  tamper: 'tamper',
  'sensor-fraud': 'tamper',
  'mechanical-fraud': 'tamper',
  leak: 'meter-leak',
  leakage: 'meter-leak',
  'leak-flow-low': 'meter-leak',
  'leak-flow-high': 'meter-leak',
  burst: 'burst',
  reverse: 'reverse-flow',
  'reverse-flow': 'reverse-flow',
  backflow: 'reverse-flow',
}

/** The alarms that a reading's words call for, each once. */
export const alarmsOfFlags = (flags: string): FlagEvent[] => [
  ...new Set(flags.split(' ').flatMap((word) => (Object.hasOwn(eventOfWord, word) ? [eventOfWord[word]!] : []))),
]
