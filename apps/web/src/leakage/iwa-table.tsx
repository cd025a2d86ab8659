import type { BalanceVolume, WaterBalance } from '@nightflow/schemas/leakage/water-balance'
import { useTranslation } from 'react-i18next'
import { ScreenLink } from '#shell/screen-link.tsx'
import { useFormat } from '#ui/use-format.ts'
import '#leakage/water-balance.css'

type Node = { volume: BalanceVolume; kind?: 'real' | 'apparent'; parts?: readonly Node[] }

/** The classical table, from the whole to its parts. */
const tree: Node = {
  volume: 'systemInput',
  parts: [
    {
      volume: 'authorised',
      parts: [
        { volume: 'billedAuthorised', parts: [{ volume: 'billedMetered' }, { volume: 'billedUnmetered' }] },
        { volume: 'unbilledAuthorised', parts: [{ volume: 'unbilledMetered' }, { volume: 'unbilledUnmetered' }] },
      ],
    },
    {
      volume: 'losses',
      parts: [
        {
          volume: 'apparentLosses',
          kind: 'apparent',
          parts: [{ volume: 'unauthorised' }, { volume: 'meterInaccuracy' }, { volume: 'dataErrors' }],
        },
        { volume: 'realLosses', kind: 'real' },
      ],
    },
  ],
}

/** The volumes that are measured, with the screen whose days they are the sum of. */
const measured: readonly BalanceVolume[] = ['systemInput', 'billedMetered', 'unbilledMetered']

/** The nested table of a balance; below it what is sold and what is not. */
export function IwaTable({ balance }: { balance: WaterBalance }) {
  const { t } = useTranslation('leakage')
  return (
    <section className="nf-panel" aria-label={t('waterBalance.table')}>
      <div className="nf-panel-head nf-balance-head">
        <h2 className="nf-panel-title">{t('waterBalance.table')}</h2>
        <ScreenLink
          screen="reports/balance-table"
          search={{ partitionId: balance.partitionId, beginTime: balance.from, endTime: balance.to }}
          className="nf-link nf-small"
        >
          {t('waterBalance.exportTable')}
        </ScreenLink>
        <span className="nf-small nf-dimmed">{t('waterBalance.tableNote', { known: balance.daysKnown, days: balance.days })}</span>
      </div>
      <div className="nf-iwa">
        <Branch node={tree} balance={balance} />
        <div className="nf-iwa-node" style={{ marginTop: 8 }}>
          <Box node={{ volume: 'revenueWater' }} balance={balance} />
          <Box node={{ volume: 'nonRevenueWater' }} balance={balance} />
        </div>
      </div>
    </section>
  )
}

function Branch({ node, balance }: { node: Node; balance: WaterBalance }) {
  return (
    <div className="nf-iwa-node">
      <Box node={node} balance={balance} />
      {node.parts && (
        <div className="nf-iwa-parts">
          {node.parts.map((part) => (
            <Branch key={part.volume} node={part} balance={balance} />
          ))}
        </div>
      )}
    </div>
  )
}

function Box({ node: { volume, kind }, balance }: { node: Node; balance: WaterBalance }) {
  const { t } = useTranslation('leakage')
  const format = useFormat()
  const { value, bound } = balance.volumes[volume]
  const name = t(`waterBalance.volume.${volume}`)
  return (
    <div className="nf-iwa-box" data-kind={kind} data-volume={volume}>
      <div>
        {measured.includes(volume) ? (
          <ScreenLink
            screen="leakage/index"
            search={{ partition: balance.partitionId, from: balance.from, to: balance.to }}
            className="nf-link"
          >
            {name}
          </ScreenLink>
        ) : (
          name
        )}
      </div>
      <div>
        <span className="nf-iwa-value">{format.cubicMetres(value, 0)}</span>{' '}
        {bound !== null && <span className="nf-iwa-bound">± {format.cubicMetres(bound, 0)}</span>}
      </div>
    </div>
  )
}
