import { meterSeparator } from '@nightflow/schemas/shared/token-rejections'
import { ProblemError } from '#api/problem-error.ts'

/** Previews of a sale of tokens: one, or one of each meter where the account has several. */
export async function ofEachMeter<Preview>(preview: (meterNo?: string) => Promise<Preview>): Promise<Preview[]> {
  try {
    return [await preview()]
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== 'sts-meter-unnamed') throw error
    const meters = error.problem?.details?.meters
    if (meters === undefined) throw error
    // The choice of the meter takes the place of the refusal.
    error.isShown = true
    return Promise.all(
      String(meters)
        .split(meterSeparator)
        .map((meterNo) => preview(meterNo)),
    )
  }
}
