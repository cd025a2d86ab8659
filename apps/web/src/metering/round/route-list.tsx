import { Text, UnstyledButton } from '@mantine/core'
import { IconAlertTriangle, IconCircle, IconCircleCheck, IconDeviceMobile, IconEyeOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { MeterState, RoundMeter } from '#metering/round/round-progress.ts'

const icons = { open: IconCircle, kept: IconDeviceMobile, refused: IconAlertTriangle, read: IconCircleCheck, notRead: IconEyeOff }

type Props = { meters: readonly RoundMeter[]; states: readonly MeterState[]; place: number | undefined; onChoose: (place: number) => void }

/** The meters in the order of the route. */
export function RouteList({ meters, states, place, onChoose }: Props) {
  const { t } = useTranslation('metering')
  return (
    <section className="nf-panel nf-round-panel" aria-label={t('round.route')}>
      <Text className="nf-panel-title">{t('round.route')}</Text>
      <ol className="nf-round-route">
        {meters.map(({ number, address, name }, at) => {
          const state = states[at]!
          const Icon = icons[state]
          return (
            <li key={number}>
              <UnstyledButton className="nf-round-stop" aria-current={at === place ? 'step' : undefined} onClick={() => onChoose(at)}>
                <Icon size={20} aria-hidden />
                <span className="nf-round-where">
                  <span>{address ?? name ?? number}</span>
                  <span className="nf-dimmed nf-figures">
                    {number} · {t(`round.state.${state}`)}
                  </span>
                </span>
              </UnstyledButton>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
