import { Tooltip } from '@mantine/core'
import { DayFlag } from '@nightflow/schemas/metering/readings'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

const dayFlags: readonly string[] = DayFlag.options
/** Flags to which decoders translate those of the manufacturers. */
const meterFlags = new Set(['leak', 'burst', 'reverse', 'dry', 'tamper', 'low-battery'])

/** Flags that a list can be filtered by, with their names: those of the service, then those of meters. */
export function useFlagChoices(): readonly { value: string; label: string }[] {
  const { t } = useTranslation('metering')
  return useMemo(
    () => [
      ...dayFlags.map((value) => ({ value, label: t(`dayFlag.${value}`) })),
      ...[...meterFlags].map((value) => ({ value, label: t(`meterFlag.${value}`) })),
    ],
    [t],
  )
}

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
