import { Tooltip } from '@mantine/core'
import { DayFlag } from '@nightflow/schemas/metering/readings'
import { useTranslation } from 'react-i18next'

const dayFlags: readonly string[] = DayFlag.options
/** What decoders make of the makers' words. */
const meterFlags = new Set(['leak', 'burst', 'reverse', 'dry', 'tamper', 'low-battery'])

/** The service's own words with their meaning; words of the meter by the name of the trade, or as the meter sent them. */
export function Flags({ words }: { words: string }) {
  const { t } = useTranslation('metering')
  const list = words.split(/[\s,]+/).filter((word) => word !== '')
  if (list.length === 0) return <span className="nf-dimmed">–</span>
  return list.map((word) =>
    dayFlags.includes(word) ? (
      <Tooltip key={word} label={t(`flagMeaning.${word}`)} multiline maw={300}>
        <span className="nf-flag">{t(`dayFlag.${word}`)}</span>
      </Tooltip>
    ) : (
      <span key={word} className="nf-flag">
        {meterFlags.has(word) ? t(`meterFlag.${word}`) : word}
      </span>
    ),
  )
}
