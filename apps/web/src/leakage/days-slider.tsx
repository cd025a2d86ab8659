import { ActionIcon, Slider } from '@mantine/core'
import { useReducedMotion } from '@mantine/hooks'
import { IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addDays, countDays } from '#ui/local-days.ts'
import { useFormat } from '#ui/use-format.ts'

/** How far back the slider goes. */
const daysShown = 60
const stepMilliseconds = 700
/** Colours that change all over the map are motion too. */
const calmStepMilliseconds = 2500

type Props = {
  /** The chosen day; the latest figures where none is chosen. */
  day: string | undefined
  lastDay: string
  /** The figures of the chosen day are there. */
  isReady: boolean
  onDay: (day: string | undefined) => void
}

/** Goes through the days of the leakage on the map: by hand, by arrow keys, or playing. */
export function DaysSlider({ day, lastDay, isReady, onDay }: Props) {
  const { t } = useTranslation('leakage')
  const format = useFormat()
  const isCalm = useReducedMotion()
  // The day that plays next; undefined while nothing plays.
  const [playing, setPlaying] = useState<number>()
  const isPlaying = playing !== undefined
  const first = addDays(lastDay, 1 - daysShown)
  const at = day === undefined ? daysShown : Math.max(1, Math.min(daysShown, countDays(first, day)))
  const dayAt = (position: number) => addDays(first, position - 1)
  useEffect(() => {
    if (playing !== undefined) onDay(addDays(first, playing - 1))
  }, [playing, first, onDay])
  useEffect(() => {
    // The address follows the choice, and the figures follow the address.
    if (playing === undefined || !isReady || playing !== at) return
    const next = playing < daysShown ? playing + 1 : undefined
    const timer = setTimeout(() => setPlaying(next), isCalm ? calmStepMilliseconds : stepMilliseconds)
    return () => clearTimeout(timer)
  }, [playing, isReady, at, isCalm])
  const play = () => setPlaying(isPlaying ? undefined : at >= daysShown ? 1 : at)
  const Icon = isPlaying ? IconPlayerPause : IconPlayerPlay
  return (
    <div className="nf-map-card nf-map-days">
      <ActionIcon variant="subtle" size="md" aria-label={t(isPlaying ? 'map.pauseDays' : 'map.playDays')} onClick={play}>
        <Icon size={16} aria-hidden />
      </ActionIcon>
      <Slider
        size="sm"
        min={1}
        max={daysShown}
        value={at}
        label={null}
        thumbLabel={t('map.daysSlider')}
        thumbProps={{ 'aria-valuetext': format.day(dayAt(at), 'long') }}
        onChange={(position) => {
          setPlaying(undefined)
          onDay(dayAt(position))
        }}
      />
      <span className="nf-figures nf-nowrap" aria-live="off">
        {day === undefined ? t('map.latestDay') : format.day(day, 'long')}
      </span>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="md"
        aria-label={t('map.endDays')}
        disabled={day === undefined}
        onClick={() => {
          setPlaying(undefined)
          onDay(undefined)
        }}
      >
        <IconX size={14} aria-hidden />
      </ActionIcon>
    </div>
  )
}
