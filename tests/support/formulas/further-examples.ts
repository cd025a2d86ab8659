import { withRuler } from '@nightflow/domain/devices/pressure-ruler'
import { deviationsOf, pressureDays } from '@nightflow/domain/devices/pressure-state'
import { calendarOf } from '@nightflow/domain/shared/local-time'
import { minorOf } from '@nightflow/schemas/agents/recharge-agent'
import type { Example } from './example.ts'

const start = Date.parse('2026-03-02T08:00:00Z')
const minute = 60_000
const noLimits = { upper: null, lower: null, abruptChange: null }

/** Examples of devices and agents. */
export const furtherExamples: Readonly<Record<string, Example>> = {
  'F-PRES-1': (given) => ({
    pressure: withRuler([{ at: start, kilopascal: given.number('sent value') }], given.number('ruler'))[0]!.kilopascal,
  }),
  'F-PRES-2': (given) => {
    const readings = given.numbers('readings of a day').map((kilopascal, place) => ({ at: start + place * 15 * minute, kilopascal }))
    const { minimum, mean, maximum } = pressureDays(noLimits, readings, calendarOf('UTC'))[0]!
    return { minimum, mean, maximum }
  },
  'F-PRES-3': (given) => {
    const limits = {
      upper: given.number('upper limit'),
      lower: given.number('lower limit'),
      abruptChange: given.number('limit of a change'),
    }
    const [before, after] = given.numbers('two readings').map((kilopascal, place) => ({
      ...{ at: start + place * given.number('minutes between') * minute, kilopascal },
    }))
    return { deviations: deviationsOf(limits, after!, before) }
  },
  'F-AGENT-1': (given) => ({ 'amounts in hundredths': given.numbers('recharges').map(minorOf) }),
}
