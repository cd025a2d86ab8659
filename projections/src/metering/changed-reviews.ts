import { ReviewStatus } from '@nightflow/schemas/metering/consumption-review'
import type { PoolClient } from 'pg'

/** The last day of a meter that was looked at. */
export type ReviewPlace = { day: string; number: string }
type Compared = ReviewPlace & { isChanged: boolean }

/**
 * Judged days whose measured volume is no longer the one that they were judged by, among the next `limit` of them. `last` is undefined where the
 * last of all was looked at. An estimate or an edit counts on where readings are withdrawn; a day that was accepted or waits is then unknown.
 */
export const readChangedReviews = async (
  database: PoolClient,
  { after, limit }: { after: ReviewPlace; limit: number },
): Promise<{ changed: ReviewPlace[]; last: ReviewPlace | undefined }> => {
  const { rows } = await database.query<Compared>(
    `select judged.number, judged.day, measured.day_millilitres is distinct from round((judged.measured_litres * 1000)::numeric)
         and (measured.day_millilitres is not null or status in ('${ReviewStatus.enum.open}', '${ReviewStatus.enum.accepted}')) as "isChanged"
     from (select number, day, status, measured_litres from views.day_reviews where status <> '${ReviewStatus.enum.unquestioned}' and (day, number) > ($1, $2)
       order by day, number limit $3) judged
     left join views.meters on meters.number = judged.number
     left join lateral (select day_millilitres from views.meter_days where meter_id = meters.id and meter_days.day = judged.day::date) measured on true
     order by judged.day, judged.number`,
    [after.day, after.number, limit],
  )
  const changed = rows.filter(({ isChanged }) => isChanged).map(({ day, number }) => ({ day, number }))
  const last = rows.length < limit ? undefined : rows.at(-1)
  return { changed, last: last && { day: last.day, number: last.number } }
}
