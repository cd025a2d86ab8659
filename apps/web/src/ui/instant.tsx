import { LateTooltip } from '#ui/late-tooltip.tsx'
import { useFormat } from '#ui/use-format.ts'

type Props = { at: string | null; timeZone: string; precision?: 'minute' | 'second' | 'clock' | 'day' }

/** A time in the zone that counts; hovering shows UTC and how long ago. */
export function InstantText({ at, timeZone, precision = 'minute' }: Props) {
  const format = useFormat()
  if (at === null) return <span className="nf-dimmed">–</span>
  const utc = new Date(at).toISOString().replace('T', ' ').slice(0, 19)
  return (
    <LateTooltip label={`${utc} UTC · ${format.ago(at)}`} openDelay={200}>
      <time dateTime={at} className="nf-figures nf-nowrap">
        {format.instant(at, timeZone, precision)}
      </time>
    </LateTooltip>
  )
}
