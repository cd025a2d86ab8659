import { Badge, Button, Text } from '@mantine/core'
import { listMeterHistory } from '@nightflow/schemas/devices/endpoints'
import type { MeterHistoryRow } from '@nightflow/schemas/devices/meter-history'
import type { MeterDetail } from '@nightflow/schemas/devices/meters'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { WithdrawDialog } from '#devices/withdraw-dialog.tsx'
import { useMay } from '#session/session-query.ts'
import { CorrectionEffectsToggle } from '#shell/correction-effects.tsx'
import { RowHistory } from '#shell/row-history.tsx'

type Meter = Pick<MeterDetail, 'number' | 'timeZone'>
const words = { texts: 'devices', name: 'meters', calls: {} }

/** The history of a meter, as sentences. Corrections and resets can be withdrawn. */
export function MeterHistory({ meter: { number, timeZone } }: { meter: Meter }) {
  const { t } = useTranslation('devices')
  const mayCorrect = useMay('devices:meter:correct')
  const [chosen, setChosen] = useState<MeterHistoryRow>()
  return (
    <section className="nf-panel" aria-label={t('meterHistory.title')}>
      <div className="nf-panel-head">
        <Text component="h2" className="nf-panel-title" px="sm" py={6}>
          {t('meterHistory.title')}
        </Text>
      </div>
      <div className="nf-history-panel">
        <RowHistory<MeterHistoryRow>
          resource={words}
          endpoint={listMeterHistory}
          queryKey={['meter', number, 'history']}
          of={{ number }}
          timeZone={timeZone}
          tool={(row) => (
            <>
              <Withdrawal row={row} onWithdraw={mayCorrect ? setChosen : undefined} />{' '}
              {correcting.includes(row.step) && <CorrectionEffectsToggle position={row.position} />}
            </>
          )}
        />
      </div>
      {chosen && <WithdrawDialog number={number} row={chosen} onClose={() => setChosen(undefined)} />}
    </section>
  )
}

/** Steps that change figures of the past, from the register itself. */
const correcting: readonly string[] = ['readingCorrected', 'correctionWithdrawn']

const withdrawable: readonly string[] = ['readingCorrected', 'resetRecorded']

function Withdrawal({ row, onWithdraw }: { row: MeterHistoryRow; onWithdraw: ((row: MeterHistoryRow) => void) | undefined }) {
  const { t } = useTranslation('devices')
  if (row.isWithdrawn)
    return (
      <Badge variant="default" size="sm">
        {t('meterHistory.withdrawn')}
      </Badge>
    )
  if (!onWithdraw || !withdrawable.includes(row.step)) return null
  return (
    <Button size="compact-xs" variant="default" onClick={() => onWithdraw(row)}>
      {t('meterHistory.withdraw')}
    </Button>
  )
}
