import { alarmDecider } from '@nightflow/domain/alarms/alarm-decider'
import { alarmsOfFlags, type FlagEvent } from '@nightflow/domain/alarms/flag-words'
import { billedMeters } from '@nightflow/simulator/bill-accounts'
import type { City } from '@nightflow/simulator/city'
import { statusReading } from '@nightflow/simulator/meter-readings'
import type { Past } from './past.ts'

const daysTold = 90
/** An ignored alarm is quiet for a week; the meter reports its flag again after that. */
const cycleDays = 9
const answerMinutes = 1_500

const notes: Partial<Record<FlagEvent, string>> = {
  'meter-leak': 'Letter about the dripping cistern sent',
  'battery-low': 'Battery is on the list of the next round',
  tamper: 'Seal is on the list of the next round',
}

/**
 * Alarms of the flags that meters report all the time, such as a dripping cistern. They did not all begin today: each begins on a day of its own, is answered
 * a day later in the morning, and comes back once its week is over. Those of the last days are open.
 */
export const watchFlags = (past: Past, city: City): void => {
  const told = new Set(billedMeters(city).map(({ number }) => number))
  const day = city.days.at(past.end)
  const flagged = city.meters
    .filter(({ registered, number }) => registered && !told.has(number))
    .flatMap((meter) => {
      const { meter: number, flags = [] } = statusReading(city, meter, day, day.startsAt, undefined)
      return alarmsOfFlags(flags.join(' ')).map((eventType) => ({ eventType, subject: number }))
    })
  for (const [nth, { eventType, subject }] of flagged.entries()) {
    const note = notes[eventType]
    if (note === undefined) continue
    const first = daysTold - ((nth * 37) % (daysTold - cycleDays))
    for (let daysAgo = first; daysAgo > 0; daysAgo -= cycleDays)
      past.on(past.daysAgo(daysAgo, 6), () => answer(past, { eventType, subject, note }))
  }
}

type Flagged = { eventType: FlagEvent; subject: string; note: string }

const answer = async (past: Past, { eventType, subject, note }: Flagged): Promise<void> => {
  const raise = { type: 'RaiseAlarm', eventType, subject, occurredAt: new Date(past.now() - 60_000).toISOString() } as const
  const { after } = await past.execute(alarmDecider, raise, 'policy:alarms')
  const about = { eventType, subject, occurrence: after.occurrences }
  past.on(past.now() + answerMinutes * 60_000, async () => {
    await past.execute(alarmDecider, { type: 'IgnoreAlarm', ...about, note })
  })
}
