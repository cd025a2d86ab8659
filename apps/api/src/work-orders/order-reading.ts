import { manualReadingDecider } from '@nightflow/domain/metering/manual-reading-decider'
import { readPrevious } from '@nightflow/projections/metering/previous-register'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { decide } from '../http/decide.ts'
import type { RequestContext } from '../http/request-context.ts'

type Taken = { meterNo: string | null; litres: number | null; at: string; readingId: string; note: string; isConfirmed: boolean }

/** The reading that a reading order takes, as a manual reading of its meter with the same rules. Its identifier, or the refusal. */
export const takeReading = async (
  context: RequestContext,
  { meterNo: number, litres, at, readingId, note, isConfirmed }: Taken,
): Promise<string | Rejection> => {
  if (number === null || litres === null) return rejected('work-order-reading-missing')
  const [previous] = await context.read((database) => readPrevious(database, [number], Date.parse(at)))
  if (!previous) return rejected('meter-not-registered', { number })
  const { previousLitres, plausibleUntilLitres } = previous
  const taken = await decide(
    context,
    manualReadingDecider,
    {
      type: 'TakeManualReading',
      ...{ readingId, number, at, litres, isConfirmed, previousLitres, plausibleUntilLitres, planRefusal: null },
      note: note.slice(0, 200),
    },
    () => undefined,
  )
  return isRejection(taken) ? taken : readingId
}
